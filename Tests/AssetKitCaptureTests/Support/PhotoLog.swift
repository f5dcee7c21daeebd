import AssetKitBase
import AssetKitCapture
import AssetKitMedia
import Foundation

/// Keeps what becomes of photos.
final class PhotoLog: NSObject, AVCapturePhotoCaptureDelegate, @unchecked Sendable {
    private let state = Protected((words: [String](), photos: [AVCapturePhoto](), errors: [AVError?]()))
    /// Called when a photo is there, on the output's queue.
    var meanwhile: (() -> Void)?
    private(set) var resolved: AVCaptureResolvedPhotoSettings?

    var words: [String] { state.withLock { $0.words } }
    var photos: [AVCapturePhoto] { state.withLock { $0.photos } }
    /// Those of each end.
    var errors: [AVError?] { state.withLock { $0.errors } }

    static let usual = ["begin", "will capture", "captured", "photo", "finish"]

    private func add(_ word: String) { state.withLock { $0.words.append(word) } }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        resolved = resolvedSettings
        add("begin")
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) { add("will capture") }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) { add("captured") }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {
        add(error == nil ? "photo" : "no photo")
        state.withLock { $0.photos.append(photo) }
        meanwhile?()
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        add("finish")
        state.withLock { $0.errors.append(error as? AVError) }
    }
}
