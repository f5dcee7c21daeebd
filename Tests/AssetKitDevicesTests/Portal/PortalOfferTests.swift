import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Testing

@Suite("Portal: what is offered")
struct PortalOfferTests {
    @Test(
        "there is one device, whose name says who asks",
        arguments: [
            (true, true, "Screen or window (the desktop asks which)"), (true, false, "Screen (the desktop asks which)"),
            (false, true, "Window (the desktop asks which)"), (false, false, nil),
        ] as [(Bool, Bool, String?)]
    )
    func names(hasScreens: Bool, hasWindows: Bool, name: String?) {
        let facts = PortalOffer(hasScreens: hasScreens, hasWindows: hasWindows).facts
        #expect(facts?.name == name)
        if let facts { #expect(facts.id == "portal:screen" && facts.kind == .screen) }
    }

    @Test("pictures have no size before somebody has chosen")
    func format() {
        let format = DevicePictureFormat(.pixels(kCVPixelFormatType_32BGRA), width: 0, height: 0, rates: GrabPace.rates)
        #expect(PortalOffer().facts?.formats == [.pictures(format)])
    }

    @Test(
        "the pointer shows as it is wished, where the desktop can do that",
        arguments: [
            (true, true, true, true), (false, true, true, false), (true, false, true, false),
            (false, true, false, true),
        ]
    )
    func pointer(wish: Bool, canShow: Bool, canHide: Bool, shows: Bool) {
        #expect(PortalOffer(canShowPointer: canShow, canHidePointer: canHide).showsPointer(wish) == shows)
    }

    @Test(
        "on a desktop of Wayland its screen is the usual one",
        arguments: [
            ([:], false), (["WAYLAND_DISPLAY": ""], false), (["WAYLAND_DISPLAY": "wayland-0"], true),
            (["XDG_SESSION_TYPE": "wayland"], true), (["XDG_SESSION_TYPE": "x11"], false),
            (["XDG_SESSION_TYPE": "x11", "DISPLAY": ":0"], false),
            (["XDG_SESSION_TYPE": "wayland", "DISPLAY": ":0"], false),
            (["XDG_SESSION_TYPE": "wayland", "WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"], true),
        ] as [([String: String], Bool)]
    )
    func preference(environment: [String: String], isPreferred: Bool) {
        #expect(PortalProvider.isPreferred(environment) == isPreferred)
    }
}
