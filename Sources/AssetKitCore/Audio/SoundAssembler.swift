internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Gathers converted sound in memory until there is enough for a block.
final class SoundAssembler {
    /// How much room there is for frames.
    enum Room: Int {
        /// For blocks of 8192 frames at least, unless the sound ends or has a gap, which is quick.
        case ample = 10_240
        /// For blocks that are handed on soon, as those of live sound are: 30 ms of it at 48 kHz.
        case scant = 1_536
    }

    private let room: Room
    private let format: LinearPCM.Resolved
    /// The frames that are wanted.
    private let wanted: Range<Int64>
    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0
    private var count = 0
    private var start: Int64 = 0
    /// The first frame that belongs to the sound which is being converted.
    private var floor = Int64.min

    init(_ format: LinearPCM.Resolved, in range: CMTimeRange, room: Room) {
        (self.format, self.room) = (format, room)
        let first = range.start.firstSample(rate: format.rate)
        wanted = first..<max(first, range.end.firstSample(rate: format.rate))
    }

    deinit { free(memory) }

    /// Sees to it that so many frames fit. What is gathered leaves as a block where they do not.
    func makeRoom(for added: Int) throws -> SoundBlock? {
        let block = count > 0 && count + added > capacity ? try takeBlock() : nil
        guard memory == nil || capacity - count < added else { return block }
        free(memory)
        capacity = max(room.rawValue, added)
        let bytes = capacity.multipliedReportingOverflow(by: format.workingBytesPerFrame * format.planeCount)
        memory = bytes.overflow ? nil : malloc(bytes.partialValue)
        guard memory != nil else { throw MediaProblem(code: .outOfMemory, reason: "there is no memory left for sound") }
        return block
    }

    /// Drops what comes before this number from now on. Everything gathered has been taken.
    func begin(at first: Int64) { floor = first }

    /// Converts a frame, for which there is room; what comes out first has the number `start`. Answers how much came out.
    func append(from resampler: Resampler, _ frame: borrowing Frame, at start: Int64) throws -> Int {
        let added = try resampler.convert(frame, into: planes(), capacity: capacity - count)
        note(added, at: start)
        return added
    }

    /// Takes what a resampler holds back, as far as it lies before `last`. Answers how many frames came out.
    func drain(_ resampler: Resampler, at start: Int64, before last: Int64) throws -> Int {
        let added = try resampler.drain(into: planes(), capacity: capacity - count)
        note(Int(min(Int64(added), max(0, last.subtractingClamped(start)))), at: start)
        return added
    }

    /// Drops what lies at this number or behind it.
    func cut(at last: Int64) { count = Int(min(Int64(count), max(0, last.subtractingClamped(start)))) }

    /// Counts frames that have been written behind the others, and drops those that are not wanted.
    private func note(_ added: Int, at position: Int64) {
        if count == 0 { start = position }
        count += added
        let lowest = max(wanted.lowerBound, floor)
        if start < lowest { dropFirst(Int(min(Int64(count), lowest - start))) }
        cut(at: wanted.upperBound)
    }

    private func dropFirst(_ dropped: Int) {
        guard dropped > 0, let memory else { return }
        let size = format.workingBytesPerFrame
        for plane in 0..<format.planeCount {
            let base = memory + plane * capacity * size
            memmove(base, base + dropped * size, (count - dropped) * size)
        }
        count -= dropped
        start += Int64(dropped)
    }

    /// Where the next frame goes in every plane.
    private func planes() -> [UnsafeMutableRawPointer] {
        guard let memory else { return [] }
        let size = format.workingBytesPerFrame
        return (0..<format.planeCount).map { memory + ($0 * capacity + count) * size }
    }

    /// What has been gathered; nil where that is nothing.
    func takeBlock() throws -> SoundBlock? {
        guard count > 0, let memory else { return nil }
        self.memory = nil
        defer { (capacity, count) = (0, 0) }
        let size = format.bytesPerFrame
        let samples = count * (format.isInterleaved ? format.channels.count : 1)
        for plane in 0..<format.planeCount {
            let base = memory + plane * capacity * format.workingBytesPerFrame
            format.finish(base, count: samples)
            // Planes lie one behind the other.
            if plane > 0 { memmove(memory + plane * count * size, base, count * size) }
        }
        let bytes = UnsafeMutableRawBufferPointer(start: memory, count: count * size * format.planeCount)
        let data = try CMBlockBuffer(buffer: bytes)
        return SoundBlock(data: data, start: start, count: count, format: format)
    }
}
