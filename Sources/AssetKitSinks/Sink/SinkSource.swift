internal import AssetKitBase

/// Reads back what has been written to a sink.
///
/// SAFETY: it is made for one reading on the thread that owns the sink, and nothing keeps it.
final class SinkSource: AKByteSource, @unchecked Sendable {
    private let sink: any ByteSink
    private let end: Int64

    /// `end` is how far reading goes; nil for all.
    init(_ sink: any ByteSink, end: Int64? = nil) {
        self.sink = sink
        self.end = end ?? sink.length
    }

    var length: Int64? { end }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = min(Int64(buffer.count), end - offset)
        guard count > 0 else { return 0 }
        return try sink.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(count)]))
    }
}
