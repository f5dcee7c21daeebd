package import AssetKitBase
package import CMTimeLib

/// A still picture, and when it is shown.
package struct Still: Sendable {
    package let image: CGImage
    package let actualTime: CMTime
}
