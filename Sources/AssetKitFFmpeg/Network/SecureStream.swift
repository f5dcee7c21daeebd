internal import AssetKitBase
internal import CFFmpeg

/// A connection by TLS, as FFmpeg makes them.
final class SecureStream: NetworkStream {
    /// What the callback sees, as an unretained pointer.
    private final class Waiter {
        var wait: NetworkWait
        init(_ wait: NetworkWait) { self.wait = wait }
    }

    private let context: UnsafeMutablePointer<AVIOContext>
    private let waiter: Waiter

    init(host: String, port: UInt16, _ wait: NetworkWait) throws {
        let waiter = Waiter(wait)
        self.waiter = waiter
        let name = host.contains(":") ? "[\(host)]" : host
        do {
            context = try explaining {
                var interrupt = AVIOInterruptCB(
                    callback: { opaque in
                        guard let opaque else { return 0 }
                        let waiter = Unmanaged<Waiter>.fromOpaque(opaque).takeUnretainedValue()
                        return (try? waiter.wait.check()) == nil ? 1 : 0
                    },
                    opaque: Unmanaged.passUnretained(waiter).toOpaque()
                )
                var context: UnsafeMutablePointer<AVIOContext>?
                let flags = AVIO_FLAG_READ | AVIO_FLAG_WRITE
                try check(avio_open2(&context, "tls://\(name):\(port)", flags, &interrupt, nil), "avio_open2")
                return context!
            }
        } catch {
            try wait.check()
            throw NetworkProblem.unreachable("\(error)")
        }
    }

    deinit { avio_close(context) }

    func read(into buffer: UnsafeMutableRawBufferPointer, _ wait: NetworkWait) throws -> Int {
        waiter.wait = wait
        let bytes = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let count = avio_read_partial(context, bytes, CInt(clamping: buffer.count))
        if count == ak_ERROR_EOF { return 0 }
        try checkTransfer(count)
        return Int(count)
    }

    func write(_ bytes: [UInt8], _ wait: NetworkWait) throws {
        waiter.wait = wait
        avio_write(context, bytes, CInt(clamping: bytes.count))
        avio_flush(context)
        try checkTransfer(context.pointee.error)
    }

    private func checkTransfer(_ code: CInt) throws {
        guard code < 0 else { return }
        try waiter.wait.check()
        let words = FFmpegError(code: code, function: "avio_read_partial").description
        throw NetworkProblem("the connection to its server broke: \(words)", isPassing: true)
    }
}
