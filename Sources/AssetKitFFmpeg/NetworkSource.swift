package import AssetKitBase
internal import AssetKitMedia
internal import CFFmpeg
package import Foundation

/// A source over http or https, through FFmpeg's protocols: ranges where the server has them, with a time limit on
/// every wait.
package final class NetworkSource: OrderedByteSource {
    /// How long a server may keep silent, in microseconds.
    static let timeout: Int64 = 15_000_000

    /// The connection ended, and no length and no last chunk told where the file does.
    package struct UnknownEnd: Error {
        package let position: Int64

        package var reason: String {
            "its server tells no length, and the connection ended after \(position) bytes: whether that is all of it "
                + "cannot be known; copy it to a file first"
        }
    }

    /// SAFETY: used under `connection`'s lock only.
    private struct Connection: @unchecked Sendable {
        var context: UnsafeMutablePointer<AVIOContext>
        var position: Int64 = 0
        /// What a server without ranges has sent.
        var memory = StreamMemory()
    }

    private let connection: Lock<Connection>
    private let flag: CancellationFlag
    package let length: Int64?
    package let canGoBack: Bool

    package init(url: URL, userAgent: String?, flag: CancellationFlag) throws {
        self.flag = flag
        let context = try explaining {
            var options: OpaquePointer?
            defer { av_dict_free(&options) }
            av_dict_set_int(&options, "rw_timeout", Self.timeout, 0)
            av_dict_set_int(&options, "timeout", Self.timeout, 0)
            if let userAgent { av_dict_set(&options, "user_agent", userAgent, 0) }
            var interrupt = AVIOInterruptCB(
                callback: { opaque in
                    guard let opaque else { return 0 }
                    return Unmanaged<CancellationFlag>.fromOpaque(opaque).takeUnretainedValue().isCancelled ? 1 : 0
                },
                opaque: Unmanaged.passUnretained(flag).toOpaque()
            )
            var context: UnsafeMutablePointer<AVIOContext>?
            try check(avio_open2(&context, url.absoluteString, AVIO_FLAG_READ, &interrupt, &options), "avio_open2")
            return context!
        }
        let size = avio_size(context)
        canGoBack = context.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
        length = size >= 0 ? size : nil
        connection = Lock(Connection(context: context))
    }

    deinit {
        connection.withLock { connection in
            _ = avio_close(connection.context)
        }
    }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try connection.withLock { connection in
            guard canGoBack else { return try readInOrder(&connection, at: offset, into: buffer) }
            return try explaining {
                if offset != connection.position {
                    let position = avio_seek(connection.context, offset, SEEK_SET)
                    try check(CInt(clamping: min(position, 0)), "avio_seek")
                    connection.position = position
                }
                let count = try read(connection.context, into: buffer)
                connection.position += Int64(count)
                return count
            }
        }
    }

    /// What comes next, as much as is at hand; 0 at the end.
    private func read(
        _ context: UnsafeMutablePointer<AVIOContext>,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws -> Int {
        let bytes = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let count = avio_read_partial(context, bytes, CInt(clamping: buffer.count))
        if flag.isCancelled { throw CancellationError() }
        // FFmpeg has one code for a file that ends with its connection and for a connection that breaks off.
        if length == nil, count == ak_ERROR_IO { throw UnknownEnd(position: avio_tell(context)) }
        return try flow(count, "avio_read_partial") == .done ? Int(count) : 0
    }

    private func readInOrder(
        _ connection: inout Connection,
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws -> Int {
        let context = connection.context
        return try connection.memory.read(at: offset, into: buffer) {
            try explaining {
                var piece = [UInt8](repeating: 0, count: 1 << 16)
                let count = try piece.withUnsafeMutableBytes { try read(context, into: $0) }
                return Array(piece.prefix(count))
            }
        }
    }
}
