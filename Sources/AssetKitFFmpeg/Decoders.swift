package import AssetKitMedia
internal import CFFmpeg

/// The decoders that this FFmpeg has.
package enum Decoders {
    /// Whether samples of a codec can be decoded.
    package static func exist(for codec: CodecTraits) -> Bool {
        guard let descriptor = avcodec_descriptor_get_by_name(codec.name) else { return false }
        return avcodec_find_decoder(descriptor.pointee.id) != nil
    }
}
