internal import AssetKitBase
public import AssetKitClocks
public import AssetKitMedia
internal import CMTimeLib
public import Foundation

extension AVCaptureInput {
    /// One kind of media that an input delivers.
    ///
    /// SAFETY: what changes is behind a lock.
    public final class Port: NSObject, @unchecked Sendable {
        private struct State {
            var format: CMFormatDescription?
            var clock: CMClock?
        }

        /// The format of a port has become known, or has changed. Its object is the port; posted on the main queue.
        public static let formatDescriptionDidChangeNotification = NSNotification.Name
            .AVCaptureInputPortFormatDescriptionDidChange

        private weak var owner: AVCaptureInput?
        /// What kind of media it is.
        public let mediaType: AVMediaType
        private let state: Protected<State>
        private let enabling = CaptureSetting(true)

        init(_ owner: AVCaptureInput, _ mediaType: AVMediaType, _ format: CMFormatDescription?) {
            (self.owner, self.mediaType) = (owner, mediaType)
            state = Protected(State(format: format))
        }

        /// The input whose port it is.
        public var input: AVCaptureInput {
            guard let owner else { programmerError("AVCaptureInput.Port.input: the input is gone") }
            return owner
        }

        /// What samples are like; nil before it is known.
        public var formatDescription: CMFormatDescription? { state.withLock { $0.format } }

        /// Whether it delivers.
        public var isEnabled: Bool {
            get { enabling.edited }
            set { enabling.set(in: owner?.session, depends: true) { $0 = newValue } }
        }

        /// Whether it delivers as its session is, without what is being changed.
        var delivers: Bool { enabling.current }

        /// The device's own time, as measured by the host's; nil while it does not run.
        public var clock: CMClock? { state.withLock { $0.clock } }

        /// Where the device looks.
        public var sourceDevicePosition: AVCaptureDevice.Position { owner?.source?.position ?? .unspecified }

        /// What the device is.
        public var sourceDeviceType: AVCaptureDevice.DeviceType? { owner?.source?.deviceType }

        /// The input, unless it is gone.
        var holder: AVCaptureInput? { owner }

        func setFormat(_ format: CMFormatDescription?) -> Bool {
            state.withLock { state in
                guard let format, state.format != format else { return false }
                state.format = format
                return true
            }
        }

        func forgetFormat() { state.withLock { $0.format = nil } }

        func setClock(_ clock: CMClock?) { state.withLock { $0.clock = clock } }
    }
}

extension NSNotification.Name {
    /// The format of a port has become known, or has changed.
    public static let AVCaptureInputPortFormatDescriptionDidChange = NSNotification.Name(
        "AVCaptureInputPortFormatDescriptionDidChangeNotification"
    )
}
