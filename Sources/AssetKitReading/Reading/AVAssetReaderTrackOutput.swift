public import AssetKitAssets
package import AssetKitBase
package import AssetKitCore
public import AssetKitMedia
internal import AssetKitSources
internal import Foundation

/// Gives the samples of one track: decoded sound, decoded pictures, or what is stored.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// guard let track = try await asset.loadTracks(withMediaType: .video).first else { throw AVError(.noSourceTrack) }
/// let reader = try AVAssetReader(asset: asset)
/// let output = AVAssetReaderTrackOutput(track: track, outputSettings: [
///     kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA
/// ])
/// reader.add(output)
/// try reader.start()
/// while let picture = output.copyNextSampleBuffer()?.imageBuffer {
///     print(CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
/// }
/// ```
///
/// Decoded pictures come in the order in which they are shown; samples as they are stored come in decode order,
/// compressed, with what a decoder needs in their format description. Pictures are not turned: that is the client's, by
/// the track's ``AVAssetTrack/preferredTransform``. Those of a composition's track have each the size of its own source, unless
/// settings ask for one; `AVVideoScalingModeKey` says how those of another shape get it.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    // SAFETY: fixed after init; what changes is behind the lock of the superclass.
    /// The track that is read.
    public let track: AVAssetTrack
    private let settings: OutputSettings

    /// Makes an output. Settings for sound ask for linear PCM, settings for pictures for a pixel format; what is compressed,
    /// and settings for other media, stop the program. Without settings samples come as they are stored.
    ///
    /// Sound or pictures that cannot be made here, such as those of an unknown pixel format, are refused by the reader.
    ///
    /// - Parameters:
    ///   - track: A track of the reader's asset.
    ///   - outputSettings: For sound `AVFormatIDKey` with `kAudioFormatLinearPCM`, and as far as they matter the sample
    ///     rate, channels, bit depth, byte order and whether it is floating-point or interleaved; without a bit depth
    ///     it has integers of 16 bits, or floating-point numbers of 32. For pictures the keys of pixel buffers. nil for
    ///     samples as they are stored.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        self.track = track
        settings = OutputSettings(outputSettings, for: track.mediaType)
        super.init(mediaType: track.mediaType)
    }

    /// What was asked for; nil for samples as they are stored.
    open var outputSettings: [String: Any]? { settings.dictionary }

    /// How sound is made longer or shorter where an edit of the file plays it slower or faster. The pitch stays, but for
    /// ``AVAudioTimePitchAlgorithm/varispeed``, where it follows the speed as that of a tape does.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { pitchAlgorithm }
        set { pitchAlgorithm = newValue }
    }

    package override var sourceTracks: [AVAssetTrack] { [track] }
    package override var problem: MediaProblem? { settings.problem }

    package override func request(of loaded: LoadedAsset, _ flag: CancellationFlag) throws -> SampleRequest {
        let source = loaded.source(of: track)
        switch settings.kind {
        case .stored: return .stored(source)
        case .sound(let wish): return .sound(source, wish, pitchAlgorithm)
        case .pictures(let request): return .pictures(source, request)
        case .refused(let problem): throw problem
        }
    }
}

/// What an output is asked for.
///
/// SAFETY: the dictionary is a client's, who does not change it after handing it over.
struct OutputSettings: @unchecked Sendable {
    enum Kind {
        case stored
        case sound(LinearPCM)
        case pictures(PictureRequest)
        /// Nothing that can be made here.
        case refused(MediaProblem)
    }

    let dictionary: [String: Any]?
    let kind: Kind

    init(_ dictionary: [String: Any]?, for mediaType: AVMediaType) {
        self.dictionary = dictionary
        guard let dictionary else {
            kind = .stored
            return
        }
        switch mediaType {
        case .audio, .video: kind = Self.kind(dictionary, mediaType)
        default: programmerError("AVAssetReaderTrackOutput: a track of \(mediaType.rawValue) has no settings")
        }
    }

    private static func kind(_ settings: [String: Any], _ mediaType: AVMediaType) -> Kind {
        let name = "AVAssetReaderOutput"
        do throws(MediaProblem) {
            return mediaType == .audio
                ? .sound(try AudioOutputSettings.linearPCM(settings, of: name))
                : .pictures(try VideoOutputSettings.pictures(settings, of: name))
        } catch {
            return .refused(error)
        }
    }

    /// Why nothing can be read as the settings ask; nil where it can.
    var problem: MediaProblem? { if case .refused(let problem) = kind { problem } else { nil } }
}
