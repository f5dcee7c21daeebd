import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Testing

@testable import AssetKitCapture

@Suite("What presets ask for, and which format they choose")
struct FormatChoiceTests {
    private static let yuvs = DevicePictureFormat.Coding.pixels(kCVPixelFormatType_422YpCbCr8_yuvs)

    /// As webcams are: large pictures come fast only where they are compressed.
    private static let webcam: [(DevicePictureFormat.Coding, Int, Int, Int32)] = [
        (yuvs, 640, 480, 30), (yuvs, 1280, 720, 10), (yuvs, 1920, 1080, 5), (yuvs, 320, 240, 30),
        (.jpeg, 1280, 720, 30), (.jpeg, 1920, 1080, 30),
    ]

    private func choose(
        _ list: [(DevicePictureFormat.Coding, Int, Int, Int32)],
        _ preset: AVCaptureSession.Preset,
        _ rate: Double?
    ) -> String? {
        let formats = list.map { coding, width, height, rate in
            let rates = DeviceRates.these([CMTime(value: 1, timescale: rate)])
            return DeviceFormat.pictures(DevicePictureFormat(coding, width: width, height: height, rates: rates))
        }
        let facts = DeviceFacts(id: "camera", kind: .camera, name: "Camera", formats: formats)
        let all = formats.compactMap { AVCaptureDevice.Format($0, of: facts) }
        let isScalable = !PresetTraits(preset).isExact
        let choice = FormatChoice.choose(all, preset, rate: rate, isScalable: isScalable)?.format.pictures
        return choice.map { "\($0.coding == .jpeg ? "jpeg" : "yuvs") \($0.width)x\($0.height)" }
    }

    @Test(
        "it is fast enough, then of the right size, then cheap",
        arguments: [
            (.high, nil, "jpeg 1920x1080"), (.high, 5, "yuvs 1920x1080"), (.high, 60, "jpeg 1920x1080"),
            // Photos may take their time.
            (.photo, nil, "yuvs 1920x1080"),
            (.medium, nil, "yuvs 640x480"), (.low, nil, "yuvs 320x240"), (.cif352x288, nil, "yuvs 640x480"),
            (.qvga320x240, nil, "yuvs 320x240"), (.vga640x480, nil, "yuvs 640x480"), (.vga640x480, 60, "yuvs 640x480"),
            // The next larger one is made smaller.
            (.qHD960x540, nil, "jpeg 1280x720"), (.iFrame960x540, nil, "jpeg 1280x720"),
            (.hd1280x720, nil, "jpeg 1280x720"), (.hd1280x720, 10, "yuvs 1280x720"),
            (.hd1920x1080, nil, "jpeg 1920x1080"), (.hd4K3840x2160, nil, nil),
        ] as [(AVCaptureSession.Preset, Double?, String?)]
    )
    func webcam(preset: AVCaptureSession.Preset, rate: Double?, expected: String?) {
        #expect(choose(Self.webcam, preset, rate) == expected)
        #expect(choose(Self.webcam.reversed(), preset, rate) == expected)
    }

    @Test("of a camera whose pictures are all too small it is the largest, but where a preset is exact")
    func smallCamera() {
        let small = [(Self.yuvs, 160, 120, 30 as Int32), (Self.yuvs, 320, 240, 30)]
        #expect(choose(small, .vga640x480, nil) == "yuvs 320x240")
        #expect(choose(small, .hd1280x720, nil) == nil)
        #expect(choose([], .high, nil) == nil)
    }

    @Test("only sizes that say how many lines a television has are exact")
    func exactness() {
        let exact: [AVCaptureSession.Preset] = [.hd1280x720, .hd1920x1080, .hd4K3840x2160]
        let others: [AVCaptureSession.Preset] = [
            .high, .medium, .low, .photo, .inputPriority, .cif352x288, .qvga320x240, .vga640x480, .qHD960x540,
            .iFrame960x540, .iFrame1280x720,
        ]
        #expect(exact.allSatisfy { PresetTraits($0).isExact })
        #expect(!others.contains { PresetTraits($0).isExact })
        #expect(others.filter { PresetTraits($0).hasKeyFramesAlone } == [.iFrame960x540, .iFrame1280x720])
    }

    @Test(
        "each preset asks for its size and its bits",
        arguments: [
            (.high, nil, nil), (.photo, nil, nil), (.inputPriority, nil, nil),
            (.medium, "480x360", 700_000), (.low, "192x144", 128_000),
            (.cif352x288, "352x288", 2_000_000), (.qvga320x240, "320x240", 1_200_000),
            (.vga640x480, "640x480", 3_500_000), (.qHD960x540, "960x540", 5_000_000),
            (.iFrame960x540, "960x540", 30_000_000), (.iFrame1280x720, "1280x720", 40_000_000),
            (.hd1280x720, "1280x720", 10_500_000), (.hd1920x1080, "1920x1080", 21_000_000),
            (.hd4K3840x2160, "3840x2160", 45_000_000),
            // What nobody knows asks for nothing.
            (AVCaptureSession.Preset(rawValue: "AVCaptureSessionPresetVast"), nil, nil),
        ] as [(AVCaptureSession.Preset, String?, Int?)]
    )
    func traits(preset: AVCaptureSession.Preset, size: String?, bitRate: Int?) {
        let traits = PresetTraits(preset)
        #expect(traits.size.map { "\($0.width)x\($0.height)" } == size)
        #expect(traits.bitRate == bitRate)
        // Smaller pictures of a camera that has no others get as many.
        #expect(traits.bitRate(width: 160, height: 120) == bitRate ?? 218_750)
    }

    @Test("movies have the bits of their preset, and without a size as many as they have pixels")
    func bitRates() {
        #expect(PresetTraits(.vga640x480).bitRate(width: 640, height: 480) == 3_500_000)
        #expect(PresetTraits(.hd1280x720).bitRate(width: 1280, height: 720) == 10_500_000)
        #expect(PresetTraits(.high).bitRate(width: 1280, height: 720) == 10_500_000)
        #expect(PresetTraits(.high).bitRate(width: 2560, height: 1440) == 42_000_000)
        #expect(PresetTraits(.inputPriority).bitRate(width: 64, height: 48) == 128_000)
    }
}
