package import AssetKitBase

/// A file on a server as one of its readers sees it, who has a flag of his own.
///
/// As long as there is one, what has come stays.
package final class RemoteSource: OrderedByteSource {
    package let file: RemoteFile
    package let flag: CancellationFlag

    package init(_ file: RemoteFile, _ flag: CancellationFlag) {
        (self.file, self.flag) = (file, flag)
        file.begin()
    }

    deinit { file.end() }

    package var length: Int64? { file.length }

    package var canGoBack: Bool { file.hasRanges }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try file.read(at: offset, into: buffer, flag)
    }
}
