import AssetKit

/// A photo as a file.
struct Photo: Sendable {
    var data: Data
    var width: Int
    var height: Int
}

/// Takes photos.
final class PhotoCapture: Sendable {
    let output = AVCapturePhotoOutput()

    func capturePhoto() async throws -> Photo {
        try await withCheckedThrowingContinuation { continuation in
            let settings = AVCapturePhotoSettings()
            settings.maxPhotoDimensions = output.maxPhotoDimensions
            settings.photoQualityPrioritization = .balanced
            // The output holds the delegate until the photo has ended.
            output.capturePhoto(with: settings, delegate: PhotoDelegate(continuation))
        }
    }
}

/// Turns the steps of a photo into one result. The last step always comes, and comes once.
///
/// SAFETY: the output calls it on one queue.
private final class PhotoDelegate: NSObject, AVCapturePhotoCaptureDelegate, @unchecked Sendable {
    private let continuation: CheckedContinuation<Photo, any Error>
    private var photo: Photo?

    init(_ continuation: CheckedContinuation<Photo, any Error>) { self.continuation = continuation }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {
        guard error == nil, let data = photo.fileDataRepresentation() else { return }
        let size = photo.resolvedSettings.photoDimensions
        self.photo = Photo(data: data, width: Int(size.width), height: Int(size.height))
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        if let photo {
            continuation.resume(returning: photo)
        } else {
            continuation.resume(throwing: error ?? AVError(.unknown))
        }
    }
}
