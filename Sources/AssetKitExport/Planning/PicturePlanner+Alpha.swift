internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import Foundation

// What becomes of alpha.
extension PicturePlanner {
    /// What the new pictures' alpha does to their colours; nil for pictures without.
    func keptAlpha(_ codec: PictureEncoding.Codec) -> PictureEncoding.Alpha? {
        guard let alpha = source.facts.video?.alpha, alpha.isDecodable, options.background == nil,
            Self.canKeepAlpha(codec, in: fileType)
        else { return nil }
        // What is multiplied over white is straightened: no format of samples says so.
        let isKept = alpha.isPremultiplied && !alpha.isOverWhite && fileType.saysWhetherPremultiplied
        return isKept ? .premultiplied : .straight
    }

    private static func canKeepAlpha(_ codec: PictureEncoding.Codec, in type: AVFileType) -> Bool {
        guard !codec.traits.alphaInputs.isEmpty else { return false }
        return codec != .vp8 && codec != .vp9 || type.holdsAdditions
    }

    /// What of the source's alpha is lost, each a sentence. Nothing is where a background was asked for and the alpha could
    /// have been kept.
    func alphaLosses(_ encoding: PictureEncoding) -> [String] {
        guard let alpha = source.facts.video?.alpha, encoding.alpha == nil else { return [] }
        guard alpha.isDecodable else {
            return ["its alpha is in a layer of \(source.facts.codecName) that cannot be decoded here, and is not kept"]
        }
        guard !Self.canKeepAlpha(encoding.codec, in: fileType) else { return [] }
        let name = encoding.codec.traits.name
        let why =
            encoding.codec.traits.alphaInputs.isEmpty
            ? "\(name) has none" : "\(name) has it in Matroska and WebM files only"
        let own = source.layered == nil ? "black" : "its own background, without transparency"
        let color = options.background == nil ? own : "the background"
        return ["its alpha is not kept: \(why), so its pictures are laid over \(color)"]
    }
}

extension AlphaLayer.Background {
    /// What a client calls a colour, whatever its own alpha.
    init(_ color: CGColor) {
        let values = color.rgba
        self.init(red: Double(values.x), green: Double(values.y), blue: Double(values.z))
    }
}
