package import CFFmpeg

/// A reusable slot for one decoded picture, or for some sound. Freed when it goes out of scope.
package struct Frame: ~Copyable {
    private let raw: UnsafeMutablePointer<AVFrame>

    package init() { raw = av_frame_alloc()! }  // fails only when there is no memory left

    /// Makes a picture in new memory.
    package init(width: Int, height: Int, format: AVPixelFormat) throws {
        self.init()
        raw.pointee.width = CInt(clamping: width)
        raw.pointee.height = CInt(clamping: height)
        raw.pointee.format = format.rawValue
        // 64: what the widest vector instructions in use ask for, and what pictures of ours have.
        try check(av_frame_get_buffer(raw, 64), "av_frame_get_buffer")
    }

    /// Makes room for sound in new memory.
    package init(_ sound: SoundShape, sampleCount: Int) throws {
        self.init()
        raw.pointee.nb_samples = CInt(clamping: sampleCount)
        sound.describe(raw)
        try check(av_frame_get_buffer(raw, 0), "av_frame_get_buffer")
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&pointer)
    }

    /// The presentation time in ticks of the stream, from the container or, where it gives none, from the decoder.
    package var presentationTicks: Int64? {
        let ticks = raw.pointee.best_effort_timestamp
        return ticks == ak_NOPTS_VALUE ? Demuxer.known(raw.pointee.pts) : ticks
    }

    /// The presentation time in ticks that the packet had which the frame came from.
    package var packetPresentationTicks: Int64? { Demuxer.known(raw.pointee.pts) }

    /// The duration in ticks of the stream; 0 when it is not known.
    package var durationTicks: Int64 { raw.pointee.pkt_duration }

    /// The time that an encoder is to give the frame, in ticks of its own.
    package func setPresentationTicks(_ ticks: Int64) { raw.pointee.pts = ticks }

    package var isEmpty: Bool { raw.pointee.buf.0 == nil }
    package var isKey: Bool { raw.pointee.key_frame != 0 }
    /// The decoder had to guess parts of it.
    var isDamaged: Bool { raw.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || raw.pointee.decode_error_flags != 0 }
    package var isInterlaced: Bool { raw.pointee.interlaced_frame != 0 }
    package var isTopFieldFirst: Bool { raw.pointee.top_field_first != 0 }

    /// Marks the picture as interlaced, and says which field comes first: what tests make, which cannot reach FFmpeg's frame.
    func setInterlaced(topFieldFirst: Bool) {
        raw.pointee.interlaced_frame = 1
        raw.pointee.top_field_first = topFieldFirst ? 1 : 0
    }

    package var width: Int { Int(raw.pointee.width) }
    package var height: Int { Int(raw.pointee.height) }
    package var pixelFormat: AVPixelFormat { AVPixelFormat(raw.pointee.format) }
    package var sampleCount: Int { Int(raw.pointee.nb_samples) }

    /// The shape of one pixel, where it is known.
    package var pixelAspect: (horizontal: Int, vertical: Int)? {
        let aspect = raw.pointee.sample_aspect_ratio
        return aspect.num > 0 && aspect.den > 0 ? (Int(aspect.num), Int(aspect.den)) : nil
    }

    /// Drops the content, so that the slot can be filled again.
    package func clear() { av_frame_unref(raw) }

    /// Lends one row of a plane: what FFmpeg keeps of it, padding included.
    package func withRow<R>(_ row: Int, ofPlane plane: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> R)
        rethrows -> R
    {
        precondition((0..<4).contains(plane) && (0..<height).contains(row), "no row \(row) in plane \(plane)")
        let stride = lineSize(ofPlane: plane)
        let base = UnsafeMutableRawPointer(raw.pointee.extended_data[plane]!)  // a filled frame has its planes
        return try body(UnsafeMutableRawBufferPointer(start: base + row * stride, count: abs(stride)))
    }

    /// Lends the samples of one channel, or of all channels where they are interleaved (plane 0).
    func withSamples<R>(ofPlane plane: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        let sound = SoundShape(raw)
        precondition((0..<sound.planeCount).contains(plane), "no plane \(plane) of sound")
        let count = sampleCount * sound.bytesPerFrame
        return try body(UnsafeRawBufferPointer(start: raw.pointee.extended_data[plane], count: count))
    }

    /// Bytes from one row to the next; negative where the picture stands on its head in memory.
    package func lineSize(ofPlane plane: Int) -> Int {
        withUnsafeBytes(of: raw.pointee.linesize) { Int($0.load(fromByteOffset: plane * 4, as: CInt.self)) }
    }

    /// Takes over what another slot holds, which is empty then.
    package func take(from other: borrowing Frame) {
        av_frame_unref(raw)
        other.withRaw { av_frame_move_ref(raw, $0) }
    }

    /// Shares what another slot holds.
    package func share(_ other: borrowing Frame) throws {
        av_frame_unref(raw)
        _ = try other.withRaw { try check(av_frame_ref(raw, $0), "av_frame_ref") }
    }

    /// Lends the C frame for the length of one call.
    borrowing func withRaw<R, E: Error>(_ body: (UnsafeMutablePointer<AVFrame>) throws(E) -> R) throws(E) -> R {
        try body(raw)
    }
}
