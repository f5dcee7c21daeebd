internal import AssetKitBase
internal import Foundation

/// Writes bytes to a file until somebody gives up: from then on every call throws a `CancellationError`. So even a long
/// rearrangement at the end can be stopped at once.
final class GuardedBytes: ByteSink {
    private let base: any ByteSink
    private let flag: CancellationFlag
    /// How many bytes are copied between two looks at the flag: some milliseconds' worth.
    private let blockSize: Int64 = 8 << 20

    init(_ base: any ByteSink, _ flag: CancellationFlag) {
        self.base = base
        self.flag = flag
    }

    var length: Int64 { base.length }
    var canGoBack: Bool { base.canGoBack }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        var rest = bytes[...]
        repeat {
            try flag.check()
            let part = rest.prefix(Int(blockSize))
            try base.write(UnsafeRawBufferPointer(rebasing: part), at: offset + Int64(part.startIndex))
            rest = rest.dropFirst(part.count)
        } while !rest.isEmpty
    }

    func copy(_ range: Range<Int64>, of descriptor: CInt, to offset: Int64) throws {
        var place = range.lowerBound
        while place < range.upperBound {
            try flag.check()
            let end = min(place + blockSize, range.upperBound)
            try base.copy(place..<end, of: descriptor, to: offset + place - range.lowerBound)
            place = end
        }
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try flag.check()
        return try base.read(at: offset, into: buffer)
    }

    func holdBack() { base.holdBack() }

    func show() throws { try base.show() }

    func truncate(to length: Int64) throws {
        try flag.check()
        try base.truncate(to: length)
    }

    func synchronize() throws {
        try flag.check()
        try base.synchronize()
    }

    func reserve(_ byteCount: Int64) throws -> Bool {
        try flag.check()
        return try base.reserve(byteCount)
    }
}
