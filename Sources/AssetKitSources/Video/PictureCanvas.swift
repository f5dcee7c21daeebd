internal import AssetKitCore
internal import Foundation

/// What pictures of clips that may be unlike each other are fitted into: they keep their shape on a screen, with black bars
/// beside them. A plain value.
package struct PictureCanvas: Sendable, Hashable {
    /// As it is presented, in pixels of its own shape.
    let size: CGSize
    /// The shape of its pixels, as it is presented.
    let pixelAspect: VideoFacts.PixelAspect

    /// As pictures that a track tells of; nil where it does not say how large they are.
    init?(_ video: VideoFacts, _ aperture: PictureRequest.Aperture, isTurned: Bool) {
        guard video.codedWidth > 0, video.codedHeight > 0 else { return nil }
        let layout = PictureLayout(
            PictureRequest(aperture: aperture, appliesTransform: isTurned),
            PictureDescription(video),
            width: video.codedWidth,
            height: video.codedHeight,
            pixelAspect: nil
        )
        size = CGSize(width: layout.turnedWidth, height: layout.turnedHeight)
        let stored = aperture == .encoded ? video.pixelAspect : VideoFacts.PixelAspect(horizontal: 1, vertical: 1)
        pixelAspect =
            layout.turn.swapsSides
            ? VideoFacts.PixelAspect(horizontal: stored.vertical, vertical: stored.horizontal) : stored
    }

    /// How much of its width and of its height a picture gets.
    func shares(of picture: PictureLayout) -> (across: Double, along: Double) {
        let ratio = PictureLayout.sensibleRatio((pixelAspect.horizontal, pixelAspect.vertical))
        let across = Double(picture.turnedWidth) / ratio / size.width
        let along = Double(picture.turnedHeight) / size.height
        return (across / max(across, along), along / max(across, along))
    }
}
