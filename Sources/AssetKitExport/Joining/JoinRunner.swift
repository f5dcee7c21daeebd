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
            let decision = try planner.decide()
            let conformed = JoinIntermediates(target: planner.path)
            let share = decision.inputs.contains { !$0.differences.isEmpty } ? 0.95 : 0
            let ready = try conformed.make(decision.inputs, try planner.target()) { progress($0 * share) }
            let plan = try planner.plan(ready, decision.sounds)
            let byteCount = try copy(plan) { progress(share + (1 - share) * $0) }
            withExtendedLifetime(conformed) {}
            progress(1)
            return AKJoinSession.Result(
                url: planner.url,
                fileLength: byteCount,
                plan: AKJoinSession.Plan(plan, decision, made: ready)
            )
        }
    }

    /// Writes what the plan says, and answers how many bytes that is.
    private func copy(_ plan: CopyPlan, _ progress: (Double) -> Void) throws -> Int64 {
        let seconds = max(plan.duration.seconds, 1e-3)
        return try CopyRunner.run(
            plan,
            to: planner.path,
            appears: MediaSinks.appearance(of: plan.sink.fileType, at: planner.path, isFragmented: false),
            replaces: planner.settings.replacesExistingFile,
            flag: planner.flag,
            open: { try MediaSinks.sink(for: $0, into: $1) },
            progress: { progress(min(max($0.seconds / seconds, 0), 1)) }
        )
    }
}
