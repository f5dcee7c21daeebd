/// A layout of pictures that no pixel buffer has. Decoders give it and encoders take it as it is; pictures that are made
/// over between the two go by way of the pixel buffer that comes nearest.
struct PlainLayout: Codable, Hashable, Sendable {
    enum Components: String, Codable, Sendable { case gray, yuv411, yuv420, yuv422, yuv440, yuv444, rgb }

    var components: Components
    var depth: Int

    init(_ components: Components, depth: Int) { (self.components, self.depth) = (components, depth) }

    /// The layout of a track's pictures; nil for one that pixel buffers have as well.
    init?(_ video: VideoFacts) {
        depth = video.bitDepth ?? 8
        switch video.chroma {
        case _ where video.matrix == "gbr": components = .rgb
        case "4:0:0": components = .gray
        case "4:1:1": components = .yuv411
        case "4:2:0": components = .yuv420
        case "4:2:2": components = .yuv422
        case "4:4:0": components = .yuv440
        case "4:4:4": components = .yuv444
        default: return nil
        }
        let isUsual = depth == 8 || depth == 10
        if isUsual, [.yuv420, .yuv422, .yuv444].contains(components) { return nil }
    }

    /// FFmpeg's name.
    func name(for codec: PictureEncoding.Codec) -> String {
        let suffix = depth > 8 ? "\(depth)le" : ""
        switch components {
        case .gray: return "gray\(suffix)"
        // x264 takes red, green and blue pixel by pixel.
        case .rgb: return codec == .h264 ? "bgr24" : "gbrp\(suffix)"
        default: return "\(components.rawValue)p\(suffix)"
        }
    }

    /// All of these components with these depths.
    static func layouts(_ components: [Components], _ depths: [Int]) -> Set<PlainLayout> {
        Set(components.flatMap { kind in depths.map { PlainLayout(kind, depth: $0) } })
    }
}
