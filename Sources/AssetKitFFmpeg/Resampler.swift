internal import CFFmpeg
internal import Foundation

/// Changes rate, samples and channels of sound. Not Sendable: one stage owns it.
///
/// Convert every frame, then drain until nothing comes. What comes out begins at the first sample that went in: the
/// filter's delay is held back, not added.
package final class Resampler {
    package let target: SoundShape
    private let context: OpaquePointer
    private var source: SoundShape

    package init(from source: SoundShape, to target: SoundShape) throws {
        FFmpegLog.install()
        // FFmpeg aborts the process at some of these instead of refusing them.
        guard source.isSensible, target.isSensible else {
            throw FFmpegError(code: ak_error(EINVAL), function: "swr_init", detail: "no such sound")
        }
        self.source = source
        self.target = target
        context = swr_alloc()!  // fails only when there is no memory left
        try context.setUp(from: source, to: target) { _ in }
    }

    deinit {
        var pointer: OpaquePointer? = context
        swr_free(&pointer)
    }

    /// How many frames of the target's rate are held back.
    package var delay: Int { Int(swr_get_delay(context, Int64(target.sampleRate))) }

    /// Lends the C context.
    func withContext<R>(_ body: (OpaquePointer) throws -> R) rethrows -> R { try body(context) }

    /// Fills `result` with what comes out for `sound`, which may be nothing. Sound of another shape than before is an
    /// error: what is held back has to be drained first, and a new resampler made.
    package func convert(_ sound: borrowing Frame, into result: borrowing Frame) throws {
        try sound.withRaw { raw throws in
            guard SoundShape(raw) == source else {
                throw FFmpegError(code: ak_ERROR_INPUT_CHANGED, function: "swr_convert_frame")
            }
            try convert(raw, into: result)
        }
    }

    /// Fills `result` with what was held back; false when that is nothing.
    package func drain(into result: borrowing Frame) throws -> Bool {
        try convert(nil, into: result)
        return result.sampleCount > 0
    }

    private func convert(_ sound: UnsafeMutablePointer<AVFrame>?, into result: borrowing Frame) throws {
        result.clear()
        let arriving = Int64(sound?.pointee.nb_samples ?? 0)
        let capacity = try check(swr_get_out_samples(context, CInt(arriving)), "swr_get_out_samples")
        guard capacity > 0 else { return }
        try result.withRaw { raw in
            target.describe(raw)
            raw.pointee.nb_samples = capacity
            try check(av_frame_get_buffer(raw, 0), "av_frame_get_buffer")
            try explaining {
                let count = try check(
                    ak_resample(context, raw.pointee.extended_data, capacity, sound),
                    "swr_convert"
                )
                raw.pointee.nb_samples = count
            }
        }
    }
}
