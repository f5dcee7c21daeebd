public import AssetKitBase
public import AssetKitMedia
public import AssetKitSources
public import CMTimeLib
public import Foundation

/// What an export does other than its preset says. An addition to AVFoundation.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// if let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality) {
///     session.akOptions.video = .encoded(.hevc)
///     session.akOptions.audio = .copied
///     session.akOptions.scale = .shorterSide(720)
///     session.akOptions.quality = 0.6
///     try await session.export(to: URL(filePath: "small.mp4"), as: .mp4)
/// }
/// ```
///
/// Set them by ``AVAssetExportSession/akOptions`` before the export starts. What is not set stays as the preset says. An
/// option that has nothing to act on, such as a quality where pictures are copied, is refused by name instead of being
/// ignored.
public struct AKExportOptions: Sendable, Hashable {
    /// What becomes of tracks of one kind.
    public enum Treatment<Codec: Hashable & Sendable>: Hashable, Sendable {
        /// What the preset says.
        case byPreset
        /// Samples are copied as they are.
        case copied
        /// The tracks are left out.
        case leftOut
        /// They are encoded this way.
        case encoded(Codec)
    }

    /// What becomes of pictures.
    public var video = Treatment<AVVideoCodecType>.byPreset
    /// What becomes of sound.
    public var audio = Treatment<AudioFormatID>.byPreset
    /// Bits a second of the pictures.
    public var videoBitRate: Int?
    /// How good pictures are, from 0 to 1; the scale of `AVVideoQualityKey`.
    public var quality: Double?
    /// How good pictures are on the encoder's own scale, smaller being better: x264's, x265's, SVT-AV1's or libvpx's.
    public var constantRateFactor: Double?
    /// The encoder's own name for how much work it puts in, such as `veryfast`.
    public var encoderPreset: String?
    /// Pictures fit inside; they keep their shape and are never enlarged. A side of 0 has no limit. nil is the preset's.
    /// Sides that are made smaller are even: of an odd limit the number below is what comes out, and a warning says so.
    public var maximumSize: CGSize?
    /// How much smaller pictures become, besides fitting inside ``maximumSize``. Where it is set, the preset's own bound does
    /// not count.
    public var scale: AKPictureScale?
    /// What is behind pictures with alpha: they are laid over it. nil keeps alpha where the codec and the file can, and
    /// lays pictures over black where they cannot, with a warning.
    public var background: CGColor?
    /// The part of the pictures that is kept, in pixels as they are shown: turned as the track says and by ``rotation``, in
    /// their true shape. Where pixels share colour, a last column or row that would end within a block is left out, and a
    /// warning says so.
    public var crop: CGRect?
    /// How far pictures are turned clockwise, besides what the track says: 0, 90, 180 or 270 degrees. Where they are copied,
    /// the file says it; one that cannot is refused.
    public var rotation = 0
    /// How long each picture shows, for a constant rate; nil keeps the times of the source.
    public var frameDuration: CMTime?
    /// How fast the new file plays: so many seconds of the source while one passes. 2 is twice as fast, `Rational128(25, 24)`
    /// a film as PAL shows it. nil is as fast as the source, or as ``scaledDuration`` says.
    ///
    /// Pictures, subtitles, chapters and timecode move along exactly; what is copied stays as it is but for its times.
    /// Sound keeps its pitch or not, as ``AVAssetExportSession/audioTimePitchAlgorithm`` says, and is silent at less than
    /// 1/32 and at more than 32; it is always encoded. Times of the source, such as the time range, stay what they are.
    public var speed: Rational128?
    /// How long what is exported is to be: as fast as that takes. nil leaves it to ``speed``.
    public var scaledDuration: CMTime?
    /// How many semitones higher sound becomes, from -24 to 24; its speed stays. Sound is encoded then, also by presets that
    /// copy.
    public var pitchShift = 0.0
    /// Interlaced pictures stay so; otherwise they are deinterlaced.
    public var keepsInterlacing = false
    /// Sound that has the preset's codec already, at a rate at most a third above the preset's, is copied: where nothing else
    /// is asked of it, and the file can begin and end with it to the sample. Presets of sound alone encode it in any case.
    public var copiesFittingSound = false
    /// Bits a second of each track of sound.
    public var audioBitRate: Int?
    /// Frames of sound a second; nil for the source's, or the nearest that the codec has.
    public var sampleRate: Int?
    /// How many channels sound has; nil for as many as the source.
    public var channelCount: Int?
    /// The tracks that are exported, as ``AVAssetTrack/trackID`` has them; nil for all that are enabled or alternatives.
    public var trackIDs: [CMPersistentTrackID]?
    /// A movie is made of fragments of this length, which stay; nil for a plain movie.
    ///
    /// Such a file has its name from the beginning, and one that it replaces is gone then. However the process ends, and
    /// whatever goes wrong, it can be played up to at most this and 250 ms before that moment; only cancelling removes it.
    /// With a limit of its length it appears when it is complete.
    public var fragmentInterval: CMTime?
    /// What is made is a folder with a stream for HTTP Live Streaming: `master.m3u8`, a media playlist, a header and
    /// segments of about this length. The type of the file is that of the segments: MP4. nil for a file.
    public var streamSegmentDuration: CMTime?
    /// Metadata that the new file has besides the source's, or ``AVAssetExportSession/metadata``, in place of what means the
    /// same there. A name that the file has no key for becomes a free one, or else a warning.
    public var metadata: [MetadataChange] = []
    /// The picture that stands for the whole, as the bytes of a JPEG or PNG file; nil keeps the source's.
    public var cover: Data?
    /// The chapters; nil keeps the source's, an empty list takes them away.
    public var chapters: [Chapter]?
    /// Nothing that the source says about itself is kept: titles, places, dates, covers. Languages, the names of tracks and
    /// chapters stay.
    public var stripsMetadata = false
    /// Codec, size, chroma, depth, colour and fields are the source's, at a quality that is hard to tell from it. A source
    /// without loss stays without loss.
    public var matchesSource = false
    /// Codec, chroma, depth and range stay the source's, or those of a composition's first clip, wherever there is an encoder
    /// for them and the file can hold what it makes; what is without loss stays so. Otherwise they are as the preset says, and
    /// a warning says why. How good the rest is made says the preset, and ``video``, ``audio`` and ``matchesSource`` go before it.
    public var prefersSourceFormats = false

    /// The most processors that work at once; nil for all. The file is the same either way, but for AV1 at a bit rate: its
    /// encoder, SVT-AV1, does not make the same bytes twice there, whatever the number.
    public var processorLimit: Int?

    /// How many of the processors there are may be taken; nil for all.
    var processorCount: Int? { processorLimit.map { min($0, ProcessInfo.processInfo.activeProcessorCount) } }

    /// Makes options that leave everything to the preset.
    public init() {}

    /// Everything is encoded again in the source's own formats: for cuts that are exact.
    public static var matchingSource: AKExportOptions {
        var options = AKExportOptions()
        options.matchesSource = true
        options.keepsInterlacing = true
        return options
    }
}
