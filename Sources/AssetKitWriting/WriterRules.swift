internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// What kinds of files can be written, and what they can hold.
enum WriterRules {
    /// The media that a file type can hold; nil for one that cannot be written.
    static func mediaTypes(of fileType: AVFileType) -> [AVMediaType]? {
        MediaSinks.fileTypes.contains(fileType) ? MediaSinks.mediaTypes(in: fileType) : nil
    }

    /// Whether a file is a movie of boxes: one that can have fragments, edits, and an index at its beginning.
    static func isISOMedia(_ fileType: AVFileType) -> Bool {
        [.mov, .mp4, .m4v, .m4a, .mobile3GPP, .mobile3GPP2].contains(fileType)
    }

    /// Whether a file can be under its name from the beginning, and of use at every moment: a movie of boxes, and a file of sound that
    /// is uncompressed.
    static func canGrow(_ fileType: AVFileType, _ settings: [[String: Any]?]) -> Bool {
        if isISOMedia(fileType) { return true }
        guard MediaSinks.canHave(.crashSafe(interval: .zero, first: .zero), in: fileType) else { return false }
        return settings.allSatisfy { settings in
            Number(settings?[AVFormatIDKey])?.truncated(UInt32.self) == kAudioFormatLinearPCM
        }
    }

    /// Why media cannot be written like this; nil where they can.
    static func obstacle(
        _ settings: [String: Any]?,
        _ mediaType: AVMediaType,
        in fileType: AVFileType,
        hint: CMFormatDescription?
    ) -> String? {
        if let obstacle = MediaSinks.obstacle(to: mediaType, in: fileType) { return obstacle }
        guard let settings else {
            if let hint { return MediaSinks.obstacle(to: hint, in: fileType) }
            guard fileType == .mov else {
                return "an input without settings needs a source format hint in a file of the type '\(fileType)'"
            }
            return nil
        }
        return InputEncoders.obstacle(settings, mediaType, fileType, hint: hint)
    }
}
