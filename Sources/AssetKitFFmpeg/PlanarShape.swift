internal import CFFmpeg

/// A format that has a plane for each component, in samples that fill whole bytes.
struct PlanarShape {
    let planeCount: Int
    let depth: Int
    let columnShift: Int
    let rowShift: Int
    var hasColor: Bool { planeCount >= 3 }

    /// nil for formats of another kind.
    init?(_ format: AVPixelFormat) {
        guard let description = av_pix_fmt_desc_get(format)?.pointee else { return nil }
        let others = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL
        guard description.flags & UInt64(others | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BE) == 0 else { return nil }
        let all = [description.comp.0, description.comp.1, description.comp.2, description.comp.3]
        let components = all.prefix(Int(description.nb_components))
        guard let depth = components.first?.depth, (8...16).contains(depth) else { return nil }
        for (place, component) in components.enumerated() {
            guard component.plane == place, component.offset == 0, component.shift == 0, component.depth == depth,
                component.step == (depth > 8 ? 2 : 1)
            else { return nil }
        }
        planeCount = components.count
        self.depth = Int(depth)
        columnShift = Int(description.log2_chroma_w)
        rowShift = Int(description.log2_chroma_h)
    }
}
