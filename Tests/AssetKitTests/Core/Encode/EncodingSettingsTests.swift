import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSinks
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

@Suite("Settings of encoders")
struct EncodingSettingsTests {
    private func pictures(
        _ codec: Any,
        _ properties: [String: Any] = [:],
        _ more: [String: Any] = [:],
        source: PictureEncoding.Source = PictureEncoding.Source()
    ) throws -> PictureEncoding {
        var settings: [String: Any] = [AVVideoCodecKey: codec, AVVideoWidthKey: 640, AVVideoHeightKey: 360]
        if !properties.isEmpty { settings[AVVideoCompressionPropertiesKey] = properties }
        return try PictureEncoding(
            settings: settings.merging(more) { _, new in new },
            fileType: .mov,
            source: source
        )
    }

    private func reason(_ body: () throws -> some Any) -> String {
        do {
            _ = try body()
            return ""
        } catch {
            return (error as? MediaProblem)?.reason ?? "\(error)"
        }
    }

    @Test("become a value, and the value survives being stored")
    func pictureSettings() throws {
        let encoding = try pictures(
            AVVideoCodecType.h264,
            [
                AVVideoAverageBitRateKey: 2_000_000, AVVideoMaxKeyFrameIntervalKey: UInt32(48),
                AVVideoMaxKeyFrameIntervalDurationKey: 2.0, AVVideoAllowFrameReorderingKey: false,
                AVVideoProfileLevelKey: AVVideoProfileLevelH264High41,
                AVVideoH264EntropyModeKey: AVVideoH264EntropyModeCAVLC, AVVideoExpectedSourceFrameRateKey: 29.97,
                kVTCompressionPropertyKey_DataRateLimits: [400_000, 1.0],
            ],
            [
                AVVideoColorPropertiesKey: [
                    AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
                    AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
                    AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
                ]
            ]
        )
        #expect(encoding.rate == .bitRate(2_000_000))
        #expect(encoding.limit == PictureEncoding.RateLimit(bitRate: 3_200_000, bufferSize: 3_200_000))
        #expect(encoding.keyFrameInterval.pictures == 48)
        #expect(encoding.keyFrameInterval.duration == CMTime(value: 2, timescale: 1))
        #expect(!encoding.allowsReordering && encoding.usesArithmeticCoding == false)
        #expect(encoding.profile == "high" && encoding.level == "4.1")
        #expect(encoding.frameRate == PictureEncoding.FrameRate(frames: 30000, seconds: 1001))
        #expect(encoding.color == PictureColor(primaries: 1, transfer: 1, matrix: 1))
        let stored = try JSONEncoder().encode(encoding)
        #expect(try JSONDecoder().decode(PictureEncoding.self, from: stored) == encoding)
        _ = try PictureEncoder(encoding).format
    }

    @Test("choose a layout that the profile holds, and that keeps what the source has")
    func layouts() throws {
        let deep = PictureEncoding.Source(pixelFormat: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
        let narrow = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let wide = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
        let main10 = [AVVideoProfileLevelKey: kVTProfileLevel_HEVC_Main10_AutoLevel]
        let main = [AVVideoProfileLevelKey: kVTProfileLevel_HEVC_Main_AutoLevel]
        #expect(try pictures(AVVideoCodecType.h264, source: deep).pixelFormat == narrow)
        #expect(try pictures(AVVideoCodecType.hevc, source: deep).pixelFormat == wide)
        #expect(try pictures(AVVideoCodecType.hevc, main, source: deep).pixelFormat == narrow)
        #expect(try pictures(AVVideoCodecType.hevc, main10).pixelFormat == wide)
        #expect(try pictures(AVVideoCodecType.akAV1, source: deep).pixelFormat == wide)
        let bgra = PictureEncoding.Source(pixelFormat: kCVPixelFormatType_32BGRA)
        #expect(try pictures(AVVideoCodecType.h264, source: bgra).pixelFormat == narrow)
        #expect(
            try pictures(AVVideoCodecType.proRes422, source: bgra).pixelFormat
                == kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange
        )
        #expect(try pictures(AVVideoCodecType.proRes4444, source: bgra).pixelFormat == kCVPixelFormatType_32BGRA)
        let jpeg = try pictures(AVVideoCodecType.jpeg, source: bgra).pixelFormat
        #expect(jpeg == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    }

    @Test("that cannot be are refused by name")
    func wrongPictures() throws {
        #expect(reason { try pictures("rpza") } == "there is no encoder of 'rpza' here")
        #expect(
            reason { try pictures(AVVideoCodecType.h264, ["Sharpness": 1]) }
                == "AVVideoCompressionPropertiesKey cannot have the key 'Sharpness'"
        )
        #expect(
            reason { try pictures(AVVideoCodecType.h264, [AVVideoProfileLevelKey: "H264_High_9_0"]) }
                == "H.264 has no profile 'H264_High_9_0'"
        )
        #expect(
            reason { try pictures(AVVideoCodecType.hevc, [AVVideoProfileLevelKey: AVVideoProfileLevelH264High41]) }
                == "HEVC has no profile 'H264_High_4_1'"
        )
        #expect(
            reason { try pictures(AVVideoCodecType.proRes422, [AVVideoAverageBitRateKey: 1_000_000]) }
                == "ProRes 422 cannot be made with a bit rate: pictures take what they need"
        )
        let small: [String: Any] = [AVVideoWidthKey: 16, AVVideoHeightKey: 16]
        #expect(
            reason { try pictures(AVVideoCodecType.akAV1, [:], small) }
                == "AV1 cannot hold pictures of 16 x 16; it takes 64 x 64 to 16384 x 8704"
        )
        let large: [String: Any] = [AVVideoWidthKey: 1920, AVVideoHeightKey: 1080]
        let profile = [AVVideoProfileLevelKey: AVVideoProfileLevelH264Baseline30]
        #expect(
            reason { try pictures(AVVideoCodecType.h264, profile, large) }
                == "level 3 of H.264 cannot hold 1920 x 1080 pictures, 30 in a second"
        )
        let quality = reason { try pictures(AVVideoCodecType.h264, [AVVideoQualityKey: "good"]) }
        #expect(quality == "AVVideoCompressionPropertiesKey has no number for Quality, but 'good'")
        var encoding = EncoderCase.all[0].encoding
        encoding.encoderPreset = "turbo"
        let preset = reason { try PictureEncoder(encoding) }
        #expect(preset.hasPrefix("H.264 has no preset 'turbo'; it has ultrafast, "))
        encoding.encoderPreset = nil
        encoding.profile = "main"
        encoding.pixelFormat = kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange
        #expect(
            reason { try PictureEncoder(encoding) }
                == "the profile main of H.264 cannot hold 10-bit pictures with 4:2:2 colour"
        )
    }

    @Test("of sound become a value, and what cannot be is refused by name")
    func soundSettings() throws {
        func sound(_ format: AudioFormatID, _ more: [String: Any] = [:]) throws -> SoundEncoding {
            let settings: [String: Any] = [AVFormatIDKey: format, AVSampleRateKey: 48000.0, AVNumberOfChannelsKey: 2]
            return try SoundEncoding(settings: settings.merging(more) { _, new in new }, fileType: .mov)
        }
        let aac = try sound(kAudioFormatMPEG4AAC, [AVEncoderBitRateKey: 128_000])
        #expect(aac.codec == .aac && aac.rate == .bitRate(128_000, .constant))
        #expect(try JSONDecoder().decode(SoundEncoding.self, from: JSONEncoder().encode(aac)) == aac)
        let plain = try sound(
            kAudioFormatLinearPCM,
            [AVLinearPCMBitDepthKey: 24, AVLinearPCMIsBigEndianKey: true, AVLinearPCMIsFloatKey: false]
        )
        #expect(plain.samples.depth == .integer24 && plain.samples.isBigEndian)
        #expect(reason { try sound(kAudioFormatMPEG4AAC_HE) } == "there is no encoder of 'aach' here")
        #expect(
            reason { try sound(kAudioFormatOpus, [AVSampleRateKey: 44100]) }
                == "Opus cannot have 44100 frames in a second; it can have 48000, 24000, 16000, 12000, 8000"
        )
        #expect(
            reason { try sound(kAudioFormatMPEGLayer3, [AVNumberOfChannelsKey: 6]) }
                == "MP3 cannot have 6 channels; it can have 1 to 2"
        )
        #expect(
            reason { try sound(kAudioFormatMPEG4AAC, [AVEncoderBitRateKey: 1_000_000]) }
                == "AAC cannot have 1000000 bits in a second; it can have 8000 to 576000"
        )
        #expect(
            reason { try sound(kAudioFormatAppleLossless, [AVEncoderBitRateKey: 128_000]) }
                == "ALAC cannot be made with a bit rate: it is without loss"
        )
        #expect(
            reason { try sound(kAudioFormatLinearPCM, [AVLinearPCMBitDepthKey: 12]) }
                == "PCM cannot have samples of 12 bits"
        )
        #expect(
            reason { try sound(kAudioFormatMPEG4AAC, ["Loudness": 1]) }
                == "the settings of sound cannot have the key 'Loudness'"
        )
    }
}
