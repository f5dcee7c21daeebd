internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
internal import CMTimeLib

/// A photo that is being taken: what is wanted, of whom, for whom. It holds its session.
///
/// SAFETY: what changes is touched on one worker, or behind the lock.
final class PhotoJob: @unchecked Sendable {
    let id: Int64
    let plan: PhotoPlan
    let session: AVCaptureSession
    let device: AVCaptureDevice?
    let client: any PhotoClient
    /// On the host clock.
    let calledAt: Int64
    private let hasBegun = Protected(false)
    private let failure = Protected<AVError?>(nil)
    /// How many pictures have been made. The callbacks' queue alone counts.
    var madeCount = 0
    private var former: (bias: Float, mode: AVCaptureDevice.ExposureMode, duration: CMTime, iso: Float)?

    init(
        _ id: Int64,
        _ plan: PhotoPlan,
        _ session: AVCaptureSession,
        _ device: AVCaptureDevice?,
        _ client: any PhotoClient
    ) {
        (self.id, self.plan, self.session, self.device, self.client) = (id, plan, session, device, client)
        calledAt = session.environment.host.now
    }

    /// True once: whoever comes first tells that it has begun.
    func takeBegin() -> Bool {
        hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
    }

    /// The first thing that went wrong.
    var error: AVError? { failure.withLock { $0 } }

    func fail(_ error: AVError) { failure.withLock { $0 = $0 ?? error } }

    // MARK: The device, on the worker

    /// Sets the camera up for one of its pictures.
    func setUp(_ index: Int) throws {
        guard let device else { return }
        if plan.firesFlash { device.armFlash(true) }
        guard plan.exposures.indices.contains(index) else { return }
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        if former == nil {
            former = (device.exposureTargetBias, device.exposureMode, device.exposureDuration, device.iso)
        }
        expose(device, plan.exposures[index])
    }

    private func expose(_ device: AVCaptureDevice, _ exposure: PhotoPlan.Exposure) {
        switch exposure {
        case .bias(let bias):
            let (least, most) = (device.minExposureTargetBias, device.maxExposureTargetBias)
            guard least <= most else { return }
            device.setExposureTargetBias(min(max(bias, least), most))
        case .manual(let duration, let iso):
            guard device.isExposureModeSupported(.custom) else { return }
            device.setExposureModeCustom(duration: duration, iso: iso)
        }
    }

    /// Leaves the camera as it was.
    func restore() {
        guard let device else { return }
        if plan.firesFlash { device.armFlash(false) }
        guard let former, (try? device.lockForConfiguration()) != nil else { return }
        defer { device.unlockForConfiguration() }
        self.former = nil
        guard case .manual = plan.exposures.first else { return expose(device, .bias(former.bias)) }
        if former.mode == .custom || former.mode == .locked {
            expose(device, .manual(duration: former.duration, iso: former.iso))
        }
        if former.mode != .custom, device.isExposureModeSupported(former.mode) { device.exposureMode = former.mode }
    }
}
