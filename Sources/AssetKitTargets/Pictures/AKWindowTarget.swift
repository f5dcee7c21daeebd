internal import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
internal import CTargets
public import Foundation

/// A window that shows pictures, on an X11 display; on Wayland that is Xwayland's. An addition to AVFoundation.
///
/// ```swift
/// let window = AKWindowTarget(title: "holiday.mov", geometry: AKWindowGeometry("1280x720+0+0"))
/// try window.open(CGSize(width: 1920, height: 1080)) { event in
///     if case .key("f") = event { window.isFullscreen.toggle() }
/// }
/// print(window.wish.size)
/// window.close()
/// ```
///
/// It asks for pictures of the size of its area, and puts black around them where they have another shape. Where the area has
/// changed since, the picture is brought to its size roughly until the next one comes. Pixels go through memory that is shared
/// with the server, or through the connection where that is on another machine. libxcb is loaded when a window is opened.
public final class AKWindowTarget: AKVideoTarget {
    private struct State {
        var title: String
        var window: OpenWindow?
        var events: (@Sendable (AKVideoTargetEvent) -> Void)?
        var width = 0
        var height = 0
        var isFullscreen = false
        var loss: String?
    }

    private let geometry: AKWindowGeometry?
    private let display: String?
    private let avoidsSharedMemory: Bool
    private let state: Protected<State>
    /// The picture that is shown. Who has it is the one that draws.
    private let shown = Protected<CVPixelBuffer?>(nil)

    /// Makes a window that opens later: with a title, at a place and of a size where they are given, on a display other than
    /// that of the environment.
    public convenience init(title: String, geometry: AKWindowGeometry? = nil, display: String? = nil) {
        self.init(title: title, geometry: geometry, display: display, avoidsSharedMemory: false)
    }

    /// Makes a window that may send all pixels through the connection.
    package init(title: String, geometry: AKWindowGeometry?, display: String?, avoidsSharedMemory: Bool) {
        (self.geometry, self.display, self.avoidsSharedMemory) = (geometry, display, avoidsSharedMemory)
        state = Protected(State(title: title))
    }

    deinit { close() }

    public var wish: AKVideoTargetWish {
        state.withLock { AKVideoTargetWish(size: CGSize(width: $0.width, height: $0.height), enlarges: true) }
    }

    /// What its title bar says.
    public var title: String {
        get { state.withLock { $0.title } }
        set {
            let window = state.withLock { state in
                state.title = newValue
                return state.window
            }
            if let window { shown.withLock { _ in _ = ak_window_set_title(window.raw, newValue) } }
        }
    }

    /// Whether it fills the screen. Set, the window manager is asked for it; where there is none, the window becomes as large as
    /// the screen.
    public var isFullscreen: Bool {
        get { state.withLock { $0.isFullscreen } }
        set {
            let window = state.withLock { state in
                state.isFullscreen = newValue
                return state.window
            }
            if let window { shown.withLock { _ in _ = ak_window_set_fullscreen(window.raw, newValue ? 1 : 0) } }
        }
    }

    /// Whether pictures go through memory that the server shares, once one was shown: what tests see, since the pictures are the same.
    package var sharesMemory: Bool {
        guard let window = state.withLock({ $0.window }) else { return false }
        return shown.withLock { _ in ak_window_shares_memory(window.raw) != 0 }
    }

    /// - Throws: An ``AVError`` with one sentence: no display, or one without 16 million colours.
    public func open(_ size: CGSize, events: @escaping @Sendable (AKVideoTargetEvent) -> Void) throws {
        close()
        let window = try openWindow(size)
        let isFullscreen = state.withLock { state in
            (state.window, state.events, state.loss) = (window, events, nil)
            (state.width, state.height) = (window.width, window.height)
            return state.isFullscreen
        }
        if isFullscreen { self.isFullscreen = true }
        WorkerThread.start("assetkit.window") { [weak self] in
            while let event = window.next() {
                // Who is gone has destroyed its window.
                self?.handle(event, of: window)
            }
        }
    }

    private func openWindow(_ size: CGSize) throws -> OpenWindow {
        var wish = ak_WindowWish()
        wish.width = CInt(clamping: geometry?.width ?? Int(size.width.rounded()))
        wish.height = CInt(clamping: geometry?.height ?? Int(size.height.rounded()))
        wish.has_size = geometry?.width == nil ? 0 : 1
        if let horizontal = geometry?.horizontal, let vertical = geometry?.vertical {
            wish.has_place = 1
            (wish.x, wish.from_right) = (CInt(clamping: horizontal.pixels), horizontal.isFromEnd ? 1 : 0)
            (wish.y, wish.from_bottom) = (CInt(clamping: vertical.pixels), vertical.isFromEnd ? 1 : 0)
        }
        wish.avoids_shared_memory = avoidsSharedMemory ? 1 : 0
        return try OpenWindow(wish, title: title, display: display)
    }

    public func present(_ picture: CVPixelBuffer, itemTime: CMTime, hostTime: Int64) throws {
        guard CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA else {
            throw AVError(.formatUnsupported, "a window shows pictures of 32 bits with blue first only")
        }
        let (window, loss) = state.withLock { ($0.window, $0.loss) }
        guard let window else {
            throw AVError(.deviceWasDisconnected, "the picture cannot be shown: \(loss ?? "the window is not open")")
        }
        let isAlive = shown.withLock { shown in
            shown = picture
            return draw(picture, in: window)
        }
        guard isAlive else { throw AVError(.deviceWasDisconnected, "the picture cannot be shown: \(Self.lossText)") }
    }

    private static let lossText = "the display of the window is gone"

    public func clear() {
        guard let window = state.withLock({ $0.window }) else { return }
        shown.withLock { shown in
            shown = nil
            _ = draw(nil, in: window)
        }
    }

    public func close() {
        let window = state.withLock { state in
            defer { (state.window, state.events) = (nil, nil) }
            return state.window
        }
        guard let window else { return }
        shown.withLock { shown in
            shown = nil
            ak_window_destroy(window.raw)
        }
    }

    /// Draws a picture, or black. Called by who has ``shown``.
    private func draw(_ picture: CVPixelBuffer?, in window: OpenWindow) -> Bool {
        let (width, height) = state.withLock { (CInt($0.width), CInt($0.height)) }
        guard let picture else { return ak_window_draw(window.raw, width, height, nil, 0, 0, 0) != 0 }
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        return ak_window_draw(
            window.raw,
            width,
            height,
            CVPixelBufferGetBaseAddress(picture),
            CVPixelBufferGetBytesPerRow(picture),
            CInt(CVPixelBufferGetWidth(picture)),
            CInt(CVPixelBufferGetHeight(picture))
        ) != 0
    }

    // MARK: - On the window's thread

    private func handle(_ event: ak_WindowEvent, of window: OpenWindow) {
        let events = state.withLock { state in state.window === window ? state.events : nil }
        guard let events else { return }
        switch Int(event.kind) {
        case AK_WINDOW_RESIZED:
            shown.withLock { shown in
                state.withLock { ($0.width, $0.height) = (Int(event.width), Int(event.height)) }
                if shown != nil { _ = draw(shown, in: window) }
            }
            events(.needsPicture)
        case AK_WINDOW_EXPOSED:
            shown.withLock { _ in _ = ak_window_draw_again(window.raw) }
        case AK_WINDOW_KEY:
            if let name = KeyName.name(ofKeysym: event.keysym) { events(.key(name)) }
        case AK_WINDOW_CLOSED:
            events(.closed)
        default:
            // The display, or somebody who destroyed the window without asking.
            state.withLock { state in
                guard state.window === window else { return }
                (state.window, state.events, state.loss) = (nil, nil, Self.lossText)
            }
            events(.lost(Self.lossText))
        }
    }
}

/// A window on a display.
///
/// SAFETY: libxcb may be called from several threads. Events are waited for on one, and who draws has ``AKWindowTarget``'s
/// picture. The connection ends when neither is left.
private final class OpenWindow: @unchecked Sendable {
    let raw: OpaquePointer
    let width: Int
    let height: Int
    private var isOver = false

    init(_ wish: ak_WindowWish, title: String, display: String?) throws(AVError) {
        var wish = wish
        var reason = [CChar](repeating: 0, count: 200)
        let opened = title.withCString { title in
            withOptionalText(display) { display in
                (wish.title, wish.display) = (title, display)
                return ak_window_open(&wish, &reason, UInt(reason.count))
            }
        }
        guard let opened else {
            let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw AVError(.deviceNotConnected, "there is no display to open a window on: \(text)")
        }
        raw = opened
        (width, height) = (Int(wish.width), Int(wish.height))
    }

    deinit { ak_window_close(raw) }

    /// Waits for the next event; nil behind the last one.
    func next() -> ak_WindowEvent? {
        guard !isOver else { return nil }
        var event = ak_WindowEvent()
        ak_window_next(raw, &event)
        let kind = Int(event.kind)
        isOver = kind == AK_WINDOW_LOST || kind == AK_WINDOW_GONE
        return event
    }
}

/// Lends a text as C has it, or none.
func withOptionalText<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let text else { return body(nil) }
    return text.withCString { body($0) }
}
