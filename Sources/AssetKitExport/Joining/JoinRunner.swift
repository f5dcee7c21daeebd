internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// Makes a joined file as its planner decides: first what differs is encoded, into files that nobody sees; then all is
/// copied. Blocks.
struct JoinRunner: Sendable {
    let planner: JoinPlanner

    /// Makes the file. `progress` is told how much is done, from 0 to 1.
    func run(_ progress: @escaping @Sendable (Double) -> Void) throws -> AKJoinSession.Result {
        try planner.explained {
            try planner.settling { try run($0, progress) }
        }
    }

    private func run(
        _ decision: JoinPlanner.Decision,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> AKJoinSession.Result {
        let conformed = JoinIntermediates(target: planner.path)
        let share = decision.shareOfMaking
        let ready = try conformed.make(decision.inputs, try planner.target()) { progress($0 * share) }
        let plan = try planner.plan(ready, decision.sounds).openingGroupsOfClips(planner.flag)
        let settings = planner.settings
        let sounds = try plan.encodedSounds.map { try EncodedSoundRunner($0, planner.flag) }
        let byteCount = try CopyRunner.make(
            plan,
            at: planner.path,
            replaces: settings.replacesExistingFile,
            limit: settings.fileLengthLimit,
            sounds: sounds,
            flag: planner.flag
        ) {
            progress(share + (1 - share) * $0)
        }
        withExtendedLifetime(conformed) {}
        progress(1)
        return AKJoinSession.Result(
            url: planner.url,
            fileLength: byteCount,
            plan: AKJoinSession.Plan(
                plan,
                decision,
                made: ready,
                soundCounts: Dictionary(uniqueKeysWithValues: sounds.map { ($0.track, $0.sampleCount) })
            )
        )
    }
}
