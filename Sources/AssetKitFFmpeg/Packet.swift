internal import CFFmpeg

/// A reusable slot for one compressed sample. Freed when it goes out of scope.
package struct Packet: ~Copyable {
    private let raw: UnsafeMutablePointer<AVPacket>

    package init() { raw = av_packet_alloc()! }  // fails only when there is no memory left

    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&pointer)
    }

    /// The presentation time in ticks of the stream, where the container gives one.
    package var presentationTicks: Int64? { raw.pointee.pts == ak_NOPTS_VALUE ? nil : raw.pointee.pts }

    /// The decode time in ticks of the stream, where the container gives one.
    package var decodeTicks: Int64? { raw.pointee.dts == ak_NOPTS_VALUE ? nil : raw.pointee.dts }

    /// The duration in ticks of the stream; 0 when it is not known.
    package var durationTicks: Int64 {
        let ticks = raw.pointee.duration
        // Where the end of an Ogg file hides more than its last packet makes, FFmpeg counts less than nothing, in 32 bits.
        return ticks >> 31 == 1 && skippedFrames.atEnd > 0 ? 0 : ticks
    }

    package var streamIndex: Int { Int(raw.pointee.stream_index) }
    package var byteCount: Int { Int(raw.pointee.size) }
    /// A demuxer that has nothing yet leaves the slot like that.
    package var isEmpty: Bool { byteCount == 0 && presentationTicks == nil && decodeTicks == nil }
    package var isKey: Bool { raw.pointee.flags & AV_PKT_FLAG_KEY != 0 }
    /// The decoder needs it and nobody is to see it: it lies outside the edit list.
    package var isDiscarded: Bool { raw.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
    package var isDisposable: Bool { raw.pointee.flags & AV_PKT_FLAG_DISPOSABLE != 0 }

    /// Where the sample lies in the file, where the container tells.
    package var filePosition: Int64? { raw.pointee.pos < 0 ? nil : raw.pointee.pos }

    /// Lends the sample's bytes.
    package borrowing func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: raw.pointee.data, count: Int(raw.pointee.size)))
    }

    /// Lends the C packet for the length of one call.
    borrowing func withRaw<R, E: Error>(_ body: (UnsafeMutablePointer<AVPacket>) throws(E) -> R) throws(E) -> R {
        try body(raw)
    }
}
