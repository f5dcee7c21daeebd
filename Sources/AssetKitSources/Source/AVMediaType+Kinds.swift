package import AssetKitMedia

extension AVMediaType {
    /// Subtitles and captions, however they are stored.
    package var isText: Bool { [.subtitle, .text, .closedCaption].contains(self) }

    /// What people call it.
    package var noun: String {
        switch self {
        case .video: "video"
        case .audio: "sound"
        case _ where isText: "text"
        default: "track"
        }
    }
}
