/// How chroma is sampled; the raw values are chroma_format_idc of H.264 and HEVC.
package enum ChromaFormat: Int, Hashable, Sendable {
    case monochrome, yuv420, yuv422, yuv444

    /// The luma samples that share one chroma sample across.
    var horizontalStep: Int { self == .yuv420 || self == .yuv422 ? 2 : 1 }
    /// The luma samples that share one chroma sample down.
    var verticalStep: Int { self == .yuv420 ? 2 : 1 }

    /// From the two flags that AV1 and VP9 carry.
    package init?(isMonochrome: Bool = false, subsamplingX: Bool, subsamplingY: Bool) {
        switch (isMonochrome, subsamplingX, subsamplingY) {
        case (true, _, _): self = .monochrome
        case (_, true, true): self = .yuv420
        case (_, true, false): self = .yuv422
        case (_, false, false): self = .yuv444
        case (_, false, true): return nil  // 4:4:0, which only VP9 can say
        }
    }
}
