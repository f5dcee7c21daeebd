internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitTargets
internal import Foundation

/// Makes what a target wishes for of a camera's pictures. Not Sendable: one worker owns it.
final class PreviewPainter {
    private let shaper = PictureShaper()
    private let scaler = Scaler()
    private let pool = PicturePool()

    /// How many pictures of another size a target may hold at the same time.
    private static let limit = 8

    /// The picture of a sample as it shows: turned, cut and scaled. The target may keep it.
    func paint(
        _ picture: CVPixelBuffer,
        of sample: CapturedSample,
        _ turn: CaptureTurn,
        _ gravity: AVLayerVideoGravity,
        _ wish: AKVideoTargetWish
    ) throws -> CVPixelBuffer {
        let (width, height) =
            turn.isSideways ? (picture.height, picture.width) : (picture.width, picture.height)
        let upright = CGSize(width: width, height: height)
        var size = Self.size(of: upright, gravity, wish)
        // Cut and scaled as the camera has it: there is less to turn after that.
        let crop = Self.crop(of: upright, gravity, wish)
        var turned = crop
        if turn.isSideways { (turned, size) = (crop.map(Self.flipped), Self.flipped(size)) }
        let made = try scaled(picture, turned, size, wish.pixelFormat)
        let shown = try shaper.shape(made, format: wish.pixelFormat, size: nil, turn: turn)
        return shown === picture ? try shaper.keepable(picture, of: sample) : shown
    }

    private func scaled(_ picture: CVPixelBuffer, _ crop: CGSize?, _ size: CGSize, _ format: OSType) throws
        -> CVPixelBuffer
    {
        let (width, height) = (max(1, Int(size.width.rounded())), max(1, Int(size.height.rounded())))
        if crop == nil, picture.width == width, picture.height == height, picture.format.type == format {
            return picture
        }
        guard let made = pool.picture(format, width: width, height: height, limit: Self.limit) else {
            throw AVError(.outOfMemory, "too many pictures are in use")
        }
        let frame = try Frame(lending: picture, forWriting: false)
        let whole = PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
        let rect = crop.map { Self.middle(of: whole, $0) } ?? whole
        try scaler.scale(frame.view(of: rect), into: made, chromaShift: frame.chromaShift(of: rect))
        return made
    }

    private static func middle(of whole: PixelRect, _ crop: CGSize) -> PixelRect {
        let width = min(whole.width, max(1, Int(crop.width.rounded())))
        let height = min(whole.height, max(1, Int(crop.height.rounded())))
        return PixelRect(x: (whole.width - width) / 2, y: (whole.height - height) / 2, width: width, height: height)
    }

    private static func flipped(_ size: CGSize) -> CGSize { CGSize(width: size.height, height: size.width) }

    /// How large an upright picture is to be.
    static func size(of picture: CGSize, _ gravity: AVLayerVideoGravity, _ wish: AKVideoTargetWish) -> CGSize {
        let area = wish.size
        guard area.width > 0, area.height > 0 else { return picture }
        guard gravity == .resizeAspect else { return area }
        let scale = min(area.width / picture.width, area.height / picture.height)
        let factor = wish.enlarges ? scale : min(scale, 1)
        return CGSize(
            width: max((picture.width * factor).rounded(), 1),
            height: max((picture.height * factor).rounded(), 1)
        )
    }

    /// The part in the middle of an upright picture that shows; nil for all of it.
    static func crop(of picture: CGSize, _ gravity: AVLayerVideoGravity, _ wish: AKVideoTargetWish) -> CGSize? {
        let area = wish.size
        guard gravity == .resizeAspectFill, area.width > 0, area.height > 0 else { return nil }
        let scale = max(area.width / picture.width, area.height / picture.height)
        return CGSize(width: min(picture.width, area.width / scale), height: min(picture.height, area.height / scale))
    }
}
