internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitSources
internal import Foundation

/// What makes the pictures of a track look as they do on a screen, besides their size and the shape of their pixels: a
/// track says it once, for all of its pictures.
struct PictureLook: Sendable, Hashable {
    private let transform: [Int]
    private let cleanAperture: CGRect?
    private let color: PictureColor
    private let chroma: String?
    private let bitDepth: Int?

    init(_ video: VideoFacts) {
        let matrix = [video.transform.a, video.transform.b, video.transform.c, video.transform.d]
        // Matrices in files have 16 bits behind the point, and some writers round.
        let parts = matrix.map { Int((min(max($0, -1e6), 1e6) * 1000).rounded()) }
        transform = parts == [0, 0, 0, 0] ? [1000, 0, 0, 1000] : parts
        let whole = CGRect(x: 0, y: 0, width: video.codedWidth, height: video.codedHeight)
        cleanAperture = video.cleanAperture == whole ? nil : video.cleanAperture
        let isRGB = video.isRGB
        color = PictureDescription(video).color.resolved(
            width: video.codedWidth,
            height: video.codedHeight,
            isRGB: isRGB
        )
        (chroma, bitDepth) = (isRGB ? "RGB" : video.chroma, video.bitDepth)
    }

    /// In what pictures of another track look different, in words that follow "another"; nil for in nothing. What
    /// headers do not tell is no difference.
    func difference(from other: PictureLook) -> String? {
        if transform != other.transform { return "turn" }
        if cleanAperture != other.cleanAperture { return "clean aperture" }
        if let chroma, let second = other.chroma, chroma != second { return "chroma format" }
        if let bitDepth, let second = other.bitDepth, bitDepth != second { return "bit depth" }
        return hasColors(of: other) ? nil : "colour space"
    }

    private func hasColors(of other: PictureLook) -> Bool {
        guard color.matrix == other.color.matrix, color.isFullRange == other.color.isFullRange else { return false }
        // The colours of common screens differ so little that players show them alike.
        if ColorRendering.isPlain(color), ColorRendering.isPlain(other.color) { return true }
        return (color.primaries, color.transfer) == (other.color.primaries, other.color.transfer)
    }
}
