internal import AssetKitClocks
internal import AssetKitMedia
internal import AssetKitTargets
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
}

extension PlayerCore {
    /// So long a target is waited for that stands still before the end, in nanoseconds.
    private static let longestWait: Int64 = 1_000_000_000

    /// Whether the end of an item's sound may not have been heard, though its time has come: a target that had nothing for a while is
    /// behind its clock, and says so late or never. It is asked, as long as it gets on: on a busy machine it may have nothing again
    /// and again, and what is decoded late is waited for too.
    func awaitsLastSound(_ item: ItemCore) -> Bool {
        guard let sound, sound.isRunning, sound.isStarted, motion == .moving, !item.isReverse,
            sound.current?.item === item, sound.pieces.last?.item === item
        else { return false }
        let last = sound.endAnswer.flatMap { $0.start == sound.starts ? $0 : nil }
        let answer = last ?? EndAnswer(start: sound.starts, since: now)
        guard !answer.isHeard, now - answer.since < Self.longestWait else { return false }
        sound.endAnswer = answer
        guard !sound.isAsking else { return true }
        sound.isAsking = true
        let reference = EngineReference(engine: engine)
        effect {
            let position = sound.target.position
            reference.engine?.perform { core in
                sound.isAsking = false
                guard sound.isRunning, sound.starts == answer.start else { return }
                core.takeEnd(position, of: item, sound, before: answer)
            }
        }
        return true
    }

    private func takeEnd(
        _ position: AKAudioTargetPosition?,
        of item: ItemCore,
        _ sound: SoundDevice,
        before: EndAnswer
    ) {
        guard let ready = sound.pieces.last(where: { $0.item === item })?.end else { return }
        let ahead = position.map { max(now - $0.hostTime, 0) * Int64(sound.rate) / 1_000_000_000 } ?? 0
        let heard = position.map { sound.startFrame + $0.frame + ahead }
        // Positions are right to some milliseconds.
        let isHeard = heard.map { item.isRendered && $0 + Int64(sound.rate) / 200 >= ready } ?? true
        // What was heard, without what may have been heard since.
        let known = position?.frame ?? before.heard
        let getsOn = known > before.heard || ready > before.ready
        sound.endAnswer = EndAnswer(
            start: sound.starts,
            since: getsOn ? now : before.since,
            heard: known,
            ready: ready,
            isHeard: isHeard
        )
        guard !isHeard, let position else { return }
        // Its clock is set by what it says.
        (sound.hasRunDry, sound.steadyAnswers) = (true, 0)
        take(position, sound)
    }
}
