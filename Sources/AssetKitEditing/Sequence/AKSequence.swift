public import AssetKitAssets
public import AssetKitBase
public import CMTimeLib

/// Parts of assets that follow each other: with cuts or dissolves between them, fades at both ends, and music below.
///
/// ```swift
/// let holiday = AVURLAsset(url: URL(filePath: "holiday.mp4"))
/// let second = CMTime(value: 1, timescale: 1)
/// var sequence = AKSequence(parts: [
///     .init(holiday, timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 1))),
///     .init(AVURLAsset(url: URL(filePath: "party.mov"))),
/// ])
/// sequence.dissolveDuration = second
/// sequence.fadeOutDuration = second
/// sequence.music = .init(AVURLAsset(url: URL(filePath: "song.m4a")))
/// let edit = try await sequence.edit()
/// let session = AVAssetExportSession(asset: edit.composition, presetName: AVAssetExportPresetHighestQuality)
/// session?.videoComposition = edit.videoComposition
/// session?.audioMix = edit.audioMix
/// try await session?.export(to: URL(filePath: "film.mp4"), as: .mp4)
/// ```
///
/// Of each asset the first track of pictures, the first of sound and the chapters are taken. Without dissolves, fades, overlays and a colour
/// there is no video composition, unless pictures are turned otherwise than the first.
public struct AKSequence: Sendable {
    /// A range of an asset.
    public struct Part: Sendable {
        /// Where it is from.
        public var asset: AVAsset
        /// What is taken; nil for all.
        public var timeRange: CMTimeRange?
        /// What errors call it; nil for the name of the asset's file.
        public var name: String?

        /// Makes a part. Nothing is read.
        public init(_ asset: AVAsset, timeRange: CMTimeRange? = nil, name: String? = nil) {
            (self.asset, self.timeRange, self.name) = (asset, timeRange, name)
        }
    }

    /// What a sequence becomes.
    public struct Edit: Sendable {
        /// The parts on tracks of pictures and of sound, and the music on another.
        public let composition: AVMutableComposition
        /// What shows when; nil where parts follow each other as they are.
        public let videoComposition: AVVideoComposition?
        /// How loud it is when; nil where all is as loud as it is.
        public let audioMix: AVAudioMix?
        /// How long each part and the next show together: zero for cuts, and otherwise whole pictures where those of the first
        /// part all show for as long. Where a part ends within a picture, it is less than a picture less.
        public let dissolveDuration: CMTime
    }

    /// What follows each other.
    public var parts: [Part]
    /// For how long each part and the next show together, while one turns into the other; zero for cuts. Their sound goes from
    /// one to the other in the same time. The sequence is that much shorter for each.
    ///
    /// Where the first part's pictures all show for as long, that is the nearest whole number of them, as
    /// ``Edit/dissolveDuration`` says, and every part begins so that its pictures begin when those of the sequence do: what is
    /// beside dissolves can be copied then. Frames begin with the pictures of parts that have as many in a second as the first
    /// one, also where those begin later than the sound of their file, or at times that it rounds. They also begin with the pictures
    /// of parts of a variable rate, unless some of those show for longer than a fifth of a second; where the first part is such a
    /// one, with those of all parts.
    public var dissolveDuration = CMTime.zero
    /// How long the pictures take to come out of the background, and all sound to become as loud as it is.
    public var fadeInDuration = CMTime.zero
    /// How long both take to go at the end.
    public var fadeOutDuration = CMTime.zero
    /// What is beside pictures of another shape than the first, and what fades begin and end with; nil for black, which is
    /// beside pictures without any video composition too.
    public var backgroundColor: CGColor?
    /// What lies above the pictures of all parts, the lowest first. An edit without pictures has none.
    public var overlays: [Overlay] = []
    /// How loud the parts are: a factor.
    public var volume: Float = 1
    /// Sound below all parts, from the start to the end of the sequence at most; nil for none.
    public var music: Part?
    /// How loud the music is: a factor.
    public var musicVolume: Float = 1

    /// Makes a sequence of parts with cuts between them.
    public init(parts: [Part]) { self.parts = parts }

    /// Opens the assets and makes a composition of them.
    ///
    /// With dissolves, fades, overlays or a colour, and where parts are turned in several ways, pictures are as large as the first
    /// part's and as many in a second. Those of other parts are fitted in, in the middle; turned ones stand upright.
    ///
    /// - Throws: An ``AVError`` that names the part that cannot be taken, or that is shorter than the dissolves beside it.
    public func edit() async throws -> Edit {
        var loaded: [SequencePart] = []
        for part in parts { loaded.append(try await SequencePart(part)) }
        let composition = AVMutableComposition()
        var hasLayers = dissolveDuration > .zero || fadeInDuration > .zero || fadeOutDuration > .zero
        hasLayers = hasLayers || backgroundColor != nil || !overlays.isEmpty
        if !hasLayers { hasLayers = try await loaded.compactMap(\.pictures).areTurnedApart() }
        guard hasLayers else {
            return try await SequenceCuts(self, loaded, composition).edit()
        }
        return try await SequenceLayers(self, loaded, composition).edit()
    }
}
