internal import Foundation
internal import Glibc

/// Where the bytes of a new file go. One thread uses it at a time.
///
/// A call that fails throws a ``WriteFailure``: what lies in the file is then known up to ``length`` only.
package protocol ByteSink: AnyObject {
    /// How many bytes the file has.
    var length: Int64 { get }

    /// Whether bytes before the end can be read and changed. A stream takes them one behind the other.
    var canGoBack: Bool { get }

    /// Writes all bytes at a place. What is there is replaced.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws

    /// Writes a range of another file at a place, without its bytes passing through memory where the system can do
    /// that.
    func copy(_ range: Range<Int64>, of descriptor: CInt, to offset: Int64) throws

    /// Reads what has been written, as much as is there.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// Makes the file as short as this.
    func truncate(to length: Int64) throws

    /// Returns when what has been written so far will survive a power cut.
    func synchronize() throws

    /// Sees to it that so many bytes behind the end will find room. False where the file system cannot do that.
    func reserve(_ byteCount: Int64) throws -> Bool

    /// What is written from here on is of no use by itself: a file that is to take the place of another one waits for ``show()``.
    func holdBack()

    /// What has been written is worth having.
    func show() throws
}

extension ByteSink {
    package var canGoBack: Bool { true }
    package func holdBack() {}
    package func show() throws {}

    /// Writes all bytes behind the end.
    package func append(_ bytes: UnsafeRawBufferPointer) throws { try write(bytes, at: length) }

    /// Writes all bytes behind the end.
    package func append(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try append($0) } }
}
