internal import AssetKitClocks
internal import AssetKitMedia
internal import AssetKitTargets
internal import AssetKitTimePitch
internal import CMTimeLib

/// What a target has said about the end of an item's sound, whose time has come by the clock.
struct EndAnswer {
    /// Of which start of the target it is.
    var start: Int
    /// Since when it has said nothing new, in nanoseconds of the host.
    var since: Int64
    /// How much has been heard, and how much is ready.
    var heard: Int64 = .min
    var ready: Int64 = .min
    var isHeard = false
    /// Since when so little is left that positions are not more exact; nil where more is left.
    var nearSince: Int64?
    /// When that will have been heard by what the target says.
    var rest: Int64?
}

extension PlayerCore {
    /// Positions are right to so much, in nanoseconds.
    private static let exactness: Int64 = 5_000_000
    /// More that is left is as good as this, in seconds.
    private static let most: Int64 = 3600

    /// Whether the end of an item's sound may not have been heard, though its time has come: a target that had nothing for a while is
    /// behind its clock, and says so late or never. It is asked, as long as it gets on: on a busy machine it may have nothing again
    /// and again, and what is decoded late is waited for too.
    func awaitsLastSound(_ item: ItemCore) -> Bool {
        guard let sound, sound.isRunning, sound.isStarted, motion == .moving, !item.isReverse,
            sound.current?.item === item, sound.stretches.last?.item === item
        else { return false }
        let last = sound.endAnswer.flatMap { $0.start == sound.starts ? $0 : nil }
        let answer = last ?? EndAnswer(start: sound.starts, since: now)
        guard !answer.isHeard, now - answer.since < SoundPatience.longest else { return false }
        sound.endAnswer = answer
        if let rest = answer.rest, now < rest { return true }
        guard !sound.isAsking else { return true }
        sound.isAsking = true
        let reference = EngineReference(engine: engine)
        effect {
            let position = sound.target.position
            reference.engine?.perform { core in
                sound.isAsking = false
                guard sound.isRunning, sound.starts == answer.start else { return }
                let plausible = position?.plausible(now: core.now, rate: sound.rate)
                core.takeEnd(plausible, of: item, sound, before: answer)
            }
        }
        return true
    }

    /// Its time has come by the clock, and its target has a little of it left: it stands at its end.
    func awaitsRest(of item: ItemCore) -> Bool {
        guard let sound, sound.isRunning, let answer = sound.endAnswer, answer.start == sound.starts else {
            return false
        }
        return answer.rest != nil && !answer.isHeard && !item.hasEnded && sound.current?.item === item
    }

    /// When the rest will have been heard that is waited for, in nanoseconds of the host.
    var lastSoundDue: Int64 {
        guard let sound, let answer = sound.endAnswer, answer.start == sound.starts else { return .min }
        return answer.rest ?? .min
    }

    private func takeEnd(
        _ position: AKAudioTargetPosition?,
        of item: ItemCore,
        _ sound: SoundDevice,
        before: EndAnswer
    ) {
        guard let last = sound.stretches.last(where: { $0.item === item }) else { return }
        let ready = last.end
        let second = Int64(1_000_000_000)
        let ahead = position.map { max(now - $0.hostTime, 0) * Int64(sound.rate) / second } ?? 0
        let left = position.map { ready - (sound.startFrame + $0.frame + ahead) } ?? 0
        let missing =
            (min(max(left, 0), Self.most * Int64(sound.rate)) * second + Int64(sound.rate) - 1) / Int64(sound.rate)
        let isNear = item.isRendered && missing <= Self.exactness
        // To the last frame where the target knows so well; not for ever where it stands just before it. At another speed no frame
        // is a certain one of the item's, and that is as long as it should be.
        let nearSince = isNear ? before.nearSince ?? now : nil
        let isExact = last.speed == .normal
        let isOver =
            position == nil
            || nearSince.map { missing == 0 || !isExact || now - $0 >= 2 * Self.exactness } ?? false
        // What was heard, without what may have been heard since.
        let known = position?.frame ?? before.heard
        let getsOn = known > before.heard || ready > before.ready
        sound.endAnswer = EndAnswer(
            start: sound.starts,
            since: getsOn ? now : before.since,
            heard: known,
            ready: ready,
            isHeard: isOver,
            nearSince: nearSince,
            rest: isNear ? now + missing : nil
        )
        guard !isOver, !isNear, let position else { return }
        // Its clock is set by what it says.
        (sound.hasRunDry, sound.steadyAnswers) = (true, 0)
        take(position, sound)
    }
}
