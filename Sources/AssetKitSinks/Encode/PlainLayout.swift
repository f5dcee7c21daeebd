internal import AssetKitBitstream
package import AssetKitCore

/// A layout of pictures that no pixel buffer has. Decoders give it and encoders take it as it is; pictures that are made
/// over between the two go by way of the pixel buffer that comes nearest.
package struct PlainLayout: Codable, Hashable, Sendable {
    package enum Components: String, Codable, Sendable { case gray, yuv411, yuv420, yuv422, yuv440, yuv444, rgb }

    package var components: Components
    package var depth: Int
    /// There is a plane of alpha too.
    var hasAlpha = false

    init(_ components: Components, depth: Int, hasAlpha: Bool = false) {
        (self.components, self.depth, self.hasAlpha) = (components, depth, hasAlpha)
    }

    /// The layout of a track's pictures, with its alpha where that is kept; nil for one that pixel buffers have as well.
    package init?(_ video: VideoFacts, keepsAlpha: Bool = false) {
        (depth, hasAlpha) = (video.bitDepth ?? 8, keepsAlpha)
        switch video.chroma {
        case _ where video.color.isRGB: components = .rgb
        case "4:0:0": components = .gray
        case "4:1:1": components = .yuv411
        case "4:2:0": components = .yuv420
        case "4:2:2": components = .yuv422
        case "4:4:0": components = .yuv440
        case "4:4:4": components = .yuv444
        default: return nil
        }
        let isUsual = depth == 8 || depth == 10
        if isUsual, !hasAlpha, [.yuv420, .yuv422, .yuv444].contains(components) { return nil }
    }

    /// FFmpeg's name.
    func name(for codec: PictureEncoding.Codec) -> String {
        let suffix = depth > 8 ? "\(depth)le" : ""
        switch components {
        case .gray: return hasAlpha ? "ya8" : "gray\(suffix)"
        // x264 takes red, green and blue pixel by pixel.
        case .rgb: return codec == .h264 ? "bgr24" : "gbr\(hasAlpha ? "a" : "")p\(suffix)"
        default: return "\(hasAlpha ? "yuva" : "yuv")\(components.rawValue.dropFirst(3))p\(suffix)"
        }
    }

    /// All of these components with these depths.
    static func layouts(_ components: [Components], _ depths: [Int], hasAlpha: Bool = false) -> Set<PlainLayout> {
        Set(components.flatMap { kind in depths.map { PlainLayout(kind, depth: $0, hasAlpha: hasAlpha) } })
    }
}
