internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// Everything that decides the bytes of an exported file. A plain value: who has it and the asset can make the file, or any
/// part of its pictures alone and again, on any machine.
struct ExportPlan: Codable, Sendable, Hashable {
    /// The part of the asset's timeline.
    @CodableCMTimeRange var range: CMTimeRange
    var fileType: String
    /// The tracks of the new file in their order.
    var tracks: [ExportTrack]
    /// How long it will be, as far as headers tell.
    var expectedSeconds = 0.0
    /// The bytes that the file may have; nil for any number.
    var limit: SizeLimit?
    /// What cannot be carried over, each a sentence.
    var warnings: [String] = []

    /// Those of all tracks.
    var stretches: [PlannedStretch] { tracks.flatMap(\.stretches) }

    /// How fast all of it plays.
    var speed: Speed { tracks.first?.speed ?? .normal }
}

/// A track of an exported file. A plain value.
struct ExportTrack: Codable, Sendable, Hashable {
    /// The track of the asset.
    var trackID: Int32
    var mediaType: String
    /// In the order of their targets. Planners make one, and runners make tracks of one.
    var stretches: [PlannedStretch]

    /// One that is made of one stretch of a track.
    init(_ track: TrackFacts, _ stretch: PlannedStretch) {
        (trackID, mediaType, stretches) = (track.trackID, track.mediaType.rawValue, [stretch])
    }

    init(trackID: Int32, mediaType: String, stretches: [PlannedStretch]) {
        (self.trackID, self.mediaType, self.stretches) = (trackID, mediaType, stretches)
    }

    /// How fast all of the track plays.
    var speed: Speed { stretches.first?.speed ?? .normal }

    /// What happens to all of the track.
    var treatment: PlannedStretch.Treatment {
        precondition(stretches.count == 1, "track \(trackID) is of \(stretches.count) stretches")
        return stretches[0].treatment
    }
}

/// How pictures are made and encoded. A plain value.
struct PictureRendering: Codable, Sendable, Hashable {
    /// A part of the stored pictures.
    struct Crop: Codable, Sendable, Hashable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    /// How pictures are turned and mirrored.
    struct Turn: Codable, Sendable, Hashable {
        var value: CGAffineTransform
    }

    var encoding: PictureEncoding
    /// The part that is kept; nil for all of them.
    var crop: Crop?
    /// Pictures become another size or shape; otherwise those that fit are encoded as they are stored.
    var isScaled = false
    /// Pictures of another shape keep it, with black bars beside them; otherwise the size has their shape already.
    var letterboxes = false
    /// How pictures are to be shown; nil for as they are.
    var transform: Turn?
    /// Pictures are turned and mirrored themselves, because the file cannot say it.
    var turns = false
    /// Interlaced pictures are deinterlaced.
    var deinterlaces = true
    /// What is behind pictures with alpha that is not kept.
    var background = AlphaLayer.Background.black
    /// Light beyond that of common screens is brought into their range.
    var becomesStandardRange = false
    /// How long each picture shows, for a constant rate; invalid keeps the times of the source.
    @CodableCMTime var frameDuration = CMTime.invalid
    /// Parts of a second that the file counts, where they are coarse: what shows for none of them is left out.
    var fileTimescale: Int32?
    /// All pictures are measured before they are encoded.
    var passesTwice = false
    /// The parts of the asset's timeline that are worked on independently.
    var chunks: [CodableCMTimeRange] = []
    /// Pictures are made on a thread beside the one that encodes them, which waits for the encoder's own most of the time:
    /// where there are so few chains that nobody else decodes meanwhile, and where several layers take as long to put together.
    var rendersApart = false

    /// How many processors one part keeps busy.
    var threadCount: Int { encoding.threadCount + (rendersApart ? 1 : 0) }
}

/// How sound is made and encoded. A plain value.
struct SoundRendering: Codable, Sendable, Hashable {
    var encoding: SoundEncoding
    /// What makes it longer or shorter, by the name of the ``AVAudioTimePitchAlgorithm``; nil where all of it plays at its own
    /// speed.
    var algorithm: String?
    /// How much higher it becomes.
    var semitones = 0.0
    /// The tracks whose sum it is; nil for the one track.
    var mix: SoundMix?

    var timePitchAlgorithm: AVAudioTimePitchAlgorithm? { algorithm.map { AVAudioTimePitchAlgorithm(rawValue: $0) } }
}
