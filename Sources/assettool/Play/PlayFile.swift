import AssetKit

/// A file that plays, looked into before anything of it is heard.
struct PlayFile: Sendable {
    /// As the command line has it.
    let name: String
    private let media: PlayMedia
    private let options: PlayOptions
    private let start: CMTime?
    private let end: CMTime?
    private let duration: CMTime

    /// - Throws: What is wrong with it, in one sentence that names it.
    init(_ name: String, _ options: PlayOptions, _ console: Console) async throws {
        do {
            let media = try await PlayMedia(name, allowsReferences: options.allowsReferences, console)
            let (duration, tracks) = try await media.asset.load(.duration, .tracks)
            try Self.check(tracks, options)
            var times = FileTimes(duration: duration)
            if [options.from, options.to].contains(where: { $0?.needsFrames == true }) {
                times.frames = try await media.frames(tracks, until: duration)
            }
            (self.name, self.media, self.options, self.duration) = (name, media, options, duration)
            start = try options.from?.time(in: times)
            end = try options.to?.time(in: times)
            try checkTimes()
        } catch let error as CancellationError {
            throw error
        } catch {
            throw WorkError(message: "cannot play '\(name)': \(FileFailure.reason(error))", because: error)
        }
    }

    private static func check(_ tracks: [AVAssetTrack], _ options: PlayOptions) throws(WorkError) {
        if let chosen = options.trackIDs,
            let missing = chosen.sorted().first(where: { id in !tracks.contains { $0.trackID == id } })
        {
            let known = tracks.map { "\($0.trackID)" }.joined(separator: ", ")
            throw WorkError(message: "there is no track \(missing): it has \(known)")
        }
        let playing = tracks.filter { options.trackIDs?.contains($0.trackID) ?? true }
        guard playing.contains(where: { $0.mediaType == .audio || $0.mediaType == .video }) else {
            throw WorkError(
                message: "\(options.trackIDs == nil ? "it has" : "those tracks are") neither sound nor pictures"
            )
        }
    }

    private func checkTimes() throws(WorkError) {
        if let start, let end, start >= end { throw WorkError(message: "--to must be later than --from") }
        if let start, duration.isNumeric, duration > .zero, start >= duration {
            throw WorkError(message: "--from is at its end or behind it: it is \(duration.seconds) s long")
        }
    }

    /// What of it does not play, a sentence each.
    var warnings: [String] { media.warnings }

    private func has(_ mediaType: AVMediaType) -> Bool {
        media.asset.tracks.contains { $0.mediaType == mediaType && options.trackIDs?.contains($0.trackID) ?? true }
    }

    var hasSound: Bool { has(.audio) }
    var hasPictures: Bool { has(.video) }

    /// A new item, at the place where it begins.
    func item() -> AVPlayerItem {
        let item = AVPlayerItem(asset: media.asset)
        item.audioTimePitchAlgorithm = options.pitch
        item.akTrackIDs = options.trackIDs
        item.audioMix = media.mix
        // What nobody sees is not decoded, unless nothing else says how the time goes.
        if options.pictures == .none, hasSound {
            item.akUnwantedMediaTypes = [.video]
        } else {
            item.videoComposition = media.composition
        }
        if let end { item.forwardPlaybackEndTime = end }
        if options.rate < 0 {
            if let start { item.reversePlaybackEndTime = start }
            let last = end ?? duration
            if last.isNumeric { item.seek(to: last, toleranceBefore: .zero, toleranceAfter: .zero) }
        } else if let start {
            item.seek(to: start, toleranceBefore: .zero, toleranceAfter: .zero)
        }
        return item
    }

    /// Where it ends when it plays forwards; nil where nothing says.
    var lastTime: CMTime? {
        guard duration.isNumeric else { return end }
        return end.map { CMTimeMinimum($0, duration) } ?? duration
    }
}
