package import AssetKitMedia
internal import CFFmpeg

/// One stream of a container. Holds the container, because the C stream lives inside it.
package struct DemuxedStream {
    package let demuxer: Demuxer
    package let index: Int

    /// What kind of samples the stream has.
    package enum Kind { case video, audio, subtitle, data, attachment, unknown }

    package var kind: Kind {
        withParameters { parameters in
            switch parameters.pointee.codec_type {
            case AVMEDIA_TYPE_VIDEO: .video
            case AVMEDIA_TYPE_AUDIO: .audio
            case AVMEDIA_TYPE_SUBTITLE: .subtitle
            case AVMEDIA_TYPE_DATA: .data
            case AVMEDIA_TYPE_ATTACHMENT: .attachment
            default: .unknown
            }
        }
    }

    /// The identifier that the container gives the stream: a PID, a track number.
    package var identifier: Int { withStream { Int($0.pointee.id) } }

    /// The length of a tick: numerator and denominator of a second.
    package var timeBase: (numerator: Int32, denominator: Int32) {
        withStream { ($0.pointee.time_base.num, $0.pointee.time_base.den) }
    }

    /// When the stream starts, as it is stored.
    package var startTicks: Int64? {
        withStream { Demuxer.known($0.pointee.start_time) }.map { $0 + demuxer.clockOffset }
    }
    package var durationTicks: Int64? { withStream { Demuxer.known($0.pointee.duration) } }
    /// How many samples the container says there are; nil when it does not say.
    package var sampleCount: Int64? { withStream { $0.pointee.nb_frames > 0 ? $0.pointee.nb_frames : nil } }

    /// The time of the last key sample at or before another time, by the index that FFmpeg has; nil where it lists none.
    package func listedKey(atOrBefore ticks: Int64) -> Int64? {
        withStream { stream in
            let place = av_index_search_timestamp(stream, ticks, AVSEEK_FLAG_BACKWARD)
            guard place >= 0, let entry = avformat_index_get_entry(stream, place) else { return nil }
            return Demuxer.known(entry.pointee.timestamp)
        }
    }

    package var metadata: [(key: String, value: String)] { withStream { dictionary($0.pointee.metadata) } }

    /// FFmpeg's name of the codec, such as `h264`.
    package var codecName: String { withParameters { String(cString: avcodec_get_name($0.pointee.codec_id)) } }

    /// The codec is this one.
    package func hasCodec(_ codec: CodecTraits) -> Bool { codecName == codec.name }

    /// What is known of the codec.
    package var traits: CodecTraits { CodecTraits.named(codecName) }

    /// The codec, where it is one that the table lists.
    package var knownCodec: MediaCodec? { traits.codec }

    /// The four-character code that the container stores, where it stores one: what tests see, which cannot reach FFmpeg's stream.
    var codecTag: UInt32 { withParameters { $0.pointee.codec_tag } }

    /// The codec's own header as the container stores it.
    package var codecPrivate: [UInt8] {
        withParameters { parameters in
            guard let bytes = parameters.pointee.extradata, parameters.pointee.extradata_size > 0 else { return [] }
            return Array(UnsafeBufferPointer(start: bytes, count: Int(parameters.pointee.extradata_size)))
        }
    }

    func withStream<R>(_ body: (UnsafeMutablePointer<AVStream>) throws -> R) rethrows -> R {
        try demuxer.withStream(index, body)
    }

    func withParameters<R>(_ body: (UnsafeMutablePointer<AVCodecParameters>) throws -> R) rethrows -> R {
        try withStream { try body($0.pointee.codecpar) }
    }
}
