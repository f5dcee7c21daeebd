public import AssetKitBase
internal import AssetKitMedia
public import Foundation

// What cameras here cannot do, by name, so that programs which ask before they use it compile and go on without. Each property that
// says whether something is done stops the program where it is set to true, as on Apple's systems.

extension AVCapturePhotoOutput {
    private func refuse(_ name: String, _ isWanted: Bool) {
        require(!isWanted, "AVCapturePhotoOutput.\(name): it is not supported")
    }

    /// Photos have no movies.
    public var isLivePhotoCaptureSupported: Bool { false }
    /// Photos have no movies.
    public var isLivePhotoCaptureEnabled: Bool {
        get { false }
        set { refuse("isLivePhotoCaptureEnabled", newValue) }
    }
    /// Photos are not made worse to be sooner.
    public var isFastCapturePrioritizationSupported: Bool { false }
    /// Photos are not made worse to be sooner.
    public var isFastCapturePrioritizationEnabled: Bool {
        get { false }
        set { refuse("isFastCapturePrioritizationEnabled", newValue) }
    }
    /// Two photos at a time are always on their way.
    public var isResponsiveCaptureSupported: Bool { false }
    /// Two photos at a time are always on their way.
    public var isResponsiveCaptureEnabled: Bool {
        get { false }
        set { refuse("isResponsiveCaptureEnabled", newValue) }
    }
    /// A photo is a picture after the call, never one before.
    public var isZeroShutterLagSupported: Bool { false }
    /// A photo is a picture after the call, never one before.
    public var isZeroShutterLagEnabled: Bool {
        get { false }
        set { refuse("isZeroShutterLagEnabled", newValue) }
    }
    /// No photo is kept for later.
    public var isAutoDeferredPhotoDeliverySupported: Bool { false }
    /// No photo is kept for later.
    public var isAutoDeferredPhotoDeliveryEnabled: Bool {
        get { false }
        set { refuse("isAutoDeferredPhotoDeliveryEnabled", newValue) }
    }
    /// No camera measures depth.
    public var isDepthDataDeliverySupported: Bool { false }
    /// No camera measures depth.
    public var isDepthDataDeliveryEnabled: Bool {
        get { false }
        set { refuse("isDepthDataDeliveryEnabled", newValue) }
    }
    /// There are no raw formats.
    public var availableRawPhotoPixelFormatTypes: [OSType] { [] }
    /// There are no raw formats.
    public var isAppleProRAWSupported: Bool { false }
    /// There are no raw formats.
    public var isAppleProRAWEnabled: Bool {
        get { false }
        set { refuse("isAppleProRAWEnabled", newValue) }
    }
}

extension AVCapturePhotoSettings {
    /// Where the movie of a photo goes: there is none. Setting it stops the program.
    public var livePhotoMovieFileURL: URL? {
        get { nil }
        set { require(newValue == nil, "AVCapturePhotoSettings.livePhotoMovieFileURL: photos have no movies") }
    }
}

/// A photo that is kept for later. There is none.
public final class AVCaptureDeferredPhotoProxy: AVCapturePhoto, @unchecked Sendable {}
