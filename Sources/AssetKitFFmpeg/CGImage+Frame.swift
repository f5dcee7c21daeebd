package import AssetKitBase
internal import Foundation

extension CGImage {
    /// An image of a frame's own memory: red, green, blue and what `alpha` says, 8 or 16 bits each. The pixels leave the
    /// frame.
    package convenience init?(
        takingPixelsOf frame: borrowing Frame,
        isDeep: Bool,
        alpha: CGImageAlphaInfo,
        space: CGColorSpace
    ) throws {
        let (width, height) = (frame.width, frame.height)
        let storage = try FramePixelStorage(takingFrom: frame)
        let memory = storage.memory(ofPlane: 0)
        // The closure keeps the storage as long as the image needs its memory.
        guard let base = memory.baseAddress,
            let provider = CGDataProvider(
                dataInfo: nil,
                data: base,
                size: memory.count,
                releaseData: { _, _, _ in withExtendedLifetime(storage) {} }
            )
        else { return nil }
        let order = isDeep ? CGBitmapInfo.byteOrder16Little : .byteOrderDefault
        self.init(
            width: width,
            height: height,
            bitsPerComponent: isDeep ? 16 : 8,
            bitsPerPixel: isDeep ? 64 : 32,
            bytesPerRow: storage.bytesPerRow(ofPlane: 0),
            space: space,
            bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue | order.rawValue),
            provider: provider,
            decode: nil,
            shouldInterpolate: true,
            intent: .defaultIntent
        )
    }
}
