internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import AssetKitTargets
internal import Foundation

/// What pictures for a target are to be like. A plain value.
struct PictureWish: Equatable, Sendable {
    let target: AKVideoTargetWish
    /// How pictures of another shape are fitted.
    let gravity: AVLayerVideoGravity

    /// What of a picture becomes that.
    func request(for picture: DecodedPicture) -> PictureRequest {
        let size = picture.size
        var buffer = PixelBufferRequest(formats: [target.pixelFormat])
        let fills = gravity != .resizeAspect && target.size.width > 0 && target.size.height > 0
        if fills { buffer.scaling = gravity == .resize ? .resize : .resizeAspectFill }
        let fitted = fills ? target.size : fitted(size)
        if fitted.width > 0, fitted.height > 0 {
            (buffer.width, buffer.height) = (Int(fitted.width), Int(fitted.height))
        }
        var request = PictureRequest(output: .pixelBuffer(buffer), aperture: picture.aperture, appliesTransform: true)
        request.canvas = picture.canvas
        request.isExact = target.isExact
        return request
    }

    /// The size that fits; zero leaves the picture's own.
    private func fitted(_ size: CGSize) -> CGSize {
        let area = target.size
        guard area.width > 0, area.height > 0, size.width > 0, size.height > 0 else { return .zero }
        let scale = min(area.width / size.width, area.height / size.height)
        let factor = target.enlarges ? scale : min(scale, 1)
        return CGSize(width: max((size.width * factor).rounded(), 1), height: max((size.height * factor).rounded(), 1))
    }
}
