internal import AssetKitBase
internal import AssetKitClocks
public import Foundation

/// Says whether another photo would be taken at once, also of photos that a program is only about to ask for.
///
/// ```swift
/// func shoot(_ output: AVCapturePhotoOutput, _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
///            for delegate: any AVCapturePhotoCaptureDelegate) {
///     let settings = AVCapturePhotoSettings()
///     coordinator.startTrackingCaptureRequest(using: settings)
///     output.capturePhoto(with: settings, delegate: delegate)
/// }
/// ```
///
/// SAFETY: what changes is behind a lock.
open class AVCapturePhotoOutputReadinessCoordinator: NSObject, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVCapturePhotoOutputReadinessCoordinatorDelegate)?
        var tracked: Set<Int64> = []
        var told: AVCapturePhotoOutput.CaptureReadiness
    }

    private let output: AVCapturePhotoOutput
    private let state: Protected<State>

    /// Makes a coordinator of an output.
    public init(photoOutput: AVCapturePhotoOutput) {
        output = photoOutput
        state = Protected(State(told: photoOutput.captureReadiness))
        super.init()
        photoOutput.addCoordinator(self)
    }

    /// Hears of changes, on the main queue. It is not held.
    open var delegate: (any AVCapturePhotoOutputReadinessCoordinatorDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Whether another photo would be taken at once.
    open var captureReadiness: AVCapturePhotoOutput.CaptureReadiness {
        let readiness = output.captureReadiness
        guard readiness == .ready else { return readiness }
        let expected = state.withLock { $0.tracked }.count { !output.hasUsed($0) }
        return output.hasRoom(behind: expected) ? .ready : .notReadyMomentarily
    }

    /// A photo is about to be asked for.
    open func startTrackingCaptureRequest(using settings: AVCapturePhotoSettings) {
        state.withLock { _ = $0.tracked.insert(settings.uniqueID) }
        check()
    }

    /// It will not be asked for after all.
    open func stopTrackingCaptureRequest(using settingsUniqueID: Int64) {
        state.withLock { _ = $0.tracked.remove(settingsUniqueID) }
        check()
    }

    func check() {
        let new = captureReadiness
        let isNew = state.withLock { state in
            state.tracked = state.tracked.filter { !output.hasUsed($0) }
            defer { state.told = new }
            return state.told != new
        }
        guard isNew else { return }
        (output.session?.environment ?? .system).notice { [weak self] in
            guard let self, let delegate else { return }
            delegate.readinessCoordinator(self, captureReadinessDidChange: new)
        }
    }
}

/// Hears whether another photo would be taken at once.
public protocol AVCapturePhotoOutputReadinessCoordinatorDelegate: AnyObject {
    /// That has changed. Called on the main queue.
    func readinessCoordinator(
        _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
        captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
    )
}

extension AVCapturePhotoOutputReadinessCoordinatorDelegate {
    /// Does nothing.
    public func readinessCoordinator(
        _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
        captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
    ) {}
}
