internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
public import CMTimeLib
public import Foundation

/// A number that stands for a screen: its place among the screens of the machine.
public typealias CGDirectDisplayID = UInt32

/// Pictures of a screen.
///
/// ```swift
/// let session = AVCaptureSession()
/// if let input = AVCaptureScreenInput(displayID: 0) {
///     input.minFrameDuration = CMTime(value: 1, timescale: 30)
///     if session.canAddInput(input) { session.addInput(input) }
/// }
/// ```
///
/// A still screen yields pictures at the same rate as any. Other than in AVFoundation, clicks are not drawn.
///
/// On a desktop of Wayland the first screen is the one that the desktop lets its user choose, through its portal: it asks when the
/// session starts to run, which goes on meanwhile, and the pictures come when it is answered. Whoever refuses ends it with
/// `.screenCaptureFailed`. The desktop need not ask again where it remembers the answer. ``AVCaptureInput/Port/formatDescription`` is
/// nil until pictures come.
open class AVCaptureScreenInput: AVCaptureInput, @unchecked Sendable {
    // SAFETY: what changes is behind a lock.
    private struct Wishes {
        var minFrameDuration = CMTime(value: 1, timescale: 15)
        var cropRect = CGRect.zero
        var scaleFactor: CGFloat = 1
        var capturesCursor = true
        var capturesMouseClicks = false
        var removesDuplicateFrames = false
    }

    private let screen: AVCaptureDevice?
    private let wishes = CaptureSetting(Wishes())

    /// Makes an input of the first screen. Without one, the session says so when it starts.
    public override init() {
        screen = AVCaptureDevice.akScreens.first
        super.init()
        makePorts([(.video, screen?.formats.first?.portDescription)])
    }

    /// Makes an input of a screen by its place among the screens; nil where there is none.
    public convenience init?(displayID: CGDirectDisplayID) {
        let screens = AVCaptureDevice.akScreens
        guard screens.indices.contains(Int(displayID)) else { return nil }
        self.init(of: screens[Int(displayID)])
    }

    /// Makes an input of one of ``AVCaptureDevice/akScreens``. An addition to AVFoundation.
    public convenience init(akScreen screen: AVCaptureDevice) {
        require(screen.kind == .screen, "AVCaptureScreenInput: '\(screen.localizedName)' is no screen")
        self.init(of: screen)
    }

    /// Makes an input of a screen, or of none.
    init(of screen: AVCaptureDevice?) {
        self.screen = screen
        super.init()
        makePorts([(.video, screen?.formats.first?.portDescription)])
    }

    /// How long pictures last at least: a fifteenth of a second unless set.
    open var minFrameDuration: CMTime {
        get { wishes.edited.minFrameDuration }
        set { set(\.minFrameDuration, newValue) }
    }

    /// The part of the screen that is wanted, in its pixels; zero for all of it.
    open var cropRect: CGRect {
        get { wishes.edited.cropRect }
        set { set(\.cropRect, newValue) }
    }

    /// How many times as wide and as high its pictures are as what they show: 1 unless set. Each is scaled once, for all that take it.
    /// Stops the program for factors that are not above 0, and for those above 16.
    open var scaleFactor: CGFloat {
        get { wishes.edited.scaleFactor }
        set {
            require(newValue > 0 && newValue <= 16, "AVCaptureScreenInput.scaleFactor: \(newValue) is no factor")
            set(\.scaleFactor, newValue)
        }
    }

    /// Whether the pointer shows.
    open var capturesCursor: Bool {
        get { wishes.edited.capturesCursor }
        set { set(\.capturesCursor, newValue) }
    }

    /// Whether clicks are shown. Kept, and without effect.
    open var capturesMouseClicks: Bool {
        get { wishes.edited.capturesMouseClicks }
        set { set(\.capturesMouseClicks, newValue) }
    }

    /// Whether pictures that are like the one before are left out. Kept, and without effect.
    open var removesDuplicateFrames: Bool {
        get { wishes.edited.removesDuplicateFrames }
        set { set(\.removesDuplicateFrames, newValue) }
    }

    private func set<Value>(_ path: WritableKeyPath<Wishes, Value>, _ value: Value) {
        wishes.set(in: session, depends: true) { $0[keyPath: path] = value }
    }

    override var source: AVCaptureDevice? { screen }

    override var obstacle: AVError? {
        screen == nil ? AVError(.screenCaptureFailed, "there is no screen that could be captured") : nil
    }

    override func setup(_ choice: DeviceSetup) -> DeviceSetup {
        let wishes = wishes.current
        var setup = choice
        setup.frameDuration = wishes.minFrameDuration
        setup.region = wishes.cropRect.isEmpty ? nil : wishes.cropRect
        setup.showsCursor = wishes.capturesCursor
        return setup
    }

    override var scale: CGFloat { wishes.current.scaleFactor }
}
