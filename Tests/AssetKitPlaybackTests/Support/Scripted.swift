import AssetKitBase

@testable import AssetKitFFmpeg

/// What a server says, in pieces of a length.
final class Scripted: NetworkStream {
    private var bytes: [UInt8]
    private let piece: Int

    init(_ text: String, piece: Int = 7) { (bytes, self.piece) = (Array(text.utf8), piece) }

    func read(into buffer: UnsafeMutableRawBufferPointer, _ wait: NetworkWait) -> Int {
        let count = min(bytes.count, buffer.count, piece)
        buffer.copyBytes(from: bytes.prefix(count))
        bytes.removeFirst(count)
        return count
    }

    func write(_ bytes: [UInt8], _ wait: NetworkWait) {}

    static var wait: NetworkWait { NetworkWait(NetworkOptions(), CancellationFlag()) }

    static func response(_ text: String) throws -> HTTPResponse {
        try HTTPResponse(from: BufferedStream(Scripted(text)), wait)
    }
}
