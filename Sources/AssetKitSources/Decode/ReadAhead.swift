internal import AssetKitBase
internal import AssetKitFFmpeg
internal import Foundation

/// Reads small samples that lie one behind the other with few calls: what comes behind one is read along with it, the more
/// the longer that goes well. Not Sendable: one reader owns it.
final class ReadAhead {
    private static let mostBytes = 64 << 10

    private let source: any AKByteSource
    private let memory: UnsafeMutableRawBufferPointer
    /// Where in the source the bytes in memory lie.
    private var held: Range<Int64> = 0..<0
    private var wish = 0

    init(_ source: any AKByteSource) {
        self.source = source
        memory = .allocate(byteCount: Self.mostBytes, alignment: 64)
    }

    deinit { memory.deallocate() }

    /// Copies what lies at `offset`, as much as is at hand, and answers how many bytes that is: 0 only at the end.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard buffer.count <= Self.mostBytes / 4 else { return try source.read(at: offset, into: buffer) }
        if !held.contains(offset) {
            // What goes on where the last bytes ended will go on.
            wish = offset == held.upperBound ? min(Self.mostBytes, max(wish * 2, buffer.count * 2)) : buffer.count
            let room = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(max(wish, buffer.count)))
            held = 0..<0
            guard let count = try fill(room, at: offset) else { return try source.read(at: offset, into: buffer) }
            guard count > 0, count <= room.count else { return count }
            held = offset..<offset + Int64(count)
        }
        let start = Int(offset - held.lowerBound)
        let count = min(buffer.count, memory.count - start, Int(held.upperBound - offset))
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[start..<start + count]))
        return count
    }

    /// nil where more was asked for than can be read: what is needed may be readable all the same.
    private func fill(_ room: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int? {
        do {
            return try source.read(at: offset, into: room)
        } catch let error where !(error is CancellationError || error is NetworkProblem) {
            wish = 0
            return nil
        }
    }
}
