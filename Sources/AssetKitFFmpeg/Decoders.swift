internal import CFFmpeg

/// The decoders that this FFmpeg has.
package enum Decoders {
    /// Whether samples of a codec, by FFmpeg's name, can be decoded.
    package static func exist(for name: String) -> Bool {
        guard let descriptor = avcodec_descriptor_get_by_name(name) else { return false }
        return avcodec_find_decoder(descriptor.pointee.id) != nil
    }
}
