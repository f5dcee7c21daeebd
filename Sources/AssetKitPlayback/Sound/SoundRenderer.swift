internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitTimePitch
internal import Foundation

/// Makes what is heard of decoded sound: at the speed that is asked for, with silence where an item has none. One worker owns it.
///
/// What the target has not taken yet can be made anew, so that another speed is heard soon, and goes on at the very sample: of
/// that, and of what a stretcher was fed with and has not made anything of, the source is kept.
final class SoundRenderer<Owner: AnyObject>: @unchecked Sendable {
    // SAFETY: the jobs of one worker alone touch it, one after the other.

    private let rate: Int
    private let channelCount: Int
    private let ring: SoundRing
    private var owner: (item: Owner, generation: Int)?
    /// Blocks that have not been fed, and up to which frame of the item all is fed.
    private var blocks: [SoundBlock] = []
    private var fed: Int64 = 0
    /// What was fed and is not used up; it counts from `origin` on.
    private var queue: PlaneQueue
    private var origin: Int64 = 0
    private var stretcher: (any TimeStretcher)?
    private var speed = Speed.normal
    private var algorithm = AVAudioTimePitchAlgorithm.timeDomain
    /// How much of the queue the stretcher has, and how much of it has come out.
    private var given: Int64 = 0
    private var used: Int64 = 0
    private var isFinishing = false
    /// Frames of the ring that it can go back to: the last one that was taken, and those behind it.
    private var marks: [Mark] = []
    private var epoch = 0
    private let planes: [UnsafeMutablePointer<Float>]

    /// How much of the queue has been used up before a frame of the ring.
    private struct Mark {
        let frame: Int64
        let used: Int64
    }

    init(rate: Int, channelCount: Int, ring: SoundRing) {
        (self.rate, self.channelCount, self.ring) = (rate, channelCount, ring)
        queue = PlaneQueue(channelCount: channelCount)
        planes = (0..<channelCount).map { _ in .allocate(capacity: SoundRendererSizes.capacity) }
    }

    deinit { planes.forEach { $0.deallocate() } }

    func render(_ order: SoundOrder<Owner>) -> SoundResult<Owner> {
        var result = SoundResult(order: order)
        do {
            try prepare(order, &result)
            try produce(order, &result)
        } catch {
            result.error = error
        }
        return result
    }

    private func prepare(_ order: SoundOrder<Owner>, _ result: inout SoundResult<Owner>) throws {
        if owner?.item !== order.item || owner?.generation != order.generation {
            owner = (order.item, order.generation)
            blocks = []
            (fed, origin) = (order.first, order.first)
            queue = PlaneQueue(channelCount: channelCount)
            (stretcher, used, marks) = (nil, 0, [])
        }
        if epoch != order.epoch { (epoch, marks) = (order.epoch, []) }
        forgetTaken()
        blocks += order.blocks
        guard stretcher == nil || speed != order.speed || algorithm != order.algorithm else { return }
        if order.goesBack { goBack(order, &result) }
        (speed, algorithm) = (order.speed, order.algorithm)
        stretcher = try TimeStretchers.stretcher(algorithm, speed, sampleRate: rate, channelCount: channelCount)
        (given, isFinishing) = (min(used, queue.end), false)
    }

    /// Drops what is ready, but for what the target may take while it is made anew.
    private func goBack(_ order: SoundOrder<Owner>, _ result: inout SoundResult<Owner>) {
        let earliest = ring.position + Int64(rate / SoundRendererSizes.leadPart)
        let fade = rate / SoundRendererSizes.fadePart
        let place = marks.firstIndex { mark in
            mark.frame >= earliest && ring.cut(at: mark.frame, epoch: order.epoch, fading: fade)
        }
        guard let place else { return }
        used = marks[place].used
        result.cut = (marks[place].frame, origin + used)
        marks.removeLast(marks.count - place - 1)
    }

    /// What was taken is not made anew.
    private func forgetTaken() {
        let position = ring.position
        let kept = marks.lastIndex { $0.frame <= position } ?? 0
        marks.removeFirst(kept)
        // Where sound is played again, less may have been used up before a later one.
        queue.drop(before: min(marks.map(\.used).min() ?? used, given))
    }

    private func produce(_ order: SoundOrder<Owner>, _ result: inout SoundResult<Owner>) throws {
        guard let stretcher else { return }
        var made = 0
        while made < order.count {
            let left = remaining(order) ?? .max
            // The end is told by the speed, and small parts of it are not: a stretcher goes by whole periods.
            let step = left > SoundRendererSizes.capacity ? SoundRendererSizes.step : SoundRendererSizes.capacity
            let most = min(order.count - made, left, step)
            guard most > 0 else {
                result.isFinished = true
                return
            }
            let read = try stretcher.read(into: planes, capacity: most)
            if read.count > 0 {
                guard ring.append(planes.map { UnsafePointer($0) }, count: read.count, epoch: order.epoch) else {
                    return
                }
                add(read, order, to: &result)
                made += read.count
                continue
            }
            guard !isFinishing else {
                result.isFinished = true
                return
            }
            guard try feed(stretcher, order) else {
                result.isHungry = true
                return
            }
        }
    }

    /// How many frames follow until the item ends; nil where nobody knows yet.
    private func remaining(_ order: SoundOrder<Owner>) -> Int? {
        guard let end = order.end ?? (order.isLast ? max(blocks.last?.end ?? 0, origin + queue.end) : nil) else {
            return nil
        }
        let left = end - origin - used
        guard left > 0 else { return 0 }
        return max(1, Int(clamping: speed.frameCount(of: left)))
    }

    private func add(_ read: StretchedFrames, _ order: SoundOrder<Owner>, to result: inout SoundResult<Owner>) {
        let stretch = SoundStretch(
            item: order.item,
            generation: order.generation,
            speed: order.speed,
            start: ring.end - Int64(read.count),
            count: read.count,
            source: origin + used,
            sourceCount: Int64(read.consumed)
        )
        if marks.isEmpty { marks.append(Mark(frame: stretch.start, used: used)) }
        used += Int64(read.consumed)
        marks.append(Mark(frame: stretch.end, used: used))
        if let last = result.stretches.last, stretch.continues(last) {
            result.stretches[result.stretches.count - 1].count += stretch.count
            result.stretches[result.stretches.count - 1].sourceCount += stretch.sourceCount
        } else {
            result.stretches.append(stretch)
        }
    }

    /// Gives the stretcher what comes next; false where that has to be decoded first.
    private func feed(_ stretcher: any TimeStretcher, _ order: SoundOrder<Owner>) throws -> Bool {
        if given == queue.end, try !take(order) {
            let isOver = order.isLast && blocks.isEmpty && order.end.map { fed >= $0 } ?? true
            guard isOver else { return false }
            isFinishing = true
            try stretcher.finish()
            return true
        }
        let count = min(Int(queue.end - given), SoundRendererSizes.feed)
        try stretcher.append(queue.planes(from: given), count: count)
        given += Int64(count)
        return true
    }

    /// Moves what comes next into the queue: of a block, or silence before one or before the end.
    private func take(_ order: SoundOrder<Owner>) throws -> Bool {
        while let block = blocks.first, block.end <= fed { blocks.removeFirst() }
        guard let block = blocks.first else {
            guard order.isLast, let end = order.end, fed < end else { return false }
            return addSilence(until: end)
        }
        guard block.start <= fed else { return addSilence(until: block.start) }
        blocks.removeFirst()
        let skipped = Int(fed - block.start)
        let count = block.count - skipped
        try block.data.withContiguousStorage { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: Float.self) else { return }
            queue.add((0..<channelCount).map { base + $0 * block.count + skipped }, count: count)
        }
        fed += Int64(count)
        return true
    }

    private func addSilence(until end: Int64) -> Bool {
        let count = Int(min(end - fed, Int64(SoundRendererSizes.feed)))
        queue.addSilence(count)
        fed += Int64(count)
        return true
    }
}

private enum SoundRendererSizes {
    /// In frames: how much a stretcher is given at once, how much comes out of it at most, and how much does where it can go back
    /// to where that ended.
    static let feed = 1024
    static let capacity = 4096
    static let step = 512
    /// In parts of a second: how much is kept of what is made anew, and how long that fades over into it.
    static let leadPart = 100
    static let fadePart = 200
}
