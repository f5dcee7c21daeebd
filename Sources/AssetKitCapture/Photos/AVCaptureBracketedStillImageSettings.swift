internal import AssetKitBase
public import CMTimeLib
public import Foundation

/// How one of several photos is exposed.
open class AVCaptureBracketedStillImageSettings: NSObject, @unchecked Sendable {
    // SAFETY: nothing changes.
    override init() { super.init() }

    /// What is done; nil of one that says nothing.
    var exposure: PhotoPlan.Exposure? { nil }
}

/// A photo that is brighter or darker than usual.
public final class AVCaptureAutoExposureBracketedStillImageSettings: AVCaptureBracketedStillImageSettings,
    @unchecked Sendable
{
    /// How much brighter, in exposure values.
    public let exposureTargetBias: Float

    private init(bias: Float) { exposureTargetBias = bias }

    /// Exposes with a bias, in exposure values.
    public class func autoExposureSettings(exposureTargetBias: Float) -> Self { Self(bias: exposureTargetBias) }

    override var exposure: PhotoPlan.Exposure? { .bias(exposureTargetBias) }
}

/// A photo that is exposed by hand.
public final class AVCaptureManualExposureBracketedStillImageSettings: AVCaptureBracketedStillImageSettings,
    @unchecked Sendable
{
    /// How long; ``AVCaptureDevice/currentExposureDuration`` for as long as now.
    public let exposureDuration: CMTime
    /// How sensitive; ``AVCaptureDevice/currentISO`` for as now.
    public let iso: Float

    private init(_ duration: CMTime, _ iso: Float) { (exposureDuration, self.iso) = (duration, iso) }

    /// Exposes for a time, with a sensitivity in units of the camera's driver.
    public class func manualExposureSettings(exposureDuration duration: CMTime, iso ISO: Float) -> Self {
        Self(duration, ISO)
    }

    override var exposure: PhotoPlan.Exposure? { .manual(duration: exposureDuration, iso: iso) }
}
