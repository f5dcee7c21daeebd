internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// What is known of an item, and what has been read of it.
///
/// SAFETY: everything that changes is touched behind ``PlaybackLock`` only.
final class ItemCore: @unchecked Sendable {
    let asset: AVAsset
    weak var item: AVPlayerItem?
    /// The player that has it.
    weak var engine: PlayerEngine?

    // What clients wish for.
    var mix: AVAudioMix?
    var composition: CompositionUse?
    var algorithm = AVAudioTimePitchAlgorithm.timeDomain
    var forwardEnd = CMTime.invalid
    var reverseEnd = CMTime.invalid
    /// Tracks that were switched on or off.
    var switches: [Int32: Bool] = [:]
    /// What the user prefers where there is something to choose.
    var criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria] = [:]
    /// The tracks that play; nil leaves it to the file and the switches.
    var only: Set<Int32>?
    /// Kinds of tracks that do not play, whatever is chosen.
    var unwanted: Set<AVMediaType> = []
    var outputs: [AVPlayerItemOutput] = []
    /// What outputs of timed samples take, and of which seek.
    var supplies: [ObjectIdentifier: (generation: Int, ofTracks: [TimedSupply])] = [:]
    var timedWorker: (any SerialWorker)?
    var bufferDuration: TimeInterval = 0
    /// Kept for the client; the time waits for the picture anyway.
    var waitsForComposition = false
    var aperture = PictureRequest.Aperture.clean

    // Loading.
    var status = AVPlayerItem.Status.unknown
    var error: AVError?
    var isLoading = false
    var media: ItemMedia?
    /// What was made of it is not what it has been told since, while no player had it.
    var isOutdated = false
    var tracks: [AVPlayerItemTrack] = []
    /// The composition whose times have been read that only a file's end tells.
    var timed: CompositionUse?
    /// For which one it is loaded, or its times are read, and what gives that up.
    var timing: (use: CompositionUse?, flag: CancellationFlag)?

    /// What is known of it where it comes over a network.
    var network: NetworkReading
    /// What observers know of what is there to be played.
    var told = ItemProgress()

    // Time.
    var timebase: CMTimebase?
    var anchor: PlaybackAnchor?
    /// Where it stood last, which it does not fall behind of.
    var heldTime = CMTime.zero
    /// It has played to its end, and stays there until somebody seeks.
    var hasEnded = false

    // Seeking.
    /// What was asked for last and has not begun.
    var asked: SeekRequest?
    /// When that was, on the host's clock.
    var askedAt: Int64?
    /// What has begun.
    var seeking: SeekRequest?
    /// Counts seeks: what belongs to an older one is not wanted any more.
    var generation = 0
    /// Where the last one has led to; nil while nobody knows.
    var landing: CMTime?
    var isReverse = false

    // Pictures: those that may show next, the first one as soon as its time has come.
    var pictures: [DecodedPicture] = []
    var shown: DecodedPicture?
    /// It is from before it went elsewhere: the first picture from there takes its place, though its time may be to come.
    var isShownOld = false
    var arePicturesAtEnd = false
    var isDecodingPicture = false
    var lastPictureEnd: CMTime?
    /// When the picture was asked for that is being decoded.
    var decodingSince: Int64?
    var pictureWorker: (any SerialWorker)?
    var pictureReader: PictureReader?
    /// Up to where the reader goes on behind the last picture; nil where it is elsewhere.
    var readingLimit: CMTime?

    /// Reading has failed, and up to where there is something.
    var breakOff: (error: any Error, time: CMTime)?

    // Sound: decoded, and not given to the renderer.
    var blocks = Fifo<SoundBlock>()
    var blockFrames: Int64 = 0
    var isSoundAtEnd = false
    var isDecodingSound = false
    var lastSoundEnd: Int64?
    var soundWorker: (any SerialWorker)?
    var soundReader: SoundReader?
    /// The renderer needs more before it can go on.
    var isHungry = false
    /// All of it has been rendered.
    var isRendered = false

    init(_ asset: AVAsset) {
        self.asset = asset
        network = NetworkReading(isRemote: (asset as? AVURLAsset)?.isRemote ?? false)
    }

    /// The tracks that play.
    func chosenTracks(of loaded: LoadedAsset) -> Set<Int32> {
        selectedTracks(of: loaded).subtracting(loaded.tracks.filter { unwanted.contains($0.mediaType) }.map(\.trackID))
    }

    private func selectedTracks(of loaded: LoadedAsset) -> Set<Int32> {
        if let only { return only }
        var isOn = Dictionary(
            loaded.tracks.map { ($0.trackID, $0.facts.isEnabled) },
            uniquingKeysWith: { first, _ in first }
        )
        for group in loaded.alternatives {
            let chosen = criteria[group.characteristic].flatMap { wish in
                loaded.preferredTrack(
                    for: group.characteristic,
                    principal: wish.principalMediaCharacteristics ?? [],
                    languages: wish.preferredLanguages ?? [],
                    preferred: wish.preferredMediaCharacteristics ?? []
                )
            }
            for trackID in group.trackIDs { isOn[trackID] = trackID == chosen ?? group.chosen }
        }
        isOn.merge(switches) { $1 }
        return Set(isOn.filter(\.value).keys)
    }

    /// From zero to the end; nil until that is known.
    var wholeRange: CMTimeRange? {
        guard let media, media.duration.isNumeric else { return nil }
        return CMTimeRange(start: .zero, duration: media.duration)
    }

    /// Where it ends; indefinite where nobody knows yet.
    func end(soundRate: Int?) -> CMTime {
        guard let media else { return .indefinite }
        var end = media.duration
        if !end.isNumeric, media.pictures == nil || arePicturesAtEnd, media.sound == nil || isSoundAtEnd {
            let sound = lastSoundEnd.flatMap { frame in
                soundRate.map { CMTime(value: frame, timescale: CMTimeScale($0)) }
            }
            end = [lastPictureEnd, sound].compactMap { $0 }.max() ?? .zero
        }
        guard forwardEnd.isNumeric else { return end }
        return end.isNumeric ? CMTimeMinimum(end, forwardEnd) : forwardEnd
    }

    /// Nothing more comes behind a time, because of an error.
    func breakOff(_ error: any Error, at time: CMTime) {
        guard breakOff.map({ time < $0.time }) ?? true else { return }
        breakOff = (error, time)
    }

    /// Where it ends when it plays backwards.
    var beginning: CMTime { reverseEnd.isNumeric ? CMTimeMaximum(reverseEnd, .zero) : .zero }

    /// Forgets what has been read.
    func forget() {
        (landing, pictures, arePicturesAtEnd, lastPictureEnd, readingLimit) = (nil, [], false, nil, nil)
        (blocks, blockFrames, isSoundAtEnd, lastSoundEnd) = (Fifo(), 0, false, nil)
        (isHungry, isRendered, breakOff, isShownOld) = (false, false, nil, true)
    }
}
