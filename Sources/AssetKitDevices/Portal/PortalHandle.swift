package import AssetKitBase
package import AssetKitClocks
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// What a desktop lets its user share. The desktop is asked each time it starts, and answers without its user where that has been
/// answered before.
///
/// How large pictures are is known when they come. Where what is shared gets another size, and was wanted whole, or what was wanted is
/// not within it any more, it fails, as other screens do.
package final class PortalHandle: DeviceHandle {
    private let offer: PortalOffer
    private let place: PortalPlace
    private let token: PortalToken
    private let setup: Protected<DeviceSetup>
    private let captures = ScreenCaptures()

    init(_ offer: PortalOffer, at place: PortalPlace, _ token: PortalToken) {
        (self.offer, self.place, self.token) = (offer, place, token)
        setup = Protected(Self.plan(nil, offer))
    }

    deinit { close() }

    package func configure(_ setup: DeviceSetup) throws(AVError) -> DeviceSetup {
        try captures.requireIdle("set up")
        if setup.format.pictures?.coding != .pixels(kCVPixelFormatType_32BGRA) {
            throw AVError(.formatUnsupported, "a screen gives pictures of 32 bits with blue first only")
        }
        let planned = Self.plan(setup, offer)
        self.setup.withLock { $0 = planned }
        return planned
    }

    package func controls() throws(AVError) -> [DeviceControl] { [] }

    package func set(_ changes: [DeviceControlChange]) throws(AVError) {
        guard changes.isEmpty else { throw AVError(.operationNotAllowed, "a screen has nothing that can be set") }
    }

    /// Begins to ask. What is refused is told to the sink, as is what cannot be.
    package func start(_ sink: any DeviceSink, on host: any HostClock) throws(AVError) {
        try captures.requireIdle("started")
        captures.begin(PortalCapture(at: place, offer, token, setup.withLock { $0 }, sink, host))
    }

    package func prefer(_ pixelFormat: OSType?) { captures.prefer(pixelFormat) }

    package func stop() { captures.stop() }

    package func close() { captures.close() }

    /// What it does when it is asked for something.
    private static func plan(_ wish: DeviceSetup?, _ offer: PortalOffer) -> DeviceSetup {
        DeviceSetup(
            format: PortalOffer.format(width: 0, height: 0),
            frameDuration: GrabPace(wish?.frameDuration ?? .invalid).duration,
            region: wish?.region,
            showsCursor: offer.showsPointer(wish?.showsCursor ?? true)
        )
    }
}
