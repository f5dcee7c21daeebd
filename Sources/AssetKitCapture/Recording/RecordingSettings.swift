internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
internal import CMTimeLib

/// Settings of a writer for what is captured. Pure.
enum RecordingSettings {
    /// The codecs of pictures for recordings, the usual one first.
    static func codecs(in fileType: AVFileType) -> [AVVideoCodecType] {
        switch fileType {
        case .mov: [.h264, .hevc, .proRes422, .proRes422LT, .proRes422Proxy, .proRes422HQ, .jpeg]
        case .mp4, .m4v: [.h264, .hevc]
        default: [.h264]
        }
    }

    /// Settings for pictures of a size: what the preset's bit rate is, key frames every two seconds, no reordering, and an encoder
    /// that keeps up with a camera.
    static func video(
        _ codec: AVVideoCodecType,
        width: Int,
        height: Int,
        _ preset: AVCaptureSession.Preset
    ) -> [String: Any] {
        var settings: [String: Any] = [
            AVVideoCodecKey: codec, AVVideoWidthKey: width & ~1, AVVideoHeightKey: height & ~1,
        ]
        guard codec == .h264 || codec == .hevc else { return settings }
        let traits = PresetTraits(preset)
        var compression: [String: Any] = [
            AVVideoAverageBitRateKey: traits.bitRate(width: width, height: height),
            AVVideoAllowFrameReorderingKey: false, kVTCompressionPropertyKey_RealTime: true,
            AKVideoEncoderPresetKey: "ultrafast",
        ]
        if traits.hasKeyFramesAlone {
            compression[AVVideoMaxKeyFrameIntervalKey] = 1
        } else {
            compression[AVVideoMaxKeyFrameIntervalDurationKey] = 2
        }
        settings[AVVideoCompressionPropertiesKey] = compression
        return settings
    }

    /// What clients have said, and the rest as for ``video(_:width:height:_:)``.
    static func completed(
        _ settings: [String: Any]?,
        width: Int,
        height: Int,
        _ preset: AVCaptureSession.Preset
    ) -> [String: Any] {
        let codec = codec(of: settings)
        let (ownWidth, ownHeight) = (settings?[AVVideoWidthKey] as? Int, settings?[AVVideoHeightKey] as? Int)
        let usual = video(codec ?? .h264, width: ownWidth ?? width, height: ownHeight ?? height, preset)
        guard let settings else { return usual }
        var result = usual.merging(settings) { $1 }
        if let own = settings[AVVideoCompressionPropertiesKey] as? [String: Any],
            let compression = usual[AVVideoCompressionPropertiesKey] as? [String: Any]
        {
            result[AVVideoCompressionPropertiesKey] = compression.merging(own) { $1 }
        }
        return result
    }

    private static func codec(of settings: [String: Any]?) -> AVVideoCodecType? {
        (settings?[AVVideoCodecKey] as? AVVideoCodecType)
            ?? (settings?[AVVideoCodecKey] as? String).map { AVVideoCodecType(rawValue: $0) }
    }

    /// The pixels that an encoder takes as they are; nil where whatever a device has is as good, or better.
    static func pixelFormat(_ settings: [String: Any]?) -> OSType? {
        let compression = settings?[AVVideoCompressionPropertiesKey] as? [String: Any]
        // A profile may ask for more colours than 4:2:0 has.
        guard [.h264, .hevc].contains(codec(of: settings) ?? .h264), compression?[AVVideoProfileLevelKey] == nil else {
            return nil
        }
        return kCVPixelFormatType_420YpCbCr8Planar
    }

    /// The size of pictures that are no larger than a preset's, of the same shape, and even.
    static func fitting(_ width: Int, _ height: Int, _ size: (width: Int, height: Int)) -> (Int, Int) {
        guard width > size.width || height > size.height, width > 0, height > 0 else { return (width, height) }
        let scale = min(Double(size.width) / Double(width), Double(size.height) / Double(height))
        func even(_ value: Double) -> Int { max(2, Int((value / 2).rounded()) * 2) }
        return (even(Double(width) * scale), even(Double(height) * scale))
    }

    /// Settings for sound: AAC of 64 kb/s for each channel.
    static func audio(sampleRate: Int, channelCount: Int) -> [String: Any] {
        // AAC has no rates above 96 kHz, and the encoder none between those of its table.
        let rates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
        let rate = rates.last { $0 <= sampleRate } ?? 48_000
        let channels = min(max(channelCount, 1), 2)
        return [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
            AVEncoderBitRateKey: min(64_000 * channels, rate * 6 * channels),
        ]
    }
}
