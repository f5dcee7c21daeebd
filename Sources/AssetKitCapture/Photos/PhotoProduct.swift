internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// What has become of a picture.
///
/// SAFETY: nobody changes the values in the dictionary.
struct PhotoProduct: @unchecked Sendable {
    var time: CMTime
    /// A file with what is known of it.
    var file: Data?
    /// The same before anything is known of it, where it is a HEIC file: nobody reads those again.
    var heic: HEICFile?
    /// The same where it is a PNG file.
    var png: PNGFile?
    /// The small picture within it.
    var thumbnail: [UInt8]?
    var pixels: CVPixelBuffer?
    var preview: CVPixelBuffer?
    /// With Image I/O's keys.
    var metadata: [String: Any] = [:]
}
