internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

extension PlayerCore {
    /// So far is read ahead where the client leaves it to the player, in seconds.
    private static let usualSeconds = 30.0
    /// What is waited before each attempt to read on, in nanoseconds; the last one again and again.
    private static let pauses: [Int64] = [0, 250, 500, 500, 1000, 1000, 2000, 2000].map { $0 * 1_000_000 }

    /// Reads ahead what comes over a network, by time and by bytes.
    func readAhead(_ item: ItemCore) {
        guard item.network.isRemote, item.status == .readyToPlay, let media = item.media else { return }
        openAhead(item, media)
        if let source = item.network.source, let worker = item.network.worker, !item.network.isReading {
            readAhead(item, source, worker)
        }
    }

    private func readAhead(_ item: ItemCore, _ source: RemoteSource, _ worker: any SerialWorker) {
        let wanted = wantedByte(item, source.file)
        item.network.isFull = wanted == nil
        if wanted == nil { item.network.retry = nil }
        guard let wanted, !item.network.hasGivenUp, item.network.retry.map({ $0 <= now }) ?? true else { return }
        (item.network.isReading, item.network.retry) = (true, nil)
        run(on: worker) {
            Result { try source.file.load(at: wanted, source.flag) }
        } then: { core, result in
            core.finishReading(item, source, result)
        }
    }

    private func openAhead(_ item: ItemCore, _ media: ItemMedia) {
        guard item.network.source == nil, let file = media.loaded.input.remoteFile else { return }
        item.network.source = RemoteSource(file, CancellationFlag())
        item.network.worker = item.network.worker ?? environment.worker("assetkit.player.network")
        let chosen = item.chosenTracks(of: media.loaded)
        let tracks = media.loaded.tracks.filter { track in
            chosen.contains(track.trackID) && (track.mediaType == .video || track.mediaType == .audio)
        }
        let tables = tracks.map { ByteTimes(media.loaded.source(of: $0)) }
        item.network.tables = tables.contains { $0 == nil } ? [] : tables.compactMap { $0 }
    }

    private func finishReading(_ item: ItemCore, _ source: RemoteSource, _ result: Result<Void, any Error>) {
        guard item.network.source === source else { return }
        item.network.isReading = false
        source.flag.isHurried = false
        switch result {
        case .success: item.network.failures = 0
        case .failure(is CancellationError): break
        case .failure(let error):
            let pause = Self.pauses[min(item.network.failures, Self.pauses.count - 1)]
            item.network.failures += 1
            item.network.hasGivenUp = !((error as? NetworkProblem)?.isPassing ?? false)
            item.network.retry = item.network.hasGivenUp ? nil : now + pause
        }
    }

    /// When reading ahead is tried again.
    func readingDue(_ item: ItemCore) -> Int64? {
        item.status == .readyToPlay && !item.network.isReading ? item.network.retry : nil
    }

    /// The first byte that is to be there and is not; nil where all are.
    private func wantedByte(_ item: ItemCore, _ file: RemoteFile) -> Int64? {
        let seconds = item.bufferDuration > 0 ? min(item.bufferDuration, 86_400) : Self.usualSeconds
        let start = item.asked?.start.time ?? item.seeking?.start.time ?? time(of: item)
        let most = Int64(file.byteBudget / 2)
        let tables = item.network.tables
        guard !tables.isEmpty, file.hasRanges else {
            let length = max(item.media?.duration.seconds ?? 0, 1)
            let rate = length.isFinite ? Double(file.length) / length : 0
            let ahead = min(Int64(max(rate * seconds, 65_536)), most)
            return missing(in: file.lastPlace..<min(file.lastPlace + ahead, file.length), file)
        }
        let end = start + CMTime(seconds: seconds, preferredTimescale: 1000)
        let wanted = tables.map { $0.bytes(from: start, to: CMTimeMinimum(end, limit(of: item))) }
        let share = wanted.overlap ? most : most / Int64(wanted.count)
        let gaps = wanted.compactMap { bytes -> (byte: Int64, part: Double)? in
            let end = min(bytes.upperBound, bytes.lowerBound.addingClamped(share), file.length)
            let bytes = bytes.lowerBound..<max(end, bytes.lowerBound)
            guard let byte = missing(in: bytes, file) else { return nil }
            return (byte, Double(byte - bytes.lowerBound) / Double(bytes.count))
        }
        return gaps.min { $0.part < $1.part }?.byte
    }

    private func missing(in bytes: Range<Int64>, _ file: RemoteFile) -> Int64? {
        let byte = bytes.lowerBound + file.loadedCount(at: bytes.lowerBound)
        return byte < bytes.upperBound ? byte : nil
    }

    // MARK: What is there

    /// The times that are there to be played.
    func loadedRanges(_ item: ItemCore) -> [CMTimeRange] {
        guard item.network.isRemote, let media = item.media else { return [] }
        guard let file = item.network.source?.file else {
            return item.readRange(soundRate: sound?.rate).map { [$0] } ?? []
        }
        let bytes = file.loadedRanges
        if bytes == [0..<file.length], media.duration.isNumeric {
            return [CMTimeRange(start: .zero, end: media.duration)]
        }
        guard !item.network.tables.isEmpty else { return item.readRange(soundRate: sound?.rate).map { [$0] } ?? [] }
        let whole = media.duration.isNumeric ? [CMTimeRange(start: .zero, end: media.duration)] : []
        return item.network.tables.reduce(whole) { common, table in
            let times = bytes.compactMap { table.times(in: $0) }
            return common.flatMap { range in times.map { range.intersection($0) }.filter { $0.duration > .zero } }
        }
    }

    /// It will probably play on without a stall.
    func keepsUp(_ item: ItemCore) -> Bool {
        guard item.network.isRemote else { return true }
        // Who needs what does not come finds out, and tells.
        if item.network.isFull || item.network.hasGivenUp || item.network.failures >= Self.pauses.count { return true }
        if item.breakOff != nil { return true }
        let needed = item === current && isStalled ? Self.restartSeconds : Self.startSeconds
        guard !item.network.tables.isEmpty else { return hasBytes(item, of: needed) }
        let (time, end) = (time(of: item), limit(of: item))
        guard let range = loadedRanges(item).first(where: { $0.containsTime(time) }) else { return false }
        return range.end >= end || (range.end - time).seconds >= needed
    }

    /// So much is to be there before it begins, and before it goes on behind a stall, in seconds.
    private static let (startSeconds, restartSeconds) = (1.0, 2.0)

    /// Where no table tells which bytes a time is, each second is taken to be as long as every other.
    private func hasBytes(_ item: ItemCore, of seconds: Double) -> Bool {
        guard let file = item.network.source?.file, let duration = item.media?.duration.seconds, duration.isFinite,
            duration > 0
        else { return true }
        let end = file.lastPlace + file.loadedCount(at: file.lastPlace)
        let there = Double(end) * duration / Double(max(file.length, 1)) - time(of: item).seconds
        return end >= file.length || there >= seconds
    }
}

extension [Range<Int64>] {
    /// They lie among each other, as sound and pictures mostly do.
    fileprivate var overlap: Bool {
        count < 2 || zip(self, dropFirst()).contains { $0.lowerBound < $1.upperBound && $1.lowerBound < $0.upperBound }
    }
}

extension ItemCore {
    /// From where to where both sound and pictures have been decoded since the last seek; nil where nothing has.
    fileprivate func readRange(soundRate: Int?) -> CMTimeRange? {
        let heard = lastSoundEnd.flatMap { frame in
            soundRate.map { CMTime(value: frame, timescale: CMTimeScale(Swift.max($0, 1))) }
        }
        let seen = arePicturesAtEnd && !isSoundAtEnd ? nil : lastPictureEnd
        let sound = isSoundAtEnd && !arePicturesAtEnd && lastPictureEnd != nil ? nil : heard
        guard let landing, let end = [seen, sound].compactMap({ $0 }).min(), end > landing else { return nil }
        return CMTimeRange(start: landing, end: end)
    }
}
