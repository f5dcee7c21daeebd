internal import CMTimeLib
internal import Foundation

/// Makes a file that keeps to a size: at the plan's quality where that fits, else at a bit rate that is corrected until
/// the file is a little smaller than the limit.
struct SizeLimitedExport {
    /// Makes a file of a plan at a path.
    typealias Maker = (ExportPlan, String, @escaping @Sendable (Double) -> Void) throws -> AVAssetExportResult

    /// The share of the limit to aim at, and the least that is good enough.
    private static let aim = 0.986
    private static let least = 0.97
    private static let rounds = 6

    let limit: Int64
    let path: String
    let replaces: Bool

    /// The size of a file and what the rate decides of it.
    private struct Outcome {
        var result: AVAssetExportResult
        var path: String
        /// As long as it is held, nobody takes the file for abandoned.
        var lock: OpenDescriptor
    }

    func run(
        _ plan: ExportPlan,
        _ progress: @escaping @Sendable (Double) -> Void,
        _ make: Maker
    ) throws -> AVAssetExportResult {
        var plan = plan
        HiddenFile(of: path).removeAbandoned()
        let seconds = try plan.checkFits(limit)
        // Each round goes over everything.
        var best = try round(plan, progress: { progress($0 * 0.5) }, make)
        defer { unlink(best.path) }
        var rate: Double?
        var number = 1
        while !isGood(best.result.fileLength, isFirst: number == 1) {
            guard number < Self.rounds else { break }
            let next = try plan.nextRate(
                after: best.result,
                limit: Double(limit) * Self.aim,
                was: rate,
                seconds: seconds
            )
            rate = next
            try plan.setRate(next)
            let done = 0.5 + 0.5 * (1 - 1 / Double(1 << (number - 1)))
            let share = 0.5 / Double(1 << number)
            let made = try round(plan, progress: { progress(done + $0 * share) }, make)
            unlink(best.path)
            best = made
            number += 1
        }
        guard best.result.fileLength <= limit else {
            let reason = "\(limit) bytes cannot hold it; the smallest that came out has \(best.result.fileLength)"
            throw MediaProblem(code: .exportFailed, reason: reason)
        }
        try HiddenFile(of: path).rename(best.path, replaces: replaces)
        var result = best.result
        result.url = URL(filePath: path)
        return result
    }

    /// The plan's own quality may take less; a rate is to be used.
    private func isGood(_ byteCount: Int64, isFirst: Bool) -> Bool {
        byteCount <= limit && (isFirst || Double(byteCount) >= Double(limit) * Self.least)
    }

    private func round(
        _ plan: ExportPlan,
        progress: @escaping @Sendable (Double) -> Void,
        _ make: Maker
    ) throws -> Outcome {
        let hidden = HiddenFile(of: path).freshName()
        do {
            let result = try make(plan, hidden, progress)
            let lock = OpenDescriptor(owning: open(hidden, O_RDONLY | O_CLOEXEC))
            guard lock.number >= 0 else { throw FileFailure(number: errno) }
            flock(lock.number, LOCK_EX | LOCK_NB)
            return Outcome(result: result, path: hidden, lock: lock)
        } catch {
            unlink(hidden)
            throw error
        }
    }
}

extension ExportPlan {
    /// The place of the track whose rate is changed: that of pictures, else the first one of sound that has a rate.
    private var adjustable: Int? {
        tracks.firstIndex { if case .pictures = $0.work { true } else { false } }
            ?? tracks.firstIndex { track in
                guard case .sound(let work) = track.work else { return false }
                return !work.encoding.codec.traits.isLossless
            }
    }

    /// Refuses a limit that sound alone goes beyond. Answers how many seconds there are.
    fileprivate func checkFits(_ limit: Int64) throws -> Double {
        guard let adjustable else {
            throw MediaProblem(code: .exportFailed, reason: "what is copied, or is without loss, has the size it has")
        }
        let seconds = expectedSeconds
        guard seconds > 0 else { throw MediaProblem(code: .exportFailed, reason: "nothing says how long it is") }
        var bits = 0.0
        for (number, track) in tracks.enumerated() {
            switch track.work {
            case .pictures(let work):
                let rate = work.encoding.frameRate
                let pixels = Double(work.encoding.width * work.encoding.height)
                bits += max(2000, pixels * Double(rate.frames) / Double(max(rate.seconds, 1)) * 0.0005)
            case .sound(let work) where number != adjustable: bits += Double(work.encoding.codedBitRate ?? 0) * 0.9
            case .sound(let work):
                bits += Double(work.encoding.codec.traits.bitRateRange(work.encoding.sampleRate, 1).lowerBound)
            case .splice, .copy, .text: break
            }
        }
        let needed = Int64(bits * seconds / 8)
        guard needed < limit else {
            let reason = "\(limit) bytes cannot hold \(seconds) s of it: at the very least that takes \(needed)"
            throw MediaProblem(code: .exportFailed, reason: reason)
        }
        return seconds
    }

    /// The bit rate to try, after a file of some size came out at another.
    fileprivate func nextRate(
        after result: AVAssetExportResult,
        limit: Double,
        was rate: Double?,
        seconds: Double
    ) throws -> Double {
        guard let adjustable, result.trackByteCounts.indices.contains(adjustable) else { return rate ?? 0 }
        let own = Double(result.trackByteCounts[adjustable])
        let rest = Double(result.fileLength) - own
        let wanted = limit - rest
        guard wanted > 0 else {
            let reason = "\(Int64(limit)) bytes cannot hold it: its other tracks alone take \(Int64(rest))"
            throw MediaProblem(code: .exportFailed, reason: reason)
        }
        let plain = wanted * 8 / max(result.duration.isNumeric ? result.duration.seconds : seconds, 0.001)
        guard let rate, own > 0 else { return plain }
        return rate * min(max(wanted / own, 0.2), 5)
    }

    fileprivate mutating func setRate(_ rate: Double) throws {
        guard let adjustable else { return }
        switch tracks[adjustable].work {
        case .pictures(var work):
            work.encoding.rate = .bitRate(max(1000, Int64(rate)))
            work.becomesWhole()
            try work.encoding.validate()
            tracks[adjustable].work = .pictures(work)
        case .sound(var work):
            let traits = work.encoding.codec.traits
            let count = work.encoding.codedChannels.count
            let range = traits.bitRateRange(work.encoding.sampleRate, count)
            var bits = min(max(Int(rate), range.lowerBound), range.upperBound)
            if let known = traits.bitRates(work.encoding.sampleRate) { bits = known.last { $0 <= bits } ?? known[0] }
            work.encoding.rate = .bitRate(bits, .average)
            try work.encoding.validate()
            tracks[adjustable].work = .sound(work)
        case .splice, .copy, .text: break
        }
    }
}
