internal import AssetKitMedia
internal import CDevices

/// What a desktop's portal lets its user share. A plain value.
package struct PortalOffer: Hashable, Sendable {
    /// What can be chosen.
    package var hasScreens: Bool
    package var hasWindows: Bool
    /// Whether pictures can show the pointer, and can be without it. A portal that says nothing of it shows what it likes.
    package var canShowPointer: Bool
    package var canHidePointer: Bool

    package init(
        hasScreens: Bool = true,
        hasWindows: Bool = true,
        canShowPointer: Bool = true,
        canHidePointer: Bool = true
    ) {
        (self.hasScreens, self.hasWindows) = (hasScreens, hasWindows)
        (self.canShowPointer, self.canHidePointer) = (canShowPointer, canHidePointer)
    }

    init(_ raw: ak_PortalFacts) {
        hasScreens = raw.sources & UInt32(AK_PORTAL_MONITORS) != 0
        hasWindows = raw.sources & UInt32(AK_PORTAL_WINDOWS) != 0
        canShowPointer = raw.pointers == 0 || raw.pointers & UInt32(AK_PORTAL_SHOWS_POINTER) != 0
        canHidePointer = raw.pointers == 0 || raw.pointers & UInt32(AK_PORTAL_HIDES_POINTER) != 0
    }

    /// What its dialog is asked to let choose, as the portal's bits.
    var sources: UInt32 {
        (hasScreens ? UInt32(AK_PORTAL_MONITORS) : 0) | (hasWindows ? UInt32(AK_PORTAL_WINDOWS) : 0)
    }

    /// Whether the pointer shows where that is wished for, or is not.
    package func showsPointer(_ wish: Bool) -> Bool { wish ? canShowPointer : !canHidePointer }

    /// The one device of it: which screen or window it is, the desktop asks whoever uses it. Nil where there is nothing to choose.
    package var facts: DeviceFacts? {
        let things: String
        switch (hasScreens, hasWindows) {
        case (true, true): things = "Screen or window"
        case (true, false): things = "Screen"
        case (false, true): things = "Window"
        case (false, false): return nil
        }
        return DeviceFacts(
            id: Self.id,
            kind: .screen,
            name: "\(things) (the desktop asks which)",
            formats: [Self.format(width: 0, height: 0)]
        )
    }

    /// The same on every desktop: who starts anew what was recorded before means what was chosen then.
    package static let id = "portal:screen"

    /// Pictures of a size; of none where that is not known yet.
    package static func format(width: Int, height: Int) -> DeviceFormat {
        .pictures(
            DevicePictureFormat(.pixels(kCVPixelFormatType_32BGRA), width: width, height: height, rates: GrabPace.rates)
        )
    }
}
