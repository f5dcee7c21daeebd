internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
internal import AssetKitTargets
internal import CMTimeLib
internal import Foundation

/// The pictures of a preview: the newest one, and the target that it is drawn in. While the target is at work the newest picture
/// takes the place of the one that waits, so that the device is never held up.
final class PreviewScreen: Sendable {
    /// A picture, and how it is to be turned.
    struct Picture: Sendable {
        let sample: CapturedSample
        let connection: AVCaptureConnection
        let turn: CaptureTurn
        private let isCounted = Protected(false)

        /// Counts what has become of it, once: it may be drawn again for a target that is larger by then.
        func count(_ body: (inout AKCaptureStatistics) -> Void) {
            let isFirst = isCounted.withLock { isCounted in
                defer { isCounted = true }
                return !isCounted
            }
            if isFirst { connection.count(body) }
        }
    }

    /// What a target is drawn on by. One at a time has the painter: the worker's jobs.
    ///
    /// SAFETY: only jobs of the worker touch the painter and whether it is open.
    private final class Device: @unchecked Sendable {
        let target: any AKVideoTarget
        let worker: any SerialWorker
        let painter = PreviewPainter()
        var isOpen = false

        init(_ target: any AKVideoTarget, _ worker: any SerialWorker) { (self.target, self.worker) = (target, worker) }
    }

    private struct State {
        var newest: Picture?
        /// It has not been drawn, and is to be.
        var isWaiting = false
        var isDrawing = false
        var target: (any AKVideoTarget)?
        var device: Device?
        var gravity = AVLayerVideoGravity.resizeAspect
        var watcher: (@Sendable (AKVideoTargetEvent) -> Void)?
    }

    private let state = Protected(State())
    private let shaper = Protected(PictureShaper())

    var target: (any AKVideoTarget)? { state.withLock { $0.target } }

    var gravity: AVLayerVideoGravity {
        get { state.withLock { $0.gravity } }
        set { state.withLock { $0.gravity = newValue } }
    }

    var watcher: (@Sendable (AKVideoTargetEvent) -> Void)? {
        get { state.withLock { $0.watcher } }
        set { state.withLock { $0.watcher = newValue } }
    }

    /// Draws in another target from the next picture on. The one before is closed.
    func setTarget(_ target: (any AKVideoTarget)?) {
        let old = state.withLock { state in
            guard state.target !== target || target == nil else { return nil as Device? }
            defer { (state.target, state.device) = (target, nil) }
            return state.device
        }
        if let old { old.worker.async { Self.close(old) } }
    }

    private static func close(_ device: Device) {
        guard device.isOpen else { return }
        device.isOpen = false
        device.target.close()
    }

    /// Takes a picture, on the device's thread.
    func show(_ picture: Picture, in environment: HostEnvironment) {
        let (overtaken, device) = state.withLock { state -> (Picture?, Device?) in
            let overtaken = state.isWaiting ? state.newest : nil
            (state.newest, state.isWaiting) = (picture, false)
            guard let target = state.target else { return (overtaken, nil) }
            let device = state.device ?? Device(target, environment.worker("assetkit.capture.preview"))
            (state.device, state.isWaiting) = (device, true)
            return (overtaken, device)
        }
        overtaken?.count { $0.late += 1 }
        guard let device else { return picture.count { $0.delivered += 1 } }
        drawSoon(on: device, in: environment)
    }

    private func drawSoon(on device: Device, in environment: HostEnvironment) {
        let starts = state.withLock { state in
            guard state.isWaiting, !state.isDrawing, state.device === device else { return false }
            state.isDrawing = true
            return true
        }
        guard starts else { return }
        device.worker.async { [weak self] in self?.draw(on: device, in: environment) }
    }

    private func draw(on device: Device, in environment: HostEnvironment) {
        let (picture, gravity) = state.withLock { state in
            guard state.device === device, state.isWaiting else { return (nil as Picture?, state.gravity) }
            state.isWaiting = false
            return (state.newest, state.gravity)
        }
        if let picture { draw(picture, gravity, on: device, in: environment) }
        let next = state.withLock { state in
            state.isDrawing = false
            return state.device
        }
        if let next { drawSoon(on: next, in: environment) }
    }

    private func draw(
        _ picture: Picture,
        _ gravity: AVLayerVideoGravity,
        on device: Device,
        in environment: HostEnvironment
    ) {
        guard let source = try? picture.sample.picture() else {
            return picture.count { $0.outOfBuffers += 1 }
        }
        do {
            try open(device, for: source, picture.turn, in: environment)
        } catch {
            picture.count { $0.outOfBuffers += 1 }
            return handle(.lost(error.localizedDescription), device, in: environment)
        }
        do {
            let pixels = try device.painter.paint(source, of: picture.sample, picture.turn, gravity, device.target.wish)
            try device.target.present(pixels, itemTime: picture.sample.time, hostTime: picture.sample.sample.hostTime)
            picture.count { $0.delivered += 1 }
        } catch {
            picture.count { $0.outOfBuffers += 1 }
            guard (error as? AVError)?.code == .deviceWasDisconnected else { return }
            handle(.lost(error.localizedDescription), device, in: environment)
        }
    }

    private func open(
        _ device: Device,
        for picture: CVPixelBuffer,
        _ turn: CaptureTurn,
        in environment: HostEnvironment
    ) throws {
        guard !device.isOpen else { return }
        let (width, height) = turn.isSideways ? (picture.height, picture.width) : (picture.width, picture.height)
        let size = CGSize(width: width, height: height)
        try device.target.open(size) { [weak self, weak device] event in
            guard let self, let device else { return }
            handle(event, device, in: environment)
        }
        device.isOpen = true
    }

    private func handle(_ event: AKVideoTargetEvent, _ device: Device, in environment: HostEnvironment) {
        let watcher = state.withLock { state -> (@Sendable (AKVideoTargetEvent) -> Void)? in
            guard state.device === device else { return nil }
            switch event {
            case .needsPicture: state.isWaiting = state.newest != nil
            // It is not tried again before it is set again.
            case .lost: (state.target, state.device) = (nil, nil)
            case .key, .closed: break
            }
            return state.watcher
        }
        switch event {
        case .needsPicture: drawSoon(on: device, in: environment)
        case .lost: device.worker.async { Self.close(device) }
        case .key, .closed: break
        }
        if let watcher { environment.notice { watcher(event) } }
    }

    // MARK: On demand

    /// The newest picture that is later than a time, turned; nil where there is none.
    func copy(after time: CMTime) -> (pixels: CVPixelBuffer, time: CMTime)? {
        guard let picture = state.withLock({ $0.newest }), !time.isNumeric || picture.sample.time > time,
            let pixels = try? shaper.withLock({ shaper in
                try shaper.shape(picture.sample, format: nil, size: nil, turn: picture.turn)
            })
        else { return nil }
        return (pixels, picture.sample.time)
    }

    /// Forgets what waits; what shows stays.
    func rest() {
        let abandoned = state.withLock { state in
            defer { (state.isWaiting, state.newest) = (false, nil) }
            return state.isWaiting ? state.newest : nil
        }
        abandoned?.count { $0.abandoned += 1 }
    }
}
