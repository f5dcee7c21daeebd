internal import AssetKitBase
internal import AssetKitMedia

/// Puts a header of ours in front of what a muxer writes, or in the place of the muxer's own.
///
/// Until ``replaceHeader(_:)`` is called, what is written is kept in memory; all that follows moves by the difference
/// in length.
final class HeaderedBytes: ByteSink {
    private let base: any ByteSink
    private var header: [UInt8]? = []
    /// The length of the muxer's header, and what is added to places behind it.
    private var ownCount: Int64 = 0
    private var shift: Int64 = 0
    /// Changes what is written behind the header, write by write; nil leaves it as it is.
    var rewriting: ((UnsafeRawBufferPointer) -> [UInt8])?

    init(_ base: any ByteSink) { self.base = base }

    /// Writes a header made of the one that has been written so far.
    func replaceHeader(_ make: ([UInt8]) throws -> [UInt8]) throws {
        let own = header ?? []
        let new = try make(own)
        header = nil
        (ownCount, shift) = (Int64(own.count), Int64(new.count - own.count))
        try new.withUnsafeBytes { try base.write($0, at: 0) }
    }

    var canGoBack: Bool { base.canGoBack }

    var length: Int64 { header.map { Int64($0.count) } ?? base.length - shift }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        if let end = header?.count {
            let place = Int(offset)
            let missing = max(0, place + bytes.count - end)
            header?.append(contentsOf: [UInt8](repeating: 0, count: missing))
            header?.replaceSubrange(place..<place + bytes.count, with: bytes)
            return
        }
        guard offset >= ownCount else { return try base.write(bytes, at: offset) }
        guard let rewriting else { return try base.write(bytes, at: offset + shift) }
        try base.append(rewriting(bytes))
    }

    func copy(_ range: Range<Int64>, of descriptor: CInt, to offset: Int64) throws {
        try base.copy(range, of: descriptor, to: offset + shift)
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard let header else { return try base.read(at: offset < ownCount ? offset : offset + shift, into: buffer) }
        let part = header.dropFirst(Int(offset)).prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }

    func truncate(to length: Int64) throws { try base.truncate(to: length + shift) }
    func synchronize() throws { try base.synchronize() }
    func reserve(_ byteCount: Int64) throws -> Bool { try base.reserve(byteCount) }
}
