internal import AssetKitBase
public import AssetKitMedia
public import Foundation

/// Where a session brings media.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureOutput: NSObject, @unchecked Sendable {
    /// Why a sample was not delivered.
    public enum DataDroppedReason: Int, Sendable, CaseIterable {
        /// It was.
        case none = 0
        /// It came while another one was being worked on.
        case lateData = 1
        /// There was no memory for it, because too many are in use.
        case outOfBuffers = 2
        /// The device lost it.
        case discontinuity = 3
    }

    private struct Owner {
        weak var session: AVCaptureSession?
    }
    private let owner = Protected(Owner())

    override init() { super.init() }

    /// The session that it belongs to.
    var session: AVCaptureSession? {
        get { owner.withLock { $0.session } }
        set { owner.withLock { $0.session = newValue } }
    }

    /// The ways that lead to it.
    open var connections: [AVCaptureConnection] { session?.connections.filter { $0.output === self } ?? [] }

    /// The first way of a kind of media that leads to it; nil where there is none.
    open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        connections.first { $0.mediaType == mediaType }
    }

    /// How many ways of a kind of media may lead to it.
    func slots(for mediaType: AVMediaType) -> Int { 0 }

    /// Whether it takes media of a kind while a session has a preset.
    func canTake(_ mediaType: AVMediaType?, _ preset: AVCaptureSession.Preset) -> Bool { true }

    /// Why it cannot be added to a session that has these outputs; nil where it can.
    func obstacle(beside outputs: [AVCaptureOutput]) -> String? { nil }

    /// Who takes the samples.
    var consumer: (any CaptureConsumer)? { nil }

    /// It belongs to another session, or its session has started or stopped.
    func sessionMayHaveChanged() {}

    /// A rectangle of the picture that goes out, turned and mirrored as its connection says, as a part (0 to 1) of the picture that
    /// comes in. Zero as long as nobody knows how large that is.
    open func metadataOutputRectConverted(fromOutputRect rectInOutputCoordinates: CGRect) -> CGRect {
        geometry?.deviceRect(rectInOutputCoordinates) ?? .zero
    }

    /// A part (0 to 1) of the picture that comes in, as a rectangle of the picture that goes out, turned and mirrored as its connection
    /// says. Zero as long as nobody knows how large that is.
    open func outputRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        geometry?.layerRect(rectInMetadataOutputCoordinates) ?? .zero
    }

    /// What was found in a picture, in pixels of the picture that goes out by a connection; nil where the connection does not lead here,
    /// or nobody knows how large its pictures are.
    open func transformedMetadataObject(
        for metadataObject: AVMetadataObject,
        connection: AVCaptureConnection
    ) -> AVMetadataObject? {
        guard connections.contains(where: { $0 === connection }), let geometry = Self.geometry(of: connection) else {
            return nil
        }
        return metadataObject.moved(geometry.layerRect, geometry.layerPoint)
    }

    private var geometry: PreviewGeometry? { connection(with: .video).flatMap(Self.geometry) }

    /// Where the points of a camera's picture are in the one that goes out.
    private static func geometry(of connection: AVCaptureConnection) -> PreviewGeometry? {
        guard let size = connection.inputPorts.first?.formatDescription?.videoDimensions else { return nil }
        let turn = connection.turn
        let (width, height) = (CGFloat(size.width), CGFloat(size.height))
        let bounds = CGRect(
            x: 0,
            y: 0,
            width: turn.isSideways ? height : width,
            height: turn.isSideways ? width : height
        )
        return PreviewGeometry(bounds: bounds, gravity: .resize, turn: turn)
    }
}
