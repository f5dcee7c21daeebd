internal import AssetKitBase

/// Tells a delegate what becomes of a photo. It holds both the output and the delegate, until the photo's end.
///
/// SAFETY: nothing changes; the delegate is called on the output's queue.
final class PhotoDelegateClient: PhotoClient, @unchecked Sendable {
    private let output: AVCapturePhotoOutput
    private let delegate: any AVCapturePhotoCaptureDelegate
    private let settings: AVCapturePhotoSettings
    private let resolved: AVCaptureResolvedPhotoSettings

    init(
        _ output: AVCapturePhotoOutput,
        _ delegate: any AVCapturePhotoCaptureDelegate,
        _ settings: AVCapturePhotoSettings,
        _ resolved: AVCaptureResolvedPhotoSettings
    ) {
        (self.output, self.delegate, self.settings, self.resolved) = (output, delegate, settings, resolved)
    }

    func began() { delegate.photoOutput(output, willBeginCaptureFor: resolved) }

    func willTake() { delegate.photoOutput(output, willCapturePhotoFor: resolved) }

    func taken() { delegate.photoOutput(output, didCapturePhotoFor: resolved) }

    func made(_ result: Result<PhotoProduct, AVError>, index: Int) {
        switch result {
        case .success(let product):
            let photo = AVCapturePhoto(product, resolved, index: index, settings)
            delegate.photoOutput(output, didFinishProcessingPhoto: photo, error: nil)
        case .failure(let error):
            let photo = AVCapturePhoto(nil, resolved, index: index, settings)
            delegate.photoOutput(output, didFinishProcessingPhoto: photo, error: error)
        }
    }

    func finished(_ error: AVError?) { delegate.photoOutput(output, didFinishCaptureFor: resolved, error: error) }
}
