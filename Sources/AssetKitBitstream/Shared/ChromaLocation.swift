/// Where chroma samples lie between luma samples: the standards' chroma_sample_loc_type.
package enum ChromaLocation: Int, Hashable, Sendable {
    case left, center, topLeft, top, bottomLeft, bottom

    /// FFmpeg's word for it.
    package var name: String {
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
