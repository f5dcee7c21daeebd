internal import AssetKitClocks
internal import AssetKitMedia
internal import AssetKitTargets
internal import CMTimeLib

extension PlayerCore {
    /// So long a target is waited for that says that the end has not been heard, in nanoseconds.
    private static let longestWait: Int64 = 1_000_000_000

    /// Whether the end of an item's sound may not have been heard, though its time has come: a target that had nothing for a while is
    /// behind its clock, and says so late or never. It is asked.
    func awaitsLastSound(_ item: ItemCore) -> Bool {
        guard let sound, sound.isRunning, sound.isStarted, motion == .moving, !item.isReverse,
            sound.current?.item === item, let last = sound.pieces.last, last.item === item
        else { return false }
        let since = sound.endAnswer.flatMap { $0.start == sound.starts ? $0.since : nil } ?? now
        if let answer = sound.endAnswer, answer.start == sound.starts, answer.isHeard { return false }
        guard now - since < Self.longestWait else { return false }
        sound.endAnswer = (sound.starts, since, false)
        guard !sound.isAsking else { return true }
        sound.isAsking = true
        let (number, end) = (sound.starts, last.end)
        let reference = EngineReference(engine: engine)
        effect {
            let position = sound.target.position
            reference.engine?.perform { core in
                sound.isAsking = false
                guard sound.isRunning, sound.starts == number else { return }
                core.takeEnd(position, before: end, sound, since: since)
            }
        }
        return true
    }

    private func takeEnd(_ position: AKAudioTargetPosition?, before end: Int64, _ sound: SoundDevice, since: Int64) {
        let ahead = position.map { max(now - $0.hostTime, 0) * Int64(sound.rate) / 1_000_000_000 } ?? 0
        let heard = position.map { sound.startFrame + $0.frame + ahead }
        // Positions are right to some milliseconds.
        let isHeard = heard.map { $0 + Int64(sound.rate) / 200 >= end } ?? true
        sound.endAnswer = (sound.starts, since, isHeard)
        guard !isHeard, let position else { return }
        // Its clock is set by what it says.
        (sound.hasRunDry, sound.steadyAnswers) = (true, 0)
        take(position, sound)
    }
}
