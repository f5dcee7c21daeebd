internal import AssetKitBitstream
internal import AssetKitContainers

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
        let header = try ProResFrameHeader(Self.wholeFrame(frame))
        setColor(header.color)
        if header.hasAlpha { setAlpha(isPremultiplied: false) }
        switch header.scan {
        case .progressive: setFields(count: 1)
        case .topFieldFirst: setFields(count: 2, isTopFirst: true)
        case .bottomFieldFirst: setFields(count: 2, isTopFirst: false)
        case nil: break
        }
    }

    /// A frame with its size and its name in front, which Matroska leaves out: there it begins with the size of its header.
    private static func wholeFrame(_ frame: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let name = Array("icpf".utf8)
        let headerSize = frame.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        guard !frame.dropFirst(4).starts(with: name), (20...1024).contains(headerSize) else { return frame }
        return ([0, 0, 0, 0] + name + Array(frame))[...]
    }

    mutating func readH263(picture: ArraySlice<UInt8>) throws(BitstreamError) {
        let header = try H263PictureHeader(picture)
        setGeometry(header.size, pixelAspect: header.pixelAspectRatio)
        setSamples(bitDepth: 8, chroma: .yuv420)
        setFields(count: 1)
    }
}
