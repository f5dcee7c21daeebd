internal import AssetKitBase
internal import CFFmpeg

/// FFmpeg's decoder of closed captions as analogue television had them (CEA-608). Not Sendable: one stage owns it.
package final class CaptionDecoder {
    /// A text that shows for a while.
    package struct Caption: Hashable, Sendable {
        package var start: Int64
        /// nil until something takes it away.
        package var end: Int64?
        /// A line of SubStation Alpha, as Matroska has it.
        package var event: [UInt8]
    }

    /// Ticks of a second that its times count.
    package static let timescale: CInt = 1_000_000

    private let context: UnsafeMutablePointer<AVCodecContext>
    private let packet = Packet()

    package init() throws {
        FFmpegLog.install()
        guard let decoder = avcodec_find_decoder(AV_CODEC_ID_EIA_608), let made = avcodec_alloc_context3(decoder) else {
            throw FFmpegError(
                code: ak_ERROR_DECODER_NOT_FOUND,
                function: "avcodec_find_decoder",
                detail: "the codec is eia_608"
            )
        }
        context = made
        context.pointee.pkt_timebase = AVRational(num: 1, den: Self.timescale)
        try explaining { try check(avcodec_open2(context, decoder, nil), "avcodec_open2") }
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&pointer)
    }

    /// What has been on the screen by the time that these triplets of bytes arrive, and is not any more.
    package func decode(_ triplets: [UInt8], at ticks: Int64) throws -> [Caption] {
        var captions: [Caption] = []
        // It gives one text for each call, and forgets what follows in the same one.
        for start in stride(from: 0, to: triplets.count - 2, by: 3) {
            let label = PacketLabel(presentationTicks: ticks, decodeTicks: ticks, isKey: true)
            try packet.fill(byteCount: 3, label) { $0.copyBytes(from: triplets[start..<start + 3]) }
            captions += try packet.withRaw { try decode($0) }
        }
        return captions
    }

    /// What is still on the screen.
    package func finish() throws -> [Caption] {
        var empty = AVPacket()
        return try withUnsafeMutablePointer(to: &empty) { try decode($0) }
    }

    private func decode(_ raw: UnsafeMutablePointer<AVPacket>) throws -> [Caption] {
        var (subtitle, isThere) = (AVSubtitle(), CInt(0))
        // What cannot be understood is left out, as it is on a screen.
        guard avcodec_decode_subtitle2(context, &subtitle, &isThere, raw) >= 0, isThere != 0 else { return [] }
        defer { avsubtitle_free(&subtitle) }
        guard subtitle.pts != ak_NOPTS_VALUE, let rectangles = subtitle.rects else { return [] }
        let length = subtitle.end_display_time
        let end = length == 0 || length == .max ? nil : subtitle.pts.addingClamped(Int64(length) * 1000)
        return (0..<Int(subtitle.num_rects)).compactMap { number in
            guard let text = rectangles[number]?.pointee.ass else { return nil }
            return Caption(start: subtitle.pts, end: end, event: Array(String(cString: text).utf8))
        }
    }
}
