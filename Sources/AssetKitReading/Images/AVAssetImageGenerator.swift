public import AssetKitAssets
internal import AssetKitBase
public import AssetKitSources
public import CMTimeLib
public import Foundation

/// Makes still images of an asset's pictures: one, or thousands at once.
///
/// ```swift
/// let generator = AVAssetImageGenerator(asset: AVURLAsset(url: URL(filePath: "holiday.mov")))
/// generator.appliesPreferredTrackTransform = true
/// generator.maximumSize = CGSize(width: 320, height: 0)
/// (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
/// let (image, actualTime) = try await generator.image(at: CMTime(value: 5, timescale: 1))
/// try image.akPNGData()?.write(to: URL(filePath: "still.png"))
/// print(image.width, image.height, actualTime.seconds)
/// ```
///
/// Both tolerances are unbounded at first: an image is then the key picture at or before the time, which is quick. With
/// both at zero it is exactly the picture that a player shows. Images asked for in one call are planned together: the
/// file is opened once, and no group of pictures is decoded twice.
///
/// Each call takes the settings as they are then, so they may be changed for the next one. Images are sRGB with 8 bits
/// a component, unless `dynamicRangePolicy` keeps a high dynamic range, and have alpha where the pictures have it.
///
/// Other than in AVFoundation: an image file gives its picture for every time, interlaced pictures are made whole with
/// the help of those around them, and only quarter turns and mirrors of ``appliesPreferredTrackTransform`` are applied.
/// Images of a composition have the shape of its first clip's, with black bars beside those of other shapes, and are turned as
/// its track says. With a ``videoComposition`` images are those that it puts together, always exactly. An addition: ``akScale``.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    // SAFETY: the settings are behind a lock, the engine synchronises itself, the rest is fixed after init.

    /// What images are made like. Each call takes the settings as they are then.
    struct Settings: Sendable {
        var pictures = PictureRequest()
        var toleranceBefore = CMTime.positiveInfinity
        var toleranceAfter = CMTime.positiveInfinity
        var maximumSize = CGSize.zero
        var scale: AKPictureScale?
        var apertureMode: ApertureMode?
        var dynamicRangePolicy = DynamicRangePolicy.forceSDR
        var appliesTransform = false
        var videoComposition: CompositionUse?
    }

    /// The asset that images are made of.
    public let asset: AVAsset
    private let settings = Lock(Settings())
    let engine = StillEngine()

    /// Makes a generator. It succeeds for assets without pictures, too: making images fails then.
    public init(asset: AVAsset) {
        self.asset = asset
        super.init()
    }

    deinit { engine.cancelAll() }

    var currentSettings: Settings { settings.withLock { $0 } }

    private func change(_ body: (inout sending Settings) -> Void) { settings.withLock { body(&$0) } }

    /// Images fit inside this size; they keep their shape and are never enlarged. A side of 0 has no limit.
    open var maximumSize: CGSize {
        get { currentSettings.maximumSize }
        set { change { $0.maximumSize = newValue } }
    }

    /// How much smaller images become, besides fitting inside ``maximumSize``; nil for not at all. An addition to
    /// AVFoundation.
    public var akScale: AKPictureScale? {
        get { currentSettings.scale }
        set { change { $0.scale = newValue } }
    }

    /// Which part of the pictures images show; nil counts as the clean aperture.
    open var apertureMode: ApertureMode? {
        get { currentSettings.apertureMode }
        set { change { $0.apertureMode = newValue } }
    }

    /// Images are turned as the track says. Only quarter turns and mirrors are. False at first.
    open var appliesPreferredTrackTransform: Bool {
        get { currentSettings.appliesTransform }
        set { change { $0.appliesTransform = newValue } }
    }

    /// How much earlier than asked an image may be. Unbounded at first.
    open var requestedTimeToleranceBefore: CMTime {
        get { currentSettings.toleranceBefore }
        set { change { $0.toleranceBefore = newValue } }
    }

    /// How much later than asked an image may be. Unbounded at first.
    open var requestedTimeToleranceAfter: CMTime {
        get { currentSettings.toleranceAfter }
        set { change { $0.toleranceAfter = newValue } }
    }

    /// What becomes of a high dynamic range.
    open var dynamicRangePolicy: DynamicRangePolicy {
        get { currentSettings.dynamicRangePolicy }
        set { change { $0.dynamicRangePolicy = newValue } }
    }

    /// What puts the pictures together that images are taken of; nil for those of the first track. It is copied.
    open var videoComposition: AVVideoComposition? {
        get { currentSettings.videoComposition?.composition }
        set {
            newValue?.requireUsable(by: "AVAssetImageGenerator.videoComposition")
            let use = CompositionUse(newValue, after: currentSettings.videoComposition)
            change { $0.videoComposition = use }
        }
    }

    /// The compositor of a client's own that ``videoComposition`` names, made when that was set; nil where it names none.
    open var customVideoCompositor: (any AVVideoCompositing)? {
        currentSettings.videoComposition?.compositor?.compositor
    }
}

extension AVAssetImageGenerator.Settings {
    /// The same in the words of the render core.
    var request: PictureRequest {
        var request = PictureRequest()
        request.maximumSize = maximumSize
        request.scale = scale
        request.appliesTransform = appliesTransform
        request.dynamicRange = dynamicRangePolicy == .matchSource ? .matchSource : .forceStandard
        switch apertureMode {
        case .productionAperture?: request.aperture = .production
        case .encodedPixels?: request.aperture = .encoded
        default: request.aperture = .clean
        }
        return request
    }
}
