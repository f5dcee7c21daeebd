internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
public import Foundation

extension AVCaptureDevice {
    /// A zoom on its way.
    struct ZoomRamp {
        let target: CGFloat
        /// How many times it doubles in a second.
        let rate: Float
        var alarm: HostAlarm?
    }

    /// The factor at its least.
    public var minAvailableVideoZoomFactor: CGFloat { 1 }
    /// The factor at its most.
    public var maxAvailableVideoZoomFactor: CGFloat { activeFormat.videoMaxZoomFactor }

    /// How many times larger the middle of the picture is: by the camera where that can zoom, else here, for all who take its
    /// pictures. Stops the program where the device is not locked, and outside of 1 to the format's greatest factor.
    public var videoZoomFactor: CGFloat {
        get { reading.zoomFactor }
        set {
            requireLock("videoZoomFactor")
            require(
                newValue >= 1 && newValue <= maxAvailableVideoZoomFactor,
                "AVCaptureDevice.videoZoomFactor: '\(localizedName)' cannot have \(newValue)"
            )
            cancelVideoZoomRamp()
            setZoom(newValue)
        }
    }

    /// How many times larger pictures are to be made, whatever the camera does.
    var digitalZoom: CGFloat { state.withLock { $0.digitalZoom } }

    private func setZoom(_ factor: CGFloat) {
        changing(\.videoZoomFactor) {
            guard let control = control(.zoomAbsolute) else { return state.withLock { $0.digitalZoom = factor } }
            set([DeviceControlChange(.zoomAbsolute, Int64((CGFloat(control.minimum) * factor).rounded()))])
        }
    }

    /// Whether the zoom is on its way.
    public var isRampingVideoZoom: Bool { state.withLock { $0.zoomRamp != nil } }

    /// Zooms smoothly to a factor; the rate says how many times it doubles in a second.
    public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) {
        requireLock("ramp")
        require(
            factor >= 1 && factor <= maxAvailableVideoZoomFactor && rate > 0,
            "AVCaptureDevice.ramp: '\(localizedName)' cannot have \(factor)"
        )
        cancelVideoZoomRamp()
        let host = session?.environment.host ?? SystemHostClock.shared
        state.withLock { $0.zoomRamp = ZoomRamp(target: factor, rate: rate) }
        step(on: host)
    }

    /// Stops a zoom where it is.
    public func cancelVideoZoomRamp() {
        let alarm = state.withLock { state in
            defer { state.zoomRamp = nil }
            return state.zoomRamp?.alarm
        }
        alarm?.cancel()
    }

    /// A step each thirtieth of a second.
    private func step(on host: any HostClock) {
        guard let ramp = state.withLock({ $0.zoomRamp }) else { return }
        let now = videoZoomFactor
        let factor = CGFloat(pow(2, Double(ramp.rate) / 30))
        let next = now < ramp.target ? min(now * factor, ramp.target) : max(now / factor, ramp.target)
        setZoom(next)
        guard next != ramp.target else { return state.withLock { $0.zoomRamp = nil } }
        let alarm = host.alarm(at: host.now + 33_333_333) { [weak self] in self?.step(on: host) }
        state.withLock { $0.zoomRamp?.alarm = alarm }
    }
}
