/// Where chroma samples lie between luma samples: the standards' chroma_sample_loc_type.
enum ChromaLocation: Int, Hashable, Sendable {
    case left, center, topLeft, top, bottomLeft, bottom

    /// FFmpeg's word for it.
    var name: String {
        switch self {
        case .left: "left"
        case .center: "center"
        case .topLeft: "topleft"
        case .top: "top"
        case .bottomLeft: "bottomleft"
        case .bottom: "bottom"
        }
    }
}
