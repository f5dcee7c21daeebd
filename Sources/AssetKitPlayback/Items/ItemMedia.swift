internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// What an item plays, once its asset is loaded: the tracks that are heard and seen. A plain value.
struct ItemMedia: Sendable {
    let loaded: LoadedAsset
    let session: ReadingSession
    /// What puts its pictures together.
    let composition: CompositionUse?
    /// Its pictures; nil where nothing is seen.
    let pictures: TrackSource?
    /// The sum of what is heard; nil where nothing is.
    let sound: TrackSource?
    /// From zero to its end; indefinite where headers do not tell.
    let duration: CMTime
    /// As pictures are presented: upright, and unless all of what is stored is wanted with square pixels.
    let size: CGSize
    /// Which part of them.
    let aperture: PictureRequest.Aperture
    /// What they are fitted into; nil where each stands for itself.
    let canvas: PictureCanvas?

    /// Throws where something cannot be played that is to be. `chosen`: the tracks that play; nil for those that the asset
    /// switches on. `isTimed`: the times that the composition takes from a track have been read.
    init(
        _ loaded: LoadedAsset,
        _ session: ReadingSession,
        chosen: Set<Int32>,
        _ composition: CompositionUse?,
        isTimed: Bool,
        _ mix: AVAudioMix?,
        aperture wish: PictureRequest.Aperture
    ) throws {
        let shown =
            try composition.map {
                try loaded.showing($0, timedUntil: isTimed ? CancellationFlag() : nil)
            } ?? loaded
        (self.loaded, self.session, self.composition) = (loaded, session, composition)
        let video = shown.tracks.first {
            $0.mediaType == .video && (composition != nil || chosen.contains($0.trackID)) && $0.facts.video != nil
        }
        let audio = shown.tracks.filter { $0.mediaType == .audio && chosen.contains($0.trackID) }
        guard loaded.facts.knownContainer != .hls else {
            let reason = "streams of HTTP Live Streaming cannot be played yet; one of its files can"
            throw MediaProblem(code: .noSourceTrack, reason: reason)
        }
        guard loaded.tracks.contains(where: { $0.mediaType == .video || $0.mediaType == .audio }) else {
            throw MediaProblem(code: .noSourceTrack, reason: "it has neither sound nor pictures")
        }
        pictures = video.map { shown.source(of: $0) }
        sound = audio.isEmpty ? nil : TrackSource(MixedTrack(audio.map { shown.source(of: $0) }, mix))
        for track in [pictures, sound] { if let obstacle = track?.obstacle { throw obstacle } }
        duration = shown.facts.duration
        let aperture = composition == nil ? wish : .clean
        self.aperture = aperture
        canvas = pictures?.canvas(aperture, isTurned: true)
        size = pictures.flatMap { Self.size(of: $0, aperture) } ?? .zero
    }

    /// That is what puts its pictures together.
    func shows(_ other: CompositionUse?) -> Bool {
        guard let composition, let other else { return composition == nil && other == nil }
        return composition.isSame(as: other)
    }

    private static func size(of pictures: TrackSource, _ aperture: PictureRequest.Aperture) -> CGSize? {
        guard var video = pictures.facts.video else { return nil }
        var size = video.naturalSize
        if aperture != .clean {
            video.cleanAperture = nil
            if aperture == .encoded { video.pixelAspect = VideoFacts.PixelAspect(horizontal: 1, vertical: 1) }
            size = video.sizeWithSquarePixels
        }
        let turn = PictureDescription(video).transform
        let box = CGRect(origin: .zero, size: size).applying(turn)
        return CGSize(width: abs(box.width), height: abs(box.height))
    }
}
