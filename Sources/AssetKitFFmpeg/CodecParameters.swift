package import AssetKitMedia
package import CFFmpeg

/// What a decoder has to know about a stream before its first sample. Outlives the container that it came from.
///
/// SAFETY: `raw` is written before `init` returns and only read after it.
package final class CodecParameters: @unchecked Sendable {
    private let raw: UnsafeMutablePointer<AVCodecParameters>
    /// The length of a tick of the samples' times.
    package let timeBase: (numerator: Int32, denominator: Int32)
    private let codecName: String
    /// FFmpeg's name of the decoder, where it is not the usual one.
    package let decoderName: String?

    /// Copies what a container says about a stream. A decoder takes alpha from beside the samples too, if that is asked
    /// for and there is one that does. `reorderedPictures`: how many pictures it has to hold back, where the container's
    /// own word does not count.
    package init(_ stream: DemuxedStream, decodesAlpha: Bool = false, reorderedPictures: Int? = nil) throws {
        decoderName = decodesAlpha ? stream.traits.alphaDecoder : nil
        raw = avcodec_parameters_alloc()!  // fails only when there is no memory left
        timeBase = stream.timeBase
        codecName = stream.codecName
        _ = try stream.withParameters { from throws(FFmpegError) in
            try check(avcodec_parameters_copy(raw, from), "avcodec_parameters_copy")
        }
        if let reorderedPictures { raw.pointee.video_delay = CInt(reorderedPictures) }
    }

    /// Lets `fill` write what is known of a stream.
    package init(
        _ codecName: String,
        timeBase: (numerator: Int32, denominator: Int32),
        fill: (UnsafeMutablePointer<AVCodecParameters>) throws -> Void
    ) throws {
        raw = avcodec_parameters_alloc()!  // likewise
        self.timeBase = timeBase
        self.codecName = codecName
        decoderName = nil
        try fill(raw)
    }

    /// Says no more than the codec and the length of a tick: for samples that nobody decodes.
    package init(onlyCodec codec: CodecTraits, timeBase: (numerator: Int32, denominator: Int32)) {
        raw = avcodec_parameters_alloc()!  // likewise
        self.timeBase = timeBase
        codecName = codec.name
        decoderName = nil
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVCodecParameters>? = raw
        avcodec_parameters_free(&pointer)
    }

    /// What is known of the codec.
    package var traits: CodecTraits { CodecTraits.named(codecName) }

    /// The codec's own header as the container stores it.
    package var codecPrivate: [UInt8] {
        guard let bytes = raw.pointee.extradata, raw.pointee.extradata_size > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(raw.pointee.extradata_size)))
    }

    /// Lends the C struct for the length of one call.
    func withRaw<R, E: Error>(_ body: (UnsafePointer<AVCodecParameters>) throws(E) -> R) throws(E) -> R {
        try body(UnsafePointer(raw))
    }
}
