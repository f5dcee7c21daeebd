internal import AssetKitBase
internal import AssetKitMedia
internal import CFFmpeg
internal import Foundation

/// FFmpeg's view of a source: custom I/O that reads where the demuxer asks, and stops when the flag goes up.
///
/// Not Sendable: the demuxer that uses it owns it.
final class InputOutput {
    private static let bufferSize = 64 * 1024

    let context: UnsafeMutablePointer<AVIOContext>
    private let state: State

    /// What the callbacks see. They get it as an unretained pointer, which `InputOutput` keeps alive.
    private final class State {
        let source: any AKByteSource
        let flag: CancellationFlag
        /// nil where FFmpeg is not to go where it likes.
        let length: Int64?
        var position: Int64
        var bytesRead: Int64 = 0
        /// What the source threw: FFmpeg only hands a number on.
        var failure: (any Error)?

        init(_ source: any AKByteSource, _ length: Int64?, from position: Int64, _ flag: CancellationFlag) {
            self.source = source
            self.length = length
            self.position = position
            self.flag = flag
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> CInt {
            guard !flag.isCancelled else { return ak_ERROR_EXIT }
            do {
                let count = try source.read(at: position, into: buffer)
                // A source of the client's may answer anything.
                guard count > 0, count <= buffer.count else { return count == 0 ? ak_ERROR_EOF : ak_ERROR_IO }
                position += Int64(count)
                bytesRead += Int64(count)
                return CInt(count)
            } catch {
                failure = error
                return error is CancellationError ? ak_ERROR_EXIT : ak_ERROR_IO
            }
        }

        func seek(to offset: Int64, _ whence: CInt) -> Int64 {
            if whence & AVSEEK_SIZE != 0 { return length ?? Int64(ak_ERROR_UNSUPPORTED) }
            let base: Int64? =
                switch whence & ~AVSEEK_FORCE {
                case SEEK_SET: 0
                case SEEK_CUR: position
                case SEEK_END: length
                default: nil
                }
            guard let base else { return Int64(ak_ERROR_UNSUPPORTED) }
            let target = base.addingReportingOverflow(offset)
            guard !target.overflow, target.partialValue >= 0 else { return Int64(ak_ERROR_INVALID_DATA) }
            position = target.partialValue
            return position
        }
    }

    /// `position`: where it begins.
    init(_ source: any AKByteSource, from position: Int64 = 0, flag: CancellationFlag) throws {
        state = State(source, try source.seekableLength, from: position, flag)
        let buffer = av_malloc(Self.bufferSize)!  // fails only when there is no memory left
        context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self),
            CInt(Self.bufferSize),
            0,
            Unmanaged.passUnretained(state).toOpaque(),
            { opaque, bytes, count in
                guard let opaque, let bytes, count > 0 else { return ak_ERROR_EOF }
                let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
                return Unmanaged<State>.fromOpaque(opaque).takeUnretainedValue().read(into: buffer)
            },
            nil,
            { opaque, offset, whence in
                guard let opaque else { return Int64(ak_ERROR_UNSUPPORTED) }
                return Unmanaged<State>.fromOpaque(opaque).takeUnretainedValue().seek(to: offset, whence)
            }
        )!  // likewise
        context.pointee.seekable = state.length == nil ? 0 : AVIO_SEEKABLE_NORMAL
    }

    deinit {
        // FFmpeg may have replaced the first buffer by a larger one, so the one to free is the one that is there now.
        av_freep(&context.pointee.buffer)
        var pointer: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&pointer)
    }

    /// How many bytes have been asked of the source.
    var bytesRead: Int64 { state.bytesRead }

    /// What the source threw, where it did.
    var failure: (any Error)? { state.failure }
}
