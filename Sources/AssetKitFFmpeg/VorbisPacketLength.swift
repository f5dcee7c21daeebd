internal import CFFmpeg

/// Tells how many frames packets of Vorbis decode to, which depends on the one before. Not Sendable: one stage owns it.
package final class VorbisPacketLength {
    private let context: OpaquePointer

    /// nil where the header makes no sense.
    package init?(codecPrivate: [UInt8]) {
        guard let opened = av_vorbis_parse_init(codecPrivate, CInt(clamping: codecPrivate.count)) else { return nil }
        context = opened
    }

    deinit {
        var pointer: OpaquePointer? = context
        av_vorbis_parse_free(&pointer)
    }

    /// The frames of the next packet; nil for what is no packet of sound.
    package func frameCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        let count = av_vorbis_parse_frame(
            context,
            base.assumingMemoryBound(to: UInt8.self),
            CInt(clamping: bytes.count)
        )
        return count >= 0 ? Int(count) : nil
    }
}
