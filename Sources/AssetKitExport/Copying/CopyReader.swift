internal import AssetKitBase
internal import AssetKitCore
internal import Foundation

/// Reads the bytes of samples that are copied. Of a file it reads many samples at once, as long as they are asked for
/// in the order in which they lie there; of several tracks each may be elsewhere. Not Sendable: one stage owns it.
final class CopyReader {
    /// Bytes that have been read.
    private struct Window {
        var offset: Int64 = 0
        var count = 0
        var lastUse = 0

        var range: Range<Int64> { offset..<offset + Int64(count) }
    }

    static let blockSize = 1 << 20
    /// More at once gives nothing, and what is read too far is read for nothing.
    private static let farthest = 256 << 10

    private let bytes: any AKByteSource
    /// Only of files: from others it takes what it needs.
    private let readsAhead: Bool
    /// How many bytes may lie between samples that are read together.
    private let gap: Int64
    /// What has been read into each memory. Changed with each sample, it lies where nobody asks who else looks at it.
    private let windows: UnsafeMutableBufferPointer<Window>
    private let memory: [UnsafeMutableRawBufferPointer]
    private var useCount = 0

    init(_ bytes: any AKByteSource, tracks: Int, gap: Int64) {
        (self.bytes, self.gap) = (bytes, gap)
        readsAhead = (bytes as? FileSource)?.isSeekable ?? false
        let count = readsAhead ? min(max(1, tracks), 8) : 1
        windows = .allocate(capacity: count)
        windows.initialize(repeating: Window())
        memory = (0..<count).map { _ in
            UnsafeMutableRawBufferPointer.allocate(byteCount: CopyReader.blockSize, alignment: 16)
        }
    }

    deinit {
        memory.forEach { $0.deallocate() }
        windows.deallocate()
    }

    /// Lends the bytes of samples, of which `sample` is the first.
    func read(_ count: Int, at offset: Int64, sample: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard count > 0 else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        guard count <= Self.blockSize else { return try readLarge(count, at: offset, sample, body) }
        let number = try window(with: count, at: offset, sample)
        useCount += 1
        windows[number].lastUse = useCount
        let start = Int(offset - windows[number].offset)
        try body(UnsafeRawBufferPointer(rebasing: memory[number][start..<start + count]))
    }

    /// The window that has the bytes, which it may have to read.
    private func window(with count: Int, at offset: Int64, _ sample: Int) throws -> Int {
        let end = offset + Int64(count)
        var (chosen, wanted) = (0, count)
        for number in windows.indices {
            let range = windows[number].range
            if range.lowerBound <= offset, end <= range.upperBound, readsAhead { return number }
            if windows[number].lastUse < windows[chosen].lastUse { chosen = number }
        }
        // Who goes on behind what was read last will go on further.
        if readsAhead, let number = windows.firstIndex(where: { $0.count > 0 && $0.range.reaches(offset, over: gap) }) {
            (chosen, wanted) = (number, max(count, min(2 * windows[number].count, Self.farthest)))
        }
        windows[chosen].count = 0
        let room = UnsafeMutableRawBufferPointer(rebasing: memory[chosen][..<wanted])
        windows[chosen].count = try fill(room, atLeast: count, at: offset, sample)
        windows[chosen].offset = offset
        return chosen
    }

    private func readLarge(
        _ count: Int,
        at offset: Int64,
        _ sample: Int,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        // Before memory is set aside for what is not there.
        if let length = try bytes.length, offset > length - Int64(count) { throw Self.endsEarly(sample) }
        let large = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { large.deallocate() }
        _ = try fill(large, atLeast: count, at: offset, sample)
        try body(UnsafeRawBufferPointer(large))
    }

    /// Reads until there are `needed` bytes, and answers how many there are.
    private func fill(
        _ room: UnsafeMutableRawBufferPointer,
        atLeast needed: Int,
        at offset: Int64,
        _ sample: Int
    ) throws -> Int {
        var filled = 0
        while filled < needed {
            let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
            let count = try bytes.read(at: offset + Int64(filled), into: rest)
            guard count > 0, count <= rest.count else { throw Self.endsEarly(sample) }
            filled += count
        }
        return filled
    }

    static func endsEarly(_ sample: Int) -> MediaProblem {
        MediaProblem(code: .invalidSourceMedia, reason: "it ends before sample \(sample + 1) does")
    }
}

extension Range<Int64> {
    /// Something lies in the range, or at most so many bytes behind it.
    fileprivate func reaches(_ place: Int64, over gap: Int64) -> Bool {
        lowerBound <= place && place <= upperBound.addingClamped(gap)
    }
}
