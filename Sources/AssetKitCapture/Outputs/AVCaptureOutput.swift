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

    /// A rectangle of the picture that goes out, as a part (0 to 1) of the picture that comes in.
    open func metadataOutputRectConverted(fromOutputRect rectInOutputCoordinates: CGRect) -> CGRect {
        guard let size = pictureSize else { return .zero }
        let rect = rectInOutputCoordinates
        return CGRect(
            x: rect.minX / size.width,
            y: rect.minY / size.height,
            width: rect.width / size.width,
            height: rect.height / size.height
        )
    }

    /// A part (0 to 1) of the picture that comes in, as a rectangle of the picture that goes out.
    open func outputRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        guard let size = pictureSize else { return .zero }
        let rect = rectInMetadataOutputCoordinates
        return CGRect(
            x: rect.minX * size.width,
            y: rect.minY * size.height,
            width: rect.width * size.width,
            height: rect.height * size.height
        )
    }

    private var pictureSize: CGSize? {
        let dimensions = connection(with: .video)?.inputPorts.first?.formatDescription?.videoDimensions
        return dimensions.map { CGSize(width: CGFloat($0.width), height: CGFloat($0.height)) }
    }
}
