internal import AssetKitBase
package import AssetKitClocks
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// A screen that there is none of: it keeps which pictures were shown when, or hands each to a closure. An addition to
/// AVFoundation.
///
/// ```swift
/// let target = AKVirtualVideoTarget { picture, itemTime in
///     print(CVPixelBufferGetWidth(picture), itemTime.seconds)
/// }
/// try target.open(CGSize(width: 640, height: 360)) { _ in }
/// print(target.presented.count)
/// ```
public final class AKVirtualVideoTarget: AKVideoTarget {
    /// A picture that was shown.
    public struct Presented: Hashable, Sendable {
        /// Where in its item it belongs.
        public var itemTime: CMTime
        /// When it was to be seen, on the host clock.
        public var hostTime: Int64
        /// When it was handed over, on the host clock.
        public var presentedAt: Int64
        /// Pixels in a row.
        public var width: Int
        /// Rows.
        public var height: Int
        /// A number made of its pixels: equal pictures of the same size have equal ones. 0 where the target does not
        /// look at them.
        public var hash: UInt64
    }

    private struct State {
        var wish: AKVideoTargetWish
        var events: (@Sendable (AKVideoTargetEvent) -> Void)?
        var presented: [Presented] = []
        var clearCount = 0
        var delay: Duration
        var loss: String?
    }

    private let host: any HostClock
    private let hashesPixels: Bool
    private let keepsPictures: Bool
    private let show: (@Sendable (CVPixelBuffer, CMTime) -> Void)?
    private let state: Protected<State>

    /// Makes a screen. `wish`: what it asks for; `hashesPixels`: whether it looks at the pixels; `show` is called with each
    /// picture instead of its being noted in ``presented``.
    public convenience init(
        wish: AKVideoTargetWish = AKVideoTargetWish(),
        hashesPixels: Bool = true,
        show: (@Sendable (CVPixelBuffer, CMTime) -> Void)? = nil
    ) {
        self.init(host: SystemHostClock.shared, wish: wish, hashesPixels: hashesPixels, show: show)
    }

    /// Makes a screen on a clock that may be virtual. `delay`: how long it takes to show a picture, which a virtual clock that
    /// it is given passes.
    package init(
        host: any HostClock,
        wish: AKVideoTargetWish = AKVideoTargetWish(),
        hashesPixels: Bool = true,
        delay: Duration = .zero,
        keepsPictures: Bool? = nil,
        show: (@Sendable (CVPixelBuffer, CMTime) -> Void)? = nil
    ) {
        (self.host, self.hashesPixels, self.show) = (host, hashesPixels, show)
        self.keepsPictures = keepsPictures ?? (show == nil)
        state = Protected(State(wish: wish, delay: delay))
    }

    /// The pictures that have been shown, in that order.
    public var presented: [Presented] { state.withLock { $0.presented } }

    /// How often it was cleared.
    public var clearCount: Int { state.withLock { $0.clearCount } }

    public var wish: AKVideoTargetWish { state.withLock { $0.wish } }

    public func open(_ size: CGSize, events: @escaping @Sendable (AKVideoTargetEvent) -> Void) throws {
        try state.withLock { state in
            if let loss = state.loss {
                throw AVError(.deviceNotConnected, "there is no screen to show pictures on: \(loss)")
            }
            state.events = events
        }
    }

    public func present(_ picture: CVPixelBuffer, itemTime: CMTime, hostTime: Int64) throws {
        let delay = try state.withLock { state in
            if let loss = state.loss { throw AVError(.deviceWasDisconnected, "the picture cannot be shown: \(loss)") }
            return state.delay
        }
        let presentedAt = host.now
        show?(picture, itemTime)
        if keepsPictures {
            let presented = Presented(
                itemTime: itemTime,
                hostTime: hostTime,
                presentedAt: presentedAt,
                width: CVPixelBufferGetWidth(picture),
                height: CVPixelBufferGetHeight(picture),
                hash: hashesPixels ? PixelHash.hash(of: picture) : 0
            )
            state.withLock { $0.presented.append(presented) }
        }
        if delay > .zero { pass(delay) }
    }

    /// A virtual clock is moved on, which is what waiting is to whoever drives it; on the machine's own, the thread waits.
    private func pass(_ delay: Duration) {
        if let virtual = host as? VirtualHostClock { return virtual.advance(by: delay.nanoseconds) }
        let isOver = Gate()
        let alarm = host.alarm(at: host.now + delay.nanoseconds) { isOver.open() }
        withExtendedLifetime(alarm) { isOver.wait() }
    }

    public func clear() {
        state.withLock { $0.clearCount += 1 }
    }

    public func close() {
        state.withLock { $0.events = nil }
    }

    // MARK: - On demand

    /// Asks for other pictures from now on, as a window does that is made larger.
    public func change(_ wish: AKVideoTargetWish) {
        let events = state.withLock { state in
            state.wish = wish
            return state.events
        }
        events?(.needsPicture)
    }

    /// Lets something happen to it, such as a key. What is lost shows nothing any more.
    public func happen(_ event: AKVideoTargetEvent) {
        let events = state.withLock { state in
            if case .lost(let reason) = event { state.loss = reason }
            return state.events
        }
        events?(event)
    }

    /// How long it takes to show a picture.
    package var delay: Duration {
        get { state.withLock { $0.delay } }
        set { state.withLock { $0.delay = newValue } }
    }
}
