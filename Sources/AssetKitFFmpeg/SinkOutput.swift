internal import AssetKitBase
internal import AssetKitMedia
internal import CFFmpeg

/// FFmpeg's view of a new file: custom I/O that writes where the muxer asks, and stops when the flag goes up.
///
/// Not Sendable: the muxer that uses it owns it.
final class SinkOutput {
    private static let bufferSize = 256 * 1024

    let context: UnsafeMutablePointer<AVIOContext>
    private let state: State

    /// What the callbacks see. They get it as an unretained pointer, which `SinkOutput` keeps alive.
    private final class State {
        let sink: any ByteSink
        let flag: CancellationFlag
        var position: Int64 = 0
        /// What the sink threw: FFmpeg only hands a number on.
        var failure: (any Error)?

        init(_ sink: any ByteSink, _ flag: CancellationFlag) {
            self.sink = sink
            self.flag = flag
        }

        func write(_ bytes: UnsafeRawBufferPointer) -> CInt {
            guard !flag.isCancelled else {
                failure = CancellationError()
                return ak_ERROR_EXIT
            }
            // Nothing is written behind a gap that an earlier failure left.
            guard failure == nil else { return ak_ERROR_IO }
            do {
                try sink.write(bytes, at: position)
                position += Int64(bytes.count)
                return CInt(bytes.count)
            } catch {
                failure = error
                return ak_ERROR_IO
            }
        }

        func seek(to offset: Int64, _ whence: CInt) -> Int64 {
            if whence & AVSEEK_SIZE != 0 { return sink.length }
            let base: Int64? =
                switch whence & ~AVSEEK_FORCE {
                case SEEK_SET: 0
                case SEEK_CUR: position
                case SEEK_END: sink.length
                default: nil
                }
            guard let base else { return Int64(ak_ERROR_UNSUPPORTED) }
            let target = base.addingReportingOverflow(offset)
            guard !target.overflow, target.partialValue >= 0 else { return Int64(ak_ERROR_INVALID_DATA) }
            position = target.partialValue
            return position
        }
    }

    init(_ sink: any ByteSink, flag: CancellationFlag) {
        state = State(sink, flag)
        let buffer = av_malloc(Self.bufferSize)!  // fails only when there is no memory left
        context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self),
            CInt(Self.bufferSize),
            1,
            Unmanaged.passUnretained(state).toOpaque(),
            nil,
            { opaque, bytes, count in
                guard let opaque, let bytes, count > 0 else { return 0 }
                let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(count))
                return Unmanaged<State>.fromOpaque(opaque).takeUnretainedValue().write(buffer)
            },
            { opaque, offset, whence in
                guard let opaque else { return Int64(ak_ERROR_UNSUPPORTED) }
                return Unmanaged<State>.fromOpaque(opaque).takeUnretainedValue().seek(to: offset, whence)
            }
        )!  // likewise
        context.pointee.seekable = sink.canGoBack ? AVIO_SEEKABLE_NORMAL : 0
    }

    deinit {
        // FFmpeg may have replaced the first buffer by a larger one, so the one to free is the one that is there now.
        av_freep(&context.pointee.buffer)
        var pointer: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&pointer)
    }

    /// What the sink threw, where it did.
    var failure: (any Error)? { state.failure }
}
