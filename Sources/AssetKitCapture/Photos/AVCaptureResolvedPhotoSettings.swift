public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// What a photo will be, or is.
public final class AVCaptureResolvedPhotoSettings: NSObject, Sendable {
    /// That of the settings it was asked for with.
    public let uniqueID: Int64
    /// How large it is, as the camera delivers it: before it is turned.
    public let photoDimensions: CMVideoDimensions
    /// How large its preview may be; zero for none.
    public let previewDimensions: CMVideoDimensions
    /// How large the thumbnail within the file may be; zero for none.
    public let embeddedThumbnailDimensions: CMVideoDimensions
    /// The flash goes off.
    public let isFlashEnabled: Bool
    /// How many photos come of it: one, unless it is a bracket.
    public let expectedPhotoCount: Int

    init(_ id: Int64, _ plan: PhotoPlan, _ dimensions: CMVideoDimensions) {
        uniqueID = id
        photoDimensions = dimensions
        (isFlashEnabled, expectedPhotoCount) = (plan.firesFlash, plan.pictureCount)
        func size(_ preview: PhotoPlan.Preview?) -> CMVideoDimensions {
            guard let preview else { return CMVideoDimensions() }
            guard let size = preview.size else { return dimensions }
            return CMVideoDimensions(width: Int32(clamping: size.width), height: Int32(clamping: size.height))
        }
        (previewDimensions, embeddedThumbnailDimensions) = (size(plan.preview), size(plan.thumbnail))
    }

    /// How long it will take. Nobody knows that here: zero.
    public var photoProcessingTimeRange: CMTimeRange { .zero }
    /// The size of a movie with it: there is none.
    public var livePhotoMovieDimensions: CMVideoDimensions { CMVideoDimensions() }
}
