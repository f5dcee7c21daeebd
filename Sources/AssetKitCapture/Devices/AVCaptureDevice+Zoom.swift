internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
public import Foundation

extension AVCaptureDevice {
    /// A zoom on its way.
    struct ZoomRamp {
        /// Where it is. What the camera makes of that may be coarser.
        var factor: CGFloat
        let target: CGFloat
        /// How many times it doubles in a second.
        let rate: Float
        var alarm: HostAlarm?

        var isOver: Bool { factor == target }

        /// A thirtieth of a second later. The answer is where it is then.
        mutating func step() -> CGFloat {
            let change = CGFloat(pow(2, Double(rate) / 30))
            factor = factor < target ? min(factor * change, target) : max(factor / change, target)
            return factor
        }
    }

    /// What a lens zooms with; nil where there is none, and where the driver's numbers say nothing of how large pictures are.
    static func zoom(of controls: [DeviceControl]) -> DeviceControl? {
        controls.first { $0.kind == .zoomAbsolute && $0.minimum > 0 }
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
            guard let zoom = Self.zoom(of: currentControls) else { return state.withLock { $0.digitalZoom = factor } }
            set([DeviceControlChange(.zoomAbsolute, Int64((CGFloat(zoom.minimum) * factor).rounded()))])
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
        let present = videoZoomFactor
        state.withLock { $0.zoomRamp = ZoomRamp(factor: present, target: factor, rate: rate) }
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
        guard let next = state.withLock({ $0.zoomRamp?.step() }) else { return }
        setZoom(next)
        let isOver = state.withLock { state in
            guard let ramp = state.zoomRamp, !ramp.isOver else {
                state.zoomRamp = nil
                return true
            }
            return false
        }
        guard !isOver else { return }
        let alarm = host.alarm(at: host.now + 33_333_333) { [weak self] in self?.step(on: host) }
        state.withLock { $0.zoomRamp?.alarm = alarm }
    }
}
