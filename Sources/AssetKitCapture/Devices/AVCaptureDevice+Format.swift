internal import AssetKitBase
internal import AssetKitDevices
public import AssetKitMedia
public import CMTimeLib
public import Foundation

extension AVCaptureDevice {
    /// A way in which a device can deliver.
    public final class Format: NSObject, Sendable {
        let format: DeviceFormat
        /// What samples are like. Of pictures that come as files, what they are once decoded. Pictures of a screen that somebody has to
        /// choose first have no size here, 0 × 0; the port of an input has it once they come.
        public let formatDescription: CMFormatDescription
        /// How fast pictures can come; empty for sound.
        public let videoSupportedFrameRateRanges: [AVFrameRateRange]
        /// How many times larger a part of the picture can be made.
        public let videoMaxZoomFactor: CGFloat
        private let exposures: (shortest: CMTime, longest: CMTime)
        private let sensitivities: (least: Float, most: Float)

        /// How many times larger the middle of a picture can be made of a camera that has no zoom.
        private static let digitalZoom: CGFloat = 4

        init?(_ format: DeviceFormat, of facts: DeviceFacts) {
            guard let description = format.formatDescription else { return nil }
            let controls = facts.controls
            self.format = format
            formatDescription = description
            videoSupportedFrameRateRanges =
                switch format.pictures?.rates {
                case .these(let durations): durations.map { AVFrameRateRange($0, $0) }
                case .between(let shortest, let longest): [AVFrameRateRange(shortest, longest)]
                case nil: []
                }
            videoMaxZoomFactor =
                AVCaptureDevice.zoom(of: controls).map { CGFloat($0.maximum) / CGFloat($0.minimum) }
                ?? (facts.kind == .camera ? Self.digitalZoom : 1)
            let exposure = controls.first { $0.kind == .exposureAbsolute }
            exposures = (
                exposure.map { CMTime(value: $0.minimum, timescale: 10_000) } ?? .invalid,
                exposure.map { CMTime(value: $0.maximum, timescale: 10_000) } ?? .invalid
            )
            let gain = controls.first { $0.kind == .isoSensitivity } ?? controls.first { $0.kind == .gain }
            sensitivities = (Float(gain?.minimum ?? 0), Float(gain?.maximum ?? 0))
        }

        /// What kind of media it is.
        public var mediaType: AVMediaType { format.sound == nil ? .video : .audio }
        /// The shortest exposure; invalid where exposures cannot be set.
        public var minExposureDuration: CMTime { exposures.shortest }
        /// The longest exposure; invalid where exposures cannot be set.
        public var maxExposureDuration: CMTime { exposures.longest }
        /// The least sensitivity, in units of the driver; 0 where it cannot be set.
        public var minISO: Float { sensitivities.least }
        /// The greatest sensitivity, in units of the driver; 0 where it cannot be set.
        public var maxISO: Float { sensitivities.most }
        /// The sizes that photos can have: that of the pictures.
        public var supportedMaxPhotoDimensions: [CMVideoDimensions] {
            mediaType == .video && isSizeKnown ? [formatDescription.videoDimensions] : []
        }

        /// Whether it is known how large pictures are before they come.
        var isSizeKnown: Bool { format.pictures.map { $0.width > 0 && $0.height > 0 } ?? true }

        /// What the port of an input says of it; nil where that is known later.
        var portDescription: CMFormatDescription? { isSizeKnown ? formatDescription : nil }

        /// Nothing is steadied here.
        public var isVideoStabilizationSupported: Bool { false }
        /// Nothing is steadied here: only `.off` is supported.
        public func isVideoStabilizationModeSupported(_ videoStabilizationMode: AVCaptureVideoStabilizationMode) -> Bool
        {
            videoStabilizationMode == .off
        }
        /// Whether it can be used with another camera at the same time. All can here.
        public var isMultiCamSupported: Bool { true }
        /// Whether pictures of more than 8 bits can come. None can here.
        public var isVideoHDRSupported: Bool { false }

        /// The format in words.
        public override var description: String {
            switch format {
            case .pictures(let format):
                "\(format.coding.word) " + (isSizeKnown ? "\(format.width)x\(format.height) " : "")
                    + videoSupportedFrameRateRanges.map { String(format: "%g", $0.maxFrameRate) }.joined(
                        separator: ", "
                    )
            case .sound(let format): "\(format.sampleRate) Hz, \(format.channelCount) ch"
            }
        }
    }
}

extension DeviceFormat {
    /// What samples are like once they are decoded.
    var formatDescription: CMFormatDescription? {
        switch self {
        case .pictures(let format):
            return try? CMFormatDescription(
                videoCodecType: CMFormatDescription.MediaSubType(rawValue: format.coding.pixelFormat),
                width: format.width,
                height: format.height
            )
        case .sound(let format): return CMFormatDescription.sound(format)
        }
    }
}

extension DevicePictureFormat.Coding {
    /// The format of pixels that come of it. JPEG files are of the full range.
    var pixelFormat: OSType {
        switch self {
        case .pixels(let type): type
        case .jpeg: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        case .h264: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        }
    }

    /// The coding in a word.
    package var word: String {
        switch self {
        // Those from before there were letters.
        case .pixels(kCVPixelFormatType_24RGB): "24RGB"
        case .pixels(kCVPixelFormatType_32ARGB): "32ARGB"
        case .pixels(let type): type.letters
        case .jpeg: "jpeg"
        case .h264: "avc1"
        }
    }
}

extension CMFormatDescription {
    /// Sound as data outputs deliver it: whole numbers of 16 bits, the channels of a frame side by side.
    static func sound(_ format: DeviceSoundFormat) -> CMFormatDescription? {
        let frame = UInt32(format.channelCount * 2)
        let basic = AudioStreamBasicDescription(
            mSampleRate: Double(format.sampleRate),
            mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
            mBytesPerPacket: frame,
            mFramesPerPacket: 1,
            mBytesPerFrame: frame,
            mChannelsPerFrame: UInt32(format.channelCount),
            mBitsPerChannel: 16,
            mReserved: 0
        )
        return try? CMFormatDescription(audioStreamBasicDescription: basic)
    }
}
