internal import AssetKitBase
internal import AssetKitClocks
public import AssetKitMedia
public import AssetKitTargets
public import CMTimeLib
public import Foundation

/// Shows what a session captures, in a window, a terminal or whatever target it is given.
///
/// ```swift
/// let session = AVCaptureSession()
/// let layer = AVCaptureVideoPreviewLayer(session: session)
/// layer.akTarget = AKWindowTarget(title: "camera")
/// layer.videoGravity = .resizeAspectFill
/// ```
///
/// There is no window system of its own here: ``akTarget`` is what the layer is drawn in, and ``akCopyPixelBuffer(after:time:)``
/// gives pictures to programs that draw themselves. The layer holds its session.
///
/// SAFETY: what changes is behind locks.
open class AVCaptureVideoPreviewLayer: CALayer, @unchecked Sendable {
    private let owner = Protected<AVCaptureSession?>(nil)
    private let screen = PreviewScreen()

    /// Makes a layer without a session.
    public override init() { super.init() }

    /// Makes a layer of a session, and connects it with its camera.
    public init(session: AVCaptureSession) {
        super.init()
        self.session = session
    }

    /// Makes a layer of a session without connecting it: `AVCaptureSession.addConnection(_:)` does that.
    public init(sessionWithNoConnection session: AVCaptureSession) {
        super.init()
        setSessionWithNoConnection(session)
    }

    deinit {
        screen.setTarget(nil)
        screen.rest()
        // Later, since whoever let the last reference go may be changing the session just now.
        if let session = owner.withLock({ $0 }) { session.worker.async { session.removePreview(nil) } }
    }

    // MARK: Its session

    /// The session whose pictures it shows. Setting it connects the layer with the session's camera, also one that is added later.
    open var session: AVCaptureSession? {
        get { owner.withLock { $0 } }
        set { replace(newValue, connects: true) }
    }

    /// Sets the session without connecting the layer: `AVCaptureSession.addConnection(_:)` does that.
    open func setSessionWithNoConnection(_ session: AVCaptureSession) { replace(session, connects: false) }

    private func replace(_ session: AVCaptureSession?, connects: Bool) {
        let old = owner.withLock { owner in
            defer { owner = session }
            return owner
        }
        if old === session, connects, connection != nil { return }
        old?.removePreview(self)
        if old !== session { screen.rest() }
        session?.addPreview(self, connects: connects)
    }

    /// The way from the camera to the layer; nil where there is none.
    open var connection: AVCaptureConnection? { session?.connections.first { $0.videoPreviewLayer === self } }

    /// Pictures come.
    open var isPreviewing: Bool { session?.isRunning == true && connection?.isActive == true }

    var consumer: (any CaptureConsumer)? { PreviewConsumer(self) }

    fileprivate func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) {
        guard let environment = session?.environment else { return }
        let picture = PreviewScreen.Picture(sample: sample, connection: connection, turn: connection.turn)
        screen.show(picture, in: environment)
    }

    fileprivate func ended() { screen.rest() }

    // MARK: Showing

    /// What it is drawn in. An addition to AVFoundation.
    open var akTarget: (any AKVideoTarget)? {
        get { screen.target }
        set { screen.setTarget(newValue) }
    }

    /// Hears of keys, and of a window that the user wants closed, on the main queue. An addition to AVFoundation.
    open var akEventHandler: (@Sendable (AKVideoTargetEvent) -> Void)? {
        get { screen.watcher }
        set { screen.watcher = newValue }
    }

    /// How pictures of another shape fit into it: with bars beside them, unless told otherwise.
    open var videoGravity: AVLayerVideoGravity {
        get { screen.gravity }
        set { screen.gravity = newValue }
    }

    /// The newest picture, turned and mirrored as it shows, if it is later than a time; nil where there is none. `time` becomes the
    /// picture's own, which is the one to ask with next. An addition to AVFoundation.
    open func akCopyPixelBuffer(after moment: CMTime = .invalid, time: UnsafeMutablePointer<CMTime>? = nil)
        -> CVPixelBuffer?
    {
        guard let picture = screen.copy(after: moment) else { return nil }
        time?.pointee = picture.time
        return picture.pixels
    }

    // MARK: Points

    private var geometry: PreviewGeometry {
        let connection = connection
        let size = connection?.inputPorts.first?.formatDescription?.videoDimensions
        return PreviewGeometry(
            picture: size.map { CGSize(width: CGFloat($0.width), height: CGFloat($0.height)) },
            bounds: bounds,
            gravity: videoGravity,
            turn: connection?.turn ?? CaptureTurn()
        )
    }

    /// What the camera has where a point of the layer is, from 0 to 1 in its picture: what points of interest are set to. It is
    /// outside of that beside the picture.
    open func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
        geometry.devicePoint(pointInLayer)
    }

    /// Where in the layer a point of the camera's picture (0 to 1) shows.
    open func layerPointConverted(fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint) -> CGPoint {
        geometry.layerPoint(captureDevicePointOfInterest)
    }

    /// Where in the layer a part (0 to 1) of the camera's picture shows.
    open func layerRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        geometry.layerRect(rectInMetadataOutputCoordinates)
    }

    /// Which part (0 to 1) of the camera's picture is where a part of the layer is.
    open func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
        geometry.deviceRect(rectInLayerCoordinates)
    }
}

/// Hands pictures to a preview without holding it.
private final class PreviewConsumer: CaptureConsumer {
    private weak let layer: AVCaptureVideoPreviewLayer?

    init(_ layer: AVCaptureVideoPreviewLayer) { self.layer = layer }

    func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) { layer?.receive(sample, connection) }

    func ended(_ connection: AVCaptureConnection, because reason: CaptureEnd) { layer?.ended() }
}
