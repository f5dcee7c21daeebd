import AssetKit

/// A picture of a file, and when it shows.
struct Picture: Sendable {
    let image: CGImage
    let time: CMTime
}
