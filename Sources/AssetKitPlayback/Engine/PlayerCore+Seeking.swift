internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import AssetKitTargets
internal import CMTimeLib

extension PlayerCore {
    /// So much sound must be there before an item begins, in parts of a second.
    private static let soundNeeded: Int64 = 10

    /// The newest wish replaces the one before it.
    func seek(_ item: ItemCore, _ request: SeekRequest) {
        guard item.status != .failed else { return answer(request, false) }
        if let old = item.asked { answer(old, false) }
        // What has begun goes on until a picture shows, so that who scrubs sees some; who asked for it hears at once.
        if let begun = item.seeking, let completion = begun.completion {
            item.seeking = SeekRequest(begun.start, isJump: begun.isJump)
            notice { completion(false) }
        }
        item.asked = request
        item.askedAt = now
    }

    func cancelSeeks(_ item: ItemCore) {
        if let old = item.asked, old.isJump {
            answer(old, false)
            item.asked = nil
        }
        if let begun = item.seeking, let completion = begun.completion {
            item.seeking = SeekRequest(begun.start, isJump: begun.isJump)
            notice { completion(false) }
        }
    }

    func answer(_ request: SeekRequest, _ isDone: Bool) {
        guard let completion = request.completion else { return }
        notice { completion(isDone) }
    }

    /// Whether sound is to be read: forwards, at a speed at which it is heard.
    func isHeard(_ item: ItemCore) -> Bool {
        guard let sound, sound.isUsable, item.media?.sound != nil, !item.isReverse else { return false }
        return true
    }

    /// It is not known yet whether there is anything to hear with.
    private func awaitsDevice(_ item: ItemCore) -> Bool {
        guard let sound, item.media?.sound != nil, !item.isReverse else { return false }
        return sound.isUndecided
    }

    /// Goes where it was asked to, as soon as nothing older is under way.
    func beginSeek(_ item: ItemCore) {
        guard item.status == .readyToPlay, !awaitsReading(item), item.seeking == nil, let request = item.asked,
            let media = item.media
        else { return }
        item.isReverse = rate < 0
        guard !awaitsDevice(item) else { return }
        if request.isJump, item.landing != nil, isOutside(request.start, item) {
            item.asked = nil
            return answer(request, false)
        }
        (item.asked, item.seeking) = (nil, request)
        item.network.begin(media)
        let from = item === current ? time(of: item) : item.anchor?.itemTime ?? .zero
        if item === current, motion != .still { halt(item) }
        if item.anchor == nil || item.anchor?.rate != 0 { hold(item, at: from) }
        item.generation += 1
        let read = item.readPictures
        item.forget()
        if item === current { sound.map { clear($0) } } else { forgetSound(of: item) }
        let end = item.end(soundRate: sound?.rate)
        let limit = end.isNumeric ? end : .positiveInfinity
        if let served = read.serving(request.start, until: limit) {
            item.keep(served.rest)
            return finishOpening(item, item.generation, .success(served.landing))
        }
        guard media.pictures != nil, let reader = item.pictureReader, let worker = item.pictureWorker else {
            return finishOpening(item, item.generation, .success(clamped(request.start.time, to: end)))
        }
        item.isDecodingPicture = true
        let (start, generation, isReverse) = (placed(request.start, end), item.generation, item.isReverse)
        let time = request.start.time
        let isAtEnd = end.isNumeric && time >= end && !isReverse
        run(on: worker) {
            Result { try reader.open(start, until: limit, isReverse: isReverse) }
        } then: { core, result in
            item.isDecodingPicture = false
            if generation == item.generation, !isReverse { item.readingLimit = limit }
            core.finishOpening(item, generation, isAtEnd ? result.map { _ in end } : result)
        }
    }

    /// It is a time that the item does not have.
    private func isOutside(_ start: PictureStart, _ item: ItemCore) -> Bool {
        if case .step = start { return false }
        let duration = item.media?.duration ?? .indefinite
        return start.time < .zero || duration.isNumeric && start.time > duration
    }

    private func clamped(_ time: CMTime, to end: CMTime) -> CMTime {
        let time = CMTimeMaximum(time, .zero)
        return end.isNumeric ? CMTimeMinimum(time, end) : time
    }

    /// Behind the last picture there is none; the last one shows there.
    private func placed(_ start: PictureStart, _ end: CMTime) -> PictureStart {
        let moment = CMTime(value: 1, timescale: 1000)
        switch start {
        case .step: return start
        case .exact(let time), .within(let time, _, _):
            guard !end.isNumeric || time < end else { return .exact(CMTimeMaximum(end - moment, .zero)) }
            guard case .within(_, let before, let after) = start else { return .exact(CMTimeMaximum(time, .zero)) }
            return .within(CMTimeMaximum(time, .zero), before: before, after: after)
        }
    }

    /// Pictures are there from a time on.
    private func finishOpening(_ item: ItemCore, _ generation: Int, _ result: Result<CMTime, any Error>) {
        guard generation == item.generation, item.engine === engine else { return }
        switch result {
        case .failure(let error): if !hasGivenWay(item, error) { failReading(item, error) }
        case .success(let landing):
            item.landing = landing
            openSound(of: item, from: landing)
        }
    }

    private func openSound(of item: ItemCore, from landing: CMTime) {
        guard isHeard(item), let media = item.media, let sound, let chain = sound.chain, let worker = item.soundWorker
        else {
            item.isSoundAtEnd = item.media?.sound == nil
            return
        }
        let (rate, channels) = (chain.format.sampleRate, chain.format.channelCount)
        if item.soundReader == nil { item.soundReader = SoundReader(media, rate: rate, channelCount: channels) }
        guard let reader = item.soundReader else { return }
        item.isDecodingSound = true
        item.network.soundJobs += 1
        let (generation, algorithm) = (item.generation, item.algorithm)
        let end = item.end(soundRate: rate)
        let limit = end.isNumeric ? end : .positiveInfinity
        run(on: worker) {
            Result<SoundBlock?, any Error> {
                guard landing < limit else { return nil }
                try reader.open(from: landing, until: limit, by: algorithm)
                return try reader.next()
            }
        } then: { core, result in
            item.network.soundJobs -= 1
            core.take(result, of: item, generation)
        }
        if item === current || sound.rendered == nil { sound.rendered = item }
    }

    /// Enough has been read to begin.
    func isPrimed(_ item: ItemCore) -> Bool {
        guard item.landing != nil else { return false }
        let hasPicture = item.media?.pictures == nil || !item.pictures.isEmpty || item.arePicturesAtEnd
        guard hasPicture else { return false }
        guard isHeard(item) else { return true }
        let rendered = sound?.rendered === item ? Int64(sound?.chain?.ring.count ?? 0) : 0
        return item.isSoundAtEnd || item.blockFrames + rendered >= Int64(sound?.rate ?? 0) / Self.soundNeeded
    }

    /// What was asked for is there: the time becomes that, and the picture shows.
    func finishSeek(_ item: ItemCore) {
        guard let request = item.seeking, let landing = item.landing, isPrimed(item) else { return }
        item.seeking = nil
        item.hasEnded = false
        item.network.hasLanded = true
        hold(item, at: landing, isJump: request.isJump)
        answer(request, true)
        if request.isJump {
            if let begin = item.askedAt { figures.seeks.append(now - begin) }
            item.askedAt = nil
            post(AVPlayerItem.timeJumpedNotification, item)
            for output in item.outputs { flush(output) }
        }
        guard item === current else { return }
        if request.isJump {
            // What it waited for is elsewhere.
            isStalled = false
            tellObservers(of: landing)
        }
        completePrerolls(true)
    }

    /// Reads on in the other direction, or with sound that was not there before.
    func restart(_ item: ItemCore) {
        guard item.asked == nil, item.seeking == nil else { return }
        item.asked = SeekRequest(.exact(time(of: item)), isJump: false)
        isUnsettled = true
    }
}
