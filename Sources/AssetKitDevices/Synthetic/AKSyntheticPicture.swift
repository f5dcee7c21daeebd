internal import AssetKitBase
public import AssetKitMedia

/// Reads what synthetic cameras and screens write into their pictures. An addition to AVFoundation.
///
/// The upper quarter has bars of equal width: a white one, a black one, 24 for the number with the highest bit first, four for a
/// checksum, and a white one.
///
/// ```swift
/// AKSyntheticDevices.add(AKSyntheticCamera(id: "front"))
/// func number(of sampleBuffer: CMSampleBuffer) -> Int? {
///     sampleBuffer.imageBuffer.flatMap { AKSyntheticPicture.number(in: $0) }
/// }
/// ```
public enum AKSyntheticPicture {
    static let barCount = 31

    /// The number of a picture, also when it was scaled, or encoded and decoded; nil where there are no bars that agree.
    public static func number(in picture: CVPixelBuffer) -> Int? {
        guard picture.width >= barCount * 2 else { return nil }
        let row = picture.height / 8
        let bars = (0..<barCount).map { bar in
            brightness(picture, column: (2 * bar + 1) * picture.width / (2 * barCount), row: row)
        }
        guard bars.allSatisfy({ $0 != nil }) else { return nil }
        let bits = bars.map { ($0 ?? 0) > 126 }
        guard bits[0], !bits[1], bits[barCount - 1] else { return nil }
        let number = bits[2..<26].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        let sum = bits[26..<30].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        return sum == checksum(number) ? number : nil
    }

    /// Whether a second of the host clock begins in a picture: its lower right is white then.
    public static func isFlash(_ picture: CVPixelBuffer) -> Bool {
        (brightness(picture, column: picture.width * 7 / 8, row: picture.height * 7 / 8) ?? 0) > 126
    }

    static func checksum(_ number: Int) -> Int {
        (0..<6).reduce(5) { ($0 ^ (number >> ($1 * 4))) & 15 }
    }

    /// Whether the bars of a number are white.
    static func bars(_ number: Int) -> [Bool] {
        let value = number & 0xFFFFFF
        let bits = (0..<24).map { value >> (23 - $0) & 1 == 1 } + (0..<4).map { checksum(value) >> (3 - $0) & 1 == 1 }
        return [true, false] + bits + [true]
    }

    /// How bright a pixel is, about; nil of a format that nobody reads here.
    private static func brightness(_ picture: CVPixelBuffer, column: Int, row: Int) -> Int? {
        let place: (stride: Int, offset: Int)? =
            switch picture.format.type {
            case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
                kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
                kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange,
                kCVPixelFormatType_OneComponent8:
                (1, 0)
            case kCVPixelFormatType_422YpCbCr8_yuvs: (2, 0)
            case kCVPixelFormatType_422YpCbCr8: (2, 1)
            case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA: (4, 1)
            case kCVPixelFormatType_32ARGB, kCVPixelFormatType_32ABGR: (4, 2)
            case kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR: (3, 1)
            default: nil
            }
        guard let place, picture.lock(readOnly: true) == kCVReturnSuccess else { return nil }
        defer { _ = picture.unlock(readOnly: true) }
        let bytesPerRow = picture.storage.bytesPerRow(ofPlane: 0)
        let offset = row * bytesPerRow + column * place.stride + place.offset
        let memory = picture.storage.memory(ofPlane: 0)
        return memory.indices.contains(offset) ? Int(memory[offset]) : nil
    }
}
