internal import AssetKitBase
public import AssetKitMedia
public import AssetKitTargets
public import Foundation

/// Shows the pictures of a player in a window, a terminal or whatever target it is given.
///
/// ```swift
/// let player = AVPlayer(url: URL(filePath: "film.mp4"))
/// let layer = AVPlayerLayer(player: player)
/// layer.akTarget = AKWindowTarget(title: "film")
/// player.play()
/// ```
///
/// There is no window system of its own here: ``akTarget`` is what the layer is drawn in. A player shows in one layer.
open class AVPlayerLayer: CALayer, AKKeyValueObserving, @unchecked Sendable {
    // SAFETY: what changes is behind locks.
    private struct State {
        var player: AVPlayer?
        var target: (any AKVideoTarget)?
        var watcher: (@Sendable (AKVideoTargetEvent) -> Void)?
        var gravity = AVLayerVideoGravity.resizeAspect
        var attributes: [String: Any]?
    }

    /// Who observes the layer's properties.
    public let akObservers = AKKeyValueObservers()
    private let state = Protected(State())

    /// Makes a layer without a player.
    public override init() { super.init() }

    /// Makes a layer of a player.
    public init(player: AVPlayer?) {
        super.init()
        self.player = player
    }

    /// Whose pictures it shows.
    open var player: AVPlayer? {
        get { state.withLock { $0.player } }
        set {
            let old = state.withLock { state in
                defer { state.player = newValue }
                return state.player
            }
            if old !== newValue { old?.engine.perform { $0.replaceDisplay(nil, nil) } }
            connect()
        }
    }

    /// What it is drawn in. An addition to AVFoundation.
    open var akTarget: (any AKVideoTarget)? {
        get { state.withLock { $0.target } }
        set {
            state.withLock { $0.target = newValue }
            connect()
        }
    }

    /// Hears of keys, and of a window that the user wants closed, on the main queue. An addition to AVFoundation.
    open var akEventHandler: (@Sendable (AKVideoTargetEvent) -> Void)? {
        get { state.withLock { $0.watcher } }
        set {
            state.withLock { $0.watcher = newValue }
            player?.engine.perform { $0.display?.watcher = newValue }
        }
    }

    private func connect() {
        let (player, target, watcher, gravity) = state.withLock { ($0.player, $0.target, $0.watcher, $0.gravity) }
        guard let player else { return }
        player.engine.perform { core in
            guard core.display?.target !== target || (target == nil) != (core.display == nil) else { return }
            core.replaceDisplay(target, watcher, gravity)
        }
    }

    /// How pictures of another shape fit into it: with bars beside them, unless told otherwise.
    open var videoGravity: AVLayerVideoGravity {
        get { state.withLock { $0.gravity } }
        set {
            state.withLock { $0.gravity = newValue }
            player?.engine.perform { core in
                guard let display = core.display, display.gravity != newValue else { return }
                display.gravity = newValue
                core.showAgain()
            }
        }
    }

    /// What pixel buffers are to be like that it gives away.
    open var pixelBufferAttributes: [String: Any]? {
        get { state.withLock { $0.attributes } }
        set { state.withLock { $0.attributes = newValue } }
    }

    /// A picture of the current item shows.
    open var isReadyForDisplay: Bool {
        player?.engine.look { core in core.current?.shown != nil } ?? false
    }

    /// Where within the layer the picture lies; empty until there is one.
    open var videoRect: CGRect {
        guard let size = player?.currentItem?.presentationSize, size.width > 0, size.height > 0 else { return .zero }
        let target = akTarget?.wish.size ?? .zero
        let box = frame.size.width > 0 ? frame.size : target.width > 0 ? target : size
        if videoGravity == .resize { return CGRect(origin: .zero, size: box) }
        let scales = (box.width / size.width, box.height / size.height)
        let scale = videoGravity == .resizeAspectFill ? max(scales.0, scales.1) : min(scales.0, scales.1)
        let fitted = CGSize(width: size.width * scale, height: size.height * scale)
        return CGRect(
            x: (box.width - fitted.width) / 2,
            y: (box.height - fitted.height) / 2,
            width: fitted.width,
            height: fitted.height
        )
    }

    /// The picture that shows, as the target has it; nil where none does.
    open func displayedPixelBuffer() -> CVPixelBuffer? { player?.engine.look { $0.current?.shown?.shown } }
}
