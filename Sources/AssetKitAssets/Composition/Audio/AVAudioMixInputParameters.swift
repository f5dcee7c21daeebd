internal import AssetKitBase
package import AssetKitCore
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// The parameters are those of the sum of all tracks, behind their own.
public let AVAudioMixInputParametersTrackMixID: CMPersistentTrackID = kCMPersistentTrackID_Invalid

/// What a mix says of one track.
open class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // SAFETY: fixed after init, but for the mutable subclass, which is the client's to guard.
    /// The same as a plain value.
    package struct Value: Sendable {
        package var trackID = kCMPersistentTrackID_Invalid
        package var gain = GainEnvelope()
        package var algorithm: AVAudioTimePitchAlgorithm?
        package var taps: [AKAudioTap] = []
    }

    package fileprivate(set) var value: Value

    init(_ value: Value) {
        self.value = value
        super.init()
    }

    /// The track; ``AVAudioMixInputParametersTrackMixID`` for the sum of all.
    open var trackID: CMPersistentTrackID { value.trackID }

    /// How sound is made longer or shorter where an edit plays it slower or faster; nil leaves it to who mixes.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? { value.algorithm }

    /// What the sound goes through. An addition to AVFoundation.
    open var akTaps: [AKAudioTap] { value.taps }

    /// Tells the ramp that a time lies in, or else the first later one. A volume that was set at a time is a ramp that stays
    /// where it is until the next begins.
    ///
    /// - Parameters:
    ///   - time: A time.
    ///   - startVolume: Gets the volume at the beginning.
    ///   - endVolume: Gets the volume at the end.
    ///   - timeRange: Gets the range.
    /// - Returns: false where nothing was set for the time or later.
    open func getVolumeRamp(
        for time: CMTime,
        startVolume: UnsafeMutablePointer<Float>?,
        endVolume: UnsafeMutablePointer<Float>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        guard let ramp = value.gain.ramp(for: time) else { return false }
        startVolume?.pointee = ramp.start
        endVolume?.pointee = ramp.end
        timeRange?.pointee = ramp.range
        return true
    }

    open func copy(with zone: NSZone? = nil) -> Any { AVAudioMixInputParameters(value) }

    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableAudioMixInputParameters(value) }
}

/// Parameters that can be set.
///
/// ```swift
/// let parameters = AVMutableAudioMixInputParameters(track: nil)
/// parameters.trackID = 2
/// parameters.setVolume(0.5, at: .zero)
/// let fade = CMTimeRange(start: CMTime(value: 9, timescale: 1), duration: CMTime(value: 1, timescale: 1))
/// parameters.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 0, timeRange: fade)
/// ```
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
    // SAFETY: as that of its superclass.
    /// Makes parameters that leave sound as it is, of no track yet.
    public convenience init() { self.init(Value()) }

    /// Makes parameters of a track, which leave its sound as it is.
    public convenience init(track: AVAssetTrack?) {
        self.init(Value(trackID: track?.trackID ?? kCMPersistentTrackID_Invalid))
    }

    /// The track; ``AVAudioMixInputParametersTrackMixID`` for the sum of all.
    open override var trackID: CMPersistentTrackID {
        get { value.trackID }
        set { value.trackID = newValue }
    }

    /// How sound is made longer or shorter where an edit plays it slower or faster; nil leaves it to who mixes.
    open override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
        get { value.algorithm }
        set { value.algorithm = newValue }
    }

    /// What the sound goes through: taps before the volume in their order, then those behind it. An addition to AVFoundation.
    open override var akTaps: [AKAudioTap] {
        get { value.taps }
        set { value.taps = newValue }
    }

    /// Sets the volume from a time on, until what is set next begins. Before the first time that is set it is 1; below zero
    /// sound is turned over. A time or a volume that is no number stops the program.
    open func setVolume(_ volume: Float, at time: CMTime) {
        require(time.isNumeric, "AVMutableAudioMixInputParameters.setVolume: the time is none")
        require(volume.isFinite, "AVMutableAudioMixInputParameters.setVolume: the volume is no number")
        value.gain.set(volume, at: time)
    }

    /// Sets volumes that go evenly from one to another in a range, and stay at the end until what is set next begins. What was
    /// set before for a part of the range counts no more. A range or volumes that are no numbers stop the program.
    open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
        let name = "AVMutableAudioMixInputParameters.setVolumeRamp"
        require(
            timeRange.isValid && timeRange.start.isNumeric && timeRange.duration.isNumeric,
            "\(name): the range is none"
        )
        require(startVolume.isFinite && endVolume.isFinite, "\(name): a volume is no number")
        value.gain.set(from: startVolume, to: endVolume, in: timeRange)
    }
}
