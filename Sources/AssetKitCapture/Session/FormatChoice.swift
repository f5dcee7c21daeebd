internal import AssetKitDevices
internal import AssetKitMedia
internal import CMTimeLib

/// Chooses the format in which a device delivers what a preset asks for. Pure.
enum FormatChoice {
    /// The best of the formats; nil where none can be had. `isScalable`: whatever is too large can be made smaller.
    static func choose(
        _ formats: [AVCaptureDevice.Format],
        _ preset: AVCaptureSession.Preset,
        rate: Double?,
        isScalable: Bool
    ) -> AVCaptureDevice.Format? {
        if formats.first?.mediaType == .audio { return formats.first }
        let traits = PresetTraits(preset)
        // A stream costs the most, and a loss in it all up to its next key frame.
        let single = formats.filter { $0.format.pictures?.coding != .h264 }
        let formats = single.isEmpty ? formats : single
        let candidates = formats.filter { format in
            guard let pictures = format.format.pictures else { return false }
            guard let size = traits.size else { return true }
            if traits.isExact, !isScalable { return pictures.width == size.width && pictures.height == size.height }
            return pictures.width >= size.width && pictures.height >= size.height
        }
        // A device whose pictures are all smaller than a preset that names no exact size gives its largest.
        let usable = candidates.isEmpty && !traits.isExact ? formats : candidates
        let wanted = rate ?? (preset == .photo ? 1 : 30)
        return usable.min { left, right in
            guard let left = left.format.pictures, let right = right.format.pictures else { return false }
            return rank(left, traits, preset, wanted).lexicographicallyPrecedes(rank(right, traits, preset, wanted))
        }
    }

    /// What is better comes first: fast enough, the right size, cheap to use, the right shape.
    private static func rank(
        _ format: DevicePictureFormat,
        _ traits: PresetTraits,
        _ preset: AVCaptureSession.Preset,
        _ rate: Double
    ) -> [Int] {
        let fastest = format.rates.shortest.seconds > 0 ? 1 / format.rates.shortest.seconds : 0
        let isSlow = preset == .photo ? 0 : fastest < min(rate, 24) - 0.01 ? 1 : 0
        let misses = fastest < rate - 0.01 ? 1 : 0
        let area = format.width * format.height
        guard let size = traits.size else { return [isSlow, -area, misses, cost(format.coding)] }
        let isSmaller = format.width < size.width || format.height < size.height ? 1 : 0
        let shape =
            abs(format.width * size.height - format.height * size.width) * 100 / max(1, format.height * size.height)
        return [isSlow, isSmaller, isSmaller == 1 ? -area : area, misses, cost(format.coding), shape]
    }

    private static func cost(_ coding: DevicePictureFormat.Coding) -> Int {
        switch coding {
        case .pixels(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange),
            .pixels(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange):
            0
        case .pixels(kCVPixelFormatType_420YpCbCr8Planar): 1
        case .pixels(kCVPixelFormatType_422YpCbCr8_yuvs), .pixels(kCVPixelFormatType_422YpCbCr8): 2
        case .jpeg: 3
        case .pixels: 4
        case .h264: 5
        }
    }
}
