internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// Makes a file that keeps to a size: it is encoded again and again, at corrected bit rates and, where those are of no
/// more use, with smaller pictures. The largest file that fits is kept.
struct SizeLimitedExport {
    /// Makes a file of a plan at a path.
    typealias Maker = (ExportPlan, String, @escaping @Sendable (Double) -> Void) throws -> AKExportResult

    /// A file that has been made.
    private struct Outcome {
        var result: AKExportResult
        var path: String
        /// As long as it is held, nobody takes the file for abandoned.
        var lock: OpenDescriptor
    }

    private static let rounds = 12

    let limiting: SizeLimiting
    let path: String
    let replaces: Bool
    /// Ends the waiting for a stream's reader.
    var flag: CancellationFlag?

    func run(
        _ planned: SizeLimiting.Planned,
        _ progress: @escaping @Sendable (Double) -> Void,
        _ make: Maker
    ) throws -> AKExportResult {
        HiddenFile(of: path).removeAbandoned()
        var best: Outcome?
        defer { if let best { unlink(best.path) } }
        var (share, plan) = (planned.share, planned.plan)
        var search = SizeSearch(planned.limit)
        var smallest = Int64.max
        for number in 1...Self.rounds {
            // Each round goes over everything.
            let (done, part) = (1 - 1 / Double(1 << (number - 1)), 1 / Double(1 << number))
            let made = try round(plan, progress: { progress(done + $0 * part) }, make)
            let count = made.result.fileLength
            smallest = min(smallest, count)
            if count <= planned.limit.byteCount, count > best?.result.fileLength ?? -1 {
                if let best { unlink(best.path) }
                best = made
            } else {
                unlink(made.path)
            }
            let isEnough = share == nil && !planned.limit.isFilled && count <= planned.limit.byteCount
            guard !isEnough, !planned.limit.isMet(by: count) else { break }
            guard let last = share else {
                let first = try limiting.share(of: planned.limit)
                guard first != SizeShare() else { break }
                (share, plan) = (first, try limiting.plan(first))
                continue
            }
            guard let next = search.next(after: made.result, plan, last) else { break }
            (share, plan) = (next, try limiting.plan(next))
        }
        guard var result = best?.result, let made = best?.path else {
            let limit = planned.limit.byteCount
            let reason = "\(limit) bytes cannot hold it; the smallest that came out has \(smallest)"
            throw MediaProblem(code: .exportFailed, reason: reason)
        }
        try HiddenFile(of: path).rename(made, replaces: replaces, flag: flag)
        result.url = URL(filePath: path)
        return result
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
            guard lock.number >= 0 else { throw WriteFailure(number: errno) }
            flock(lock.number, LOCK_EX | LOCK_NB)
            return Outcome(result: result, path: hidden, lock: lock)
        } catch {
            unlink(hidden)
            throw error
        }
    }
}

/// Looks for the rate at which a file has a size. Plain state.
struct SizeSearch {
    /// Bytes that came out at a rate.
    private struct Point {
        var rate: Double
        var byteCount: Double
    }

    /// Rates that are nearer to each other than this differ by a step of the encoder's.
    private static let nearest = 1.01

    private let limit: SizeLimit
    private var points: [Point] = []
    private var scale = 1.0
    private var stallCount = 0
    /// Pictures had the fewest bits that the encoder gives them.
    private var isAtFloor = false

    init(_ limit: SizeLimit) { self.limit = limit }

    /// What to try after a file came out; nil where nothing better is to be expected.
    mutating func next(after result: AKExportResult, _ plan: ExportPlan, _ last: SizeShare) -> SizeShare? {
        let places = plan.adjustablePlaces
        let own = places.reduce(0) { sum, place in
            result.trackByteCounts.indices.contains(place) ? sum + Double(result.trackByteCounts[place]) : sum
        }
        guard own > 0, let rate = last.pictureRate ?? last.soundRate else { return nil }
        let wanted = Double(limit.byteCount) * SizeLimit.aim - (Double(result.fileLength) - own)
        if last.scale != scale { (points, scale, stallCount) = ([], last.scale, 0) }
        let before = points.last
        points.append(Point(rate: rate, byteCount: own))
        guard wanted > 0 else { return last.pictureRate == nil ? nil : quieter(last) }
        if isAtFloor, own > wanted { return smallerAtFloor(last, by: wanted / own) }
        isAtFloor = false
        if own > wanted, let before, rate < before.rate / 2, own > before.byteCount * 0.7 {
            return smallerAtFloor(last, by: wanted / own)
        }
        // What no longer answers to the rate is at the encoder's end, or in a dip of its habits.
        if let before, (before.byteCount - own).magnitude < own * 0.01, !(0.9...1.1).contains(before.rate / rate) {
            stallCount += 1
            guard stallCount < 2 else { return own > wanted ? smallerAtFloor(last, by: wanted / own) : nil }
            return last.with(rate: rate * (own < wanted ? 1.6 : 0.6))
        }
        let rest = result.trackByteCounts.reduce(0) { $0 + Double($1) } - own
        if let filled = filledWithSound(last, to: wanted, of: rest) { return filled }
        let next = nextRate(for: wanted, after: Point(rate: rate, byteCount: own))
        let share = last.with(rate: next)
        guard share != last, (next / rate - 1).magnitude > 0.0005 else {
            let isTooMuch = points.allSatisfy { $0.byteCount > wanted }
            return isTooMuch ? smallerAtFloor(last, by: wanted / own) : nil
        }
        return share
    }

    /// Encoders give pictures of a size no fewer bits, whatever rate they are told: fewer pixels are left. `ratio`: the bytes
    /// that are wanted, beside those that came out.
    private mutating func smallerAtFloor(_ last: SizeShare, by ratio: Double) -> SizeShare? {
        guard last.pictureRate != nil else { return nil }
        isAtFloor = true
        return smaller(last, by: ratio.squareRoot() * 0.95)
    }

    /// Encoders of pictures have no sizes between two steps of theirs: where the wish lies there, sound gets what is left.
    /// `byteCount`: what the sound takes.
    private func filledWithSound(_ last: SizeShare, to wanted: Double, of byteCount: Double) -> SizeShare? {
        let below = points.filter { $0.byteCount <= wanted }.max { $0.rate < $1.rate }
        let above = points.filter { $0.byteCount > wanted }.min { $0.rate < $1.rate }
        guard last.pictureRate != nil, let rate = last.soundRate, byteCount > 0, let below, let above,
            below.rate < above.rate, above.rate < below.rate * Self.nearest
        else { return nil }
        var share = last.with(rate: below.rate)
        share.soundRate = rate * (1 + (wanted - below.byteCount) / byteCount)
        return share
    }

    /// Between the tries on both sides, where there are such; else by the two that are nearest, in ratios, or by the last one
    /// alone where they do not agree.
    private func nextRate(for wanted: Double, after last: Point) -> Double {
        let below = points.filter { $0.byteCount <= wanted }.max { $0.rate < $1.rate }
        let above = points.filter { $0.byteCount > wanted }.min { $0.rate < $1.rate }
        if let below, let above, below.rate < above.rate {
            let place = log(wanted / below.byteCount) / log(above.byteCount / below.byteCount)
            return below.rate * pow(above.rate / below.rate, min(max(place, 0.1), 0.9))
        }
        let plain = last.rate * min(max(wanted / last.byteCount, 0.2), 5)
        func distance(_ point: Point) -> Double { log(point.byteCount / wanted).magnitude }
        let nearest = points.sorted { distance($0) < distance($1) }
        guard let first = nearest.first, let second = nearest.dropFirst().first(where: { $0.rate != first.rate }) else {
            return plain
        }
        let slope = log(first.byteCount / second.byteCount) / log(first.rate / second.rate)
        guard slope.isFinite, slope > 0.2, slope < 5 else { return plain }
        return first.rate * min(max(pow(wanted / first.byteCount, 1 / slope), 0.2), 5)
    }

    private func smaller(_ share: SizeShare, by factor: Double) -> SizeShare? {
        var share = share
        share.scale *= min(max(factor, 0.25), 0.9)
        return share.scale > 0.02 ? share : nil
    }

    /// Everything but the pictures is too much already.
    private func quieter(_ share: SizeShare) -> SizeShare? {
        guard let rate = share.soundRate, rate > 8000 else { return nil }
        var share = share
        share.soundRate = rate * 0.8
        return share
    }
}

extension SizeShare {
    /// The same with another rate of what is adjusted: pictures, or else sound.
    fileprivate func with(rate: Double) -> SizeShare {
        var share = self
        if pictureRate != nil { share.pictureRate = max(1000, rate) } else { share.soundRate = rate }
        return share
    }
}

extension ExportPlan {
    /// The places of the tracks whose rate is changed: those of pictures, else those of sound.
    fileprivate var adjustablePlaces: [Int] {
        let pictures = tracks.indices.filter { place in
            tracks[place].stretches.contains { $0.hasAdjustableRate && $0.isOfPictures }
        }
        guard pictures.isEmpty else { return pictures }
        return tracks.indices.filter { place in
            tracks[place].stretches.contains { $0.hasAdjustableRate && !$0.isOfPictures }
        }
    }
}
