internal import AssetKitCore
internal import CMTimeLib
public import Foundation

/// How the sound of several tracks becomes one: how loud each is, and when.
///
/// ```swift
/// let film = AVURLAsset(url: URL(filePath: "film.mkv"))
/// let tracks = try await film.loadTracks(withMediaType: .audio)
/// let music = AVMutableAudioMixInputParameters(track: tracks.last)
/// let second = CMTime(value: 1, timescale: 1)
/// music.setVolume(0.25, at: .zero)
/// music.setVolumeRamp(fromStartVolume: 0.25, toEndVolume: 0, timeRange: CMTimeRange(start: second, duration: second))
/// let mix = AVMutableAudioMix()
/// mix.inputParameters = [music]
/// let output = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: nil)
/// output.audioMix = mix
/// ```
///
/// ``AVAssetReaderAudioMixOutput`` and ``AVAssetExportSession`` take one. Tracks that it says nothing of are heard as they
/// are. Sound is added up in floating-point numbers and clamped once, where whole numbers come out.
open class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // SAFETY: fixed after init, but for the mutable subclass, which is the client's to guard.
    var parameters: [AVAudioMixInputParameters] = []

    /// Makes a mix that leaves all tracks as they are.
    public override init() { super.init() }

    init(_ parameters: [AVAudioMixInputParameters]) {
        // Each by itself: the client may go on changing its own.
        self.parameters = parameters.map { AVAudioMixInputParameters($0.value) }
        super.init()
    }

    /// What is said of tracks.
    open var inputParameters: [AVAudioMixInputParameters] { parameters }

    open func copy(with zone: NSZone? = nil) -> Any { AVAudioMix(parameters) }

    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let mix = AVMutableAudioMix()
        mix.inputParameters = parameters
        return mix
    }
}

/// A mix that can be set up.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
    // SAFETY: as that of its superclass.
    /// What is said of tracks. Who takes the mix copies them.
    open override var inputParameters: [AVAudioMixInputParameters] {
        get { parameters }
        set { parameters = newValue }
    }
}
