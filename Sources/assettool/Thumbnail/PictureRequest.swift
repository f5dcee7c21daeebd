import AssetKit

/// Pictures that are wanted at once.
struct PictureRequest: Sendable {
    var times: [CMTime]
    var before: CMTime
    var after: CMTime
    var maximumSize: CGSize
    var scale: AKPictureScale?

    /// The pictures that show at these very times.
    static func exact(_ times: [CMTime], maximumSize: CGSize, scale: AKPictureScale? = nil) -> PictureRequest {
        PictureRequest(times: times, before: .zero, after: .zero, maximumSize: maximumSize, scale: scale)
    }
}
