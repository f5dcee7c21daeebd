internal import AssetKitMedia

extension AVMediaType {
    /// Subtitles and captions, however they are stored.
    var isText: Bool { [.subtitle, .text, .closedCaption].contains(self) }

    /// What people call it.
    var noun: String {
        switch self {
        case .video: "video"
        case .audio: "sound"
        case _ where isText: "text"
        default: "track"
        }
    }
}
