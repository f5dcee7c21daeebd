internal import AssetKitBase

/// A still picture, and when it is shown.
struct Still: Sendable {
    let image: CGImage
    let actualTime: CMTime
}
