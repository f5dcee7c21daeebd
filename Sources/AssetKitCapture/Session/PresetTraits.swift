/// What a preset asks for. Pure.
struct PresetTraits {
    /// The size of pictures; nil for the largest, or whatever the device is set to.
    let size: (width: Int, height: Int)?
    /// The device has to have just this size; otherwise a larger one is scaled.
    let isExact: Bool
    /// Bits in a second of a movie of this size; nil in proportion to 720p.
    let bitRate: Int?
    /// Movies have key frames alone.
    let hasKeyFramesAlone: Bool

    init(_ preset: AVCaptureSession.Preset) {
        let (size, isExact, bitRate): ((Int, Int)?, Bool, Int?) =
            switch preset {
            case .medium: ((480, 360), false, 700_000)
            case .low: ((192, 144), false, 128_000)
            case .cif352x288: ((352, 288), false, 2_000_000)
            case .qvga320x240: ((320, 240), false, 1_200_000)
            case .vga640x480: ((640, 480), false, 3_500_000)
            case .qHD960x540: ((960, 540), false, 5_000_000)
            case .iFrame960x540: ((960, 540), false, 30_000_000)
            case .iFrame1280x720: ((1280, 720), false, 40_000_000)
            case .hd1280x720: ((1280, 720), true, 10_500_000)
            case .hd1920x1080: ((1920, 1080), true, 21_000_000)
            case .hd4K3840x2160: ((3840, 2160), true, 45_000_000)
            default: (nil, false, nil)
            }
        self.size = size.map { (width: $0.0, height: $0.1) }
        (self.isExact, self.bitRate) = (isExact, bitRate)
        hasKeyFramesAlone = preset == .iFrame960x540 || preset == .iFrame1280x720
    }

    /// Bits in a second for pictures of a size: 10.5 million for 720p, in proportion to their pixels elsewhere.
    func bitRate(width: Int, height: Int) -> Int {
        bitRate ?? max(128_000, Int(10_500_000 * Double(width * height) / (1280 * 720)))
    }
}
