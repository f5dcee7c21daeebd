internal import AssetKitBase
internal import AssetKitSinks
internal import CMTimeLib

/// Copies the samples of one clip. Not Sendable: one stage owns it.
protocol ClipCopying: AnyObject {
    /// Copies all of them. `progress` hears how much of the new file's time is written.
    func run(_ progress: (CMTime) -> Void) throws
    /// When what comes next is decoded in the new file; nil where there is no more.
    var time: CMTime? { get }
    /// Copies what comes next.
    func step() throws
}

/// Copies a clip in steps of which each is one of the file that it is in.
protocol SteppedCopying: ClipCopying {
    /// How far the new file is.
    var latest: CMTime { get }
}

extension SteppedCopying {
    func run(_ progress: (CMTime) -> Void) throws {
        var due = CMTime.zero
        while time != nil {
            try step()
            guard latest >= due else { continue }
            due = latest + TabledCopy.tellingStep
            progress(latest)
        }
        progress(latest)
    }
}

/// Copies clips of several rows side by side, so that what shows together lies together. Not Sendable: one stage owns it.
final class RowCopy {
    /// Clips one behind the other, the first of which is at work.
    private struct Row {
        var clips: ArraySlice<PlacedClip>
        var current: (output: CopyOutput, copy: any ClipCopying)?

        /// When what comes next is decoded in the new file; nil at the end.
        var time: CMTime? { current.map { $0.copy.time ?? .zero } ?? clips.first?.start }
    }

    private let plan: CopyPlan
    private let flag: CancellationFlag
    private var rows: [Row]
    private let open: (CopiedClip) -> CopyOutput

    /// `open` makes what hands a clip's samples to the file.
    init(_ plan: CopyPlan, _ flag: CancellationFlag, open: @escaping (CopiedClip) -> CopyOutput) {
        (self.plan, self.flag, self.open) = (plan, flag, open)
        rows = Set(plan.clips.map(\.row)).sorted().map { row in
            Row(clips: plan.clips.filter { $0.row == row }[...])
        }
    }

    func run(_ progress: (CMTime) -> Void) throws {
        var (latest, due) = (CMTime.zero, CMTime.zero)
        while let (number, time) = next() {
            try flag.check()
            latest = CMTimeMaximum(latest, time)
            try Named.by(name(of: number)) { try step(number) }
            guard latest >= due else { continue }
            due = latest + TabledCopy.tellingStep
            progress(latest)
        }
        progress(latest)
    }

    /// The row whose samples come next.
    private func next() -> (Int, CMTime)? {
        var found: (Int, CMTime)?
        for (number, row) in rows.enumerated() {
            guard let time = row.time, found.map({ time < $0.1 }) ?? true else { continue }
            found = (number, time)
        }
        return found
    }

    private func name(of number: Int) -> String {
        rows[number].clips.first.map { plan.sources[$0.source].name } ?? ""
    }

    private func step(_ number: Int) throws {
        if let (output, copy) = rows[number].current {
            guard copy.time == nil else { return try copy.step() }
            try output.finish()
            rows[number].current = nil
            rows[number].clips.removeFirst()
            return
        }
        guard let clip = rows[number].clips.first else { return }
        let output = open(plan.clip(clip))
        guard let copy = try output.begin(flag) else {
            try output.encodeSound(flag) { _ in }
            try output.finish()
            rows[number].clips.removeFirst()
            return
        }
        rows[number].current = (output, copy)
    }
}
