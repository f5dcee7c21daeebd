internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitSinks
internal import CMTimeLib

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
