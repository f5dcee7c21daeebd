internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import AssetKitTargets
internal import CMTimeLib
internal import Foundation

extension PlayerCore {
    /// So long is waited before each attempt to read on where a connection broke, in nanoseconds. Most are only closed, and a new
    /// one is as good.
    private static let pauses: [Int64] = [0, 250, 500, 1000, 2000, 4000].map { $0 * 1_000_000 }
    /// A track may end so much before its headers say, in seconds.
    private static let shortfall = 0.25

    /// When another attempt is due; nil where reading what comes over no network has failed, or all attempts have.
    private func nextAttempt(_ item: ItemCore, _ count: inout Int) -> Int64? {
        guard item.isRemote, count < Self.pauses.count else { return nil }
        count += 1
        return now + Self.pauses[count - 1]
    }

    /// Pictures could not be read; whether that is tried again.
    func retryPictures(_ item: ItemCore) -> Bool {
        item.pictureRetry = nextAttempt(item, &item.pictureAttempts)
        return item.pictureRetry != nil
    }

    /// The same of sound.
    func retrySound(_ item: ItemCore) -> Bool {
        item.soundRetry = nextAttempt(item, &item.soundAttempts)
        return item.soundRetry != nil
    }

    /// The same of a seek.
    func retrySeek(_ item: ItemCore, _ request: SeekRequest) -> Bool {
        guard let due = nextAttempt(item, &item.pictureAttempts) else { return false }
        item.needsConnection = true
        if item.asked == nil { item.asked = request } else { answer(request, false) }
        (item.seeking, item.seekRetry) = (nil, due)
        return true
    }

    /// What ends on the way, though more of it was said to come: a server has cut it short, and said that this is all.
    func endsEarly(_ end: CMTime, _ track: TrackSource?, _ item: ItemCore) -> MediaProblem? {
        guard item.isRemote, let track, !item.isReverse else { return nil }
        let (own, whole) = (track.facts.timeRange.end, item.end(soundRate: sound?.rate))
        let said = own.isNumeric && whole.isNumeric ? CMTimeMinimum(own, whole) : own
        guard said.isNumeric, (said - end).seconds > Self.shortfall else { return nil }
        return MediaProblem(code: .fileFailedToParse, reason: "its server sends less of it than it should have")
    }

    /// Reads on over new connections where the time for that has come, and tells how far reading has come.
    func reconnect(_ item: ItemCore) {
        guard item.isRemote else { return }
        tellProgress(item)
        if let due = item.pictureRetry, due <= now, !item.isDecodingPicture { reopenPictures(item) }
        if let due = item.soundRetry, due <= now, !item.isDecodingSound { reopenSound(item) }
    }

    private func tellProgress(_ item: ItemCore) {
        let range = item.readRange(soundRate: sound?.rate)
        let old = item.saidRange
        let isNews =
            old?.start != range?.start || item.arePicturesAtEnd && item.isSoundAtEnd && old != range
            || ((range?.end ?? .zero) - (old?.end ?? .zero)).seconds >= 0.5
        guard isNews else { return }
        item.saidRange = range
        let values = [old, range].map { range in range.map { [NSValue(timeRange: $0)] } ?? [] }
        announce(item, \.loadedTimeRanges, old: values[0], new: values[1])
    }

    /// Whoever reads from now on does so over connections of its own.
    func renewConnection(_ item: ItemCore) {
        guard item.needsConnection, let media = item.media else { return }
        item.needsConnection = false
        do {
            item.media = try makeMedia(of: item, media.loaded, ReadingSession(media.loaded.input))
            item.pictureReader = item.media.flatMap { PictureReader($0) }
            item.soundReader = nil
        } catch {
            fail(item, error)
        }
    }

    private func reopenPictures(_ item: ItemCore) {
        item.pictureRetry = nil
        guard let landing = item.landing, let media = item.media, let worker = item.pictureWorker else { return }
        let session = ReadingSession(media.loaded.input)
        guard let fresh = try? makeMedia(of: item, media.loaded, session), let reader = PictureReader(fresh) else {
            return
        }
        item.pictureReader = reader
        let start = item.lastPictureEnd ?? landing
        let (generation, isReverse, end) = (item.generation, item.isReverse, item.end(soundRate: sound?.rate))
        let limit = end.isNumeric ? end : .positiveInfinity
        (item.isDecodingPicture, item.decodingSince) = (true, now)
        run(on: worker) {
            Result<DecodedPicture?, any Error> {
                _ = try reader.open(.exact(start), until: limit, isReverse: isReverse)
                // The one that shows there may have been given before.
                while let picture = try reader.next() {
                    if isReverse || picture.range.start >= start || picture.range.end > start { return picture }
                }
                return nil
            }
        } then: { core, result in
            core.take(result, of: item, generation)
        }
    }

    private func reopenSound(_ item: ItemCore) {
        item.soundRetry = nil
        guard let landing = item.landing, let media = item.media, let worker = item.soundWorker,
            let format = sound?.chain?.format
        else { return }
        let session = ReadingSession(media.loaded.input)
        guard let fresh = try? makeMedia(of: item, media.loaded, session),
            let reader = SoundReader(fresh, rate: format.sampleRate, channelCount: format.channelCount)
        else { return }
        item.soundReader = reader
        let start = item.lastSoundEnd.map { CMTime(value: $0, timescale: CMTimeScale(format.sampleRate)) } ?? landing
        let (generation, algorithm, end) = (item.generation, item.algorithm, item.end(soundRate: format.sampleRate))
        let limit = end.isNumeric ? end : .positiveInfinity
        item.isDecodingSound = true
        run(on: worker) {
            Result<SoundBlock?, any Error> {
                guard start < limit else { return nil }
                try reader.open(from: start, until: limit, by: algorithm)
                return try reader.next()
            }
        } then: { core, result in
            core.take(result, of: item, generation)
        }
    }

    /// When something is to be tried again.
    func attemptDue(_ item: ItemCore) -> Int64? {
        [item.pictureRetry, item.soundRetry, item.asked == nil ? nil : item.seekRetry].compactMap { $0 }.min()
    }
}
