/// Bytes that an asset can be read from: an upload in memory, an object in a store, anything that can be read at an
/// offset. An addition to AVFoundation, in place of a resource loader's delegate.
///
/// ```swift
/// final class Payload: AKByteSource {
///     private let bytes: Data
///
///     init(_ bytes: Data) { self.bytes = bytes }
///
///     var length: Int64? { Int64(bytes.count) }
///
///     func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
///         guard offset >= 0, offset < bytes.count else { return 0 }
///         let start = bytes.startIndex + Int(offset)
///         return bytes.copyBytes(to: buffer, from: start..<min(start + buffer.count, bytes.endIndex))
///     }
/// }
///
/// let record = try Data(contentsOf: URL(filePath: "record.mov"), options: .alwaysMapped)
/// let asset = AVAsset(akSource: Payload(record), fileType: .mov)
/// print(try await asset.load(.duration).seconds)
/// ```
///
/// AssetKit calls a source from threads of its own, several at once, and may wait in it; a call that takes long should
/// watch for the end of what it waits for by itself.
public protocol AKByteSource: AnyObject, Sendable {
    /// How many bytes there are; nil when that is not known, as with a stream.
    var length: Int64? { get throws }

    /// Reads into `buffer` what lies at `offset`, as much as is at hand, and answers how many bytes that is: 0 only at
    /// the end.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// A source that may say how long it is and still comes in order only, as from a server without ranges.
package protocol OrderedByteSource: AKByteSource {
    /// Any place can be gone to without all of what lies before it being read.
    var canGoBack: Bool { get }
}

extension AKByteSource {
    /// The length where any place can be gone to; nil also where a look at the end would mean reading all of it.
    package var seekableLength: Int64? {
        get throws {
            if let ordered = self as? any OrderedByteSource, !ordered.canGoBack { return nil }
            return try length
        }
    }
}
