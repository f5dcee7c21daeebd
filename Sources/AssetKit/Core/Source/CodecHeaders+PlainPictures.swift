// Codecs that have no header but that of each picture: Motion JPEG, ProRes and H.263.
extension CodecHeaders.Draft {
    /// A picture of Motion JPEG says everything about itself, and what its colours mean goes without saying: JFIF uses
    /// all values, and the matrix of standard definition.
    mutating func readJPEG(picture: ArraySlice<UInt8>) throws(BitstreamError) {
        let header = try JPEGFrameHeader(picture)
        setGeometry(header.size, pixelAspect: nil)
        guard let chroma = header.chroma else { return }
        setSamples(bitDepth: header.bitDepth, chroma: chroma)
        setColor(ColorDescription(matrix: header.isRGB ? 0 : 5, isFullRange: true))
    }

    mutating func readProRes(frame: ArraySlice<UInt8>) throws(BitstreamError) {
        let header = try ProResFrameHeader(frame)
        setColor(header.color)
        switch header.scan {
        case .progressive: setFields(count: 1)
        case .topFieldFirst: setFields(count: 2, isTopFirst: true)
        case .bottomFieldFirst: setFields(count: 2, isTopFirst: false)
        case nil: break
        }
    }

    mutating func readH263(picture: ArraySlice<UInt8>) throws(BitstreamError) {
        let header = try H263PictureHeader(picture)
        setGeometry(header.size, pixelAspect: header.pixelAspectRatio)
        setSamples(bitDepth: 8, chroma: .yuv420)
        setFields(count: 1)
    }
}
