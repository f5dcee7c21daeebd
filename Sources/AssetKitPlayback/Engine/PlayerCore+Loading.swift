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
    /// Loads an item that nothing is known of yet.
    func load(_ item: ItemCore) {
        guard item.status == .unknown, !item.isLoading else { return }
        item.isLoading = true
        let worker = environment.worker("assetkit.player.pictures")
        item.pictureWorker = worker
        item.soundWorker = environment.worker("assetkit.player.sound")
        let (asset, use, flag) = (item.asset, item.composition, CancellationFlag())
        item.timing = (use, flag)
        run(on: worker) {
            Result {
                let loaded = try asset.requireLoaded()
                guard let use, loaded.needsTimes(for: use) else { return (loaded, nil as CompositionUse?) }
                try loaded.readTimes(for: use, flag)
                return (loaded, use)
            }
        } then: { core, result in
            // Where it was taken away meanwhile, whoever has it by now loads it himself.
            guard item.timing?.flag === flag else { return }
            item.timing = nil
            core.finishLoading(item, result)
        }
    }

    private func finishLoading(_ item: ItemCore, _ result: Result<(LoadedAsset, CompositionUse?), any Error>) {
        do {
            let (loaded, timed) = try result.get()
            item.timed = timed
            // The host's clock is never invalidated, which is all that could go wrong.
            if item.timebase == nil { item.timebase = try? CMTimebase(readOnlyWith: environment.hostClock) }
            item.media = try makeMedia(of: item, loaded)
            makeTracks(of: item, loaded)
            item.pictureReader = item.media.flatMap { PictureReader($0) }
            if item.asked == nil {
                item.asked = SeekRequest(.exact(rate < 0 ? item.end(soundRate: nil) : .zero), isJump: false)
            }
            change(item, to: .readyToPlay)
            // Another composition may have come meanwhile.
            if lacksTimes(item) { takeComposition(item) }
        } catch {
            fail(item, error)
        }
    }

    /// What of the item plays, by its tracks and its wishes.
    private func makeMedia(of item: ItemCore, _ loaded: LoadedAsset) throws -> ItemMedia {
        item.criteria = appliesCriteria ? criteria : [:]
        // While the times of another composition are read, it keeps the one that it has.
        let use = item.timing == nil ? item.composition : item.media?.composition
        let session = item.media?.session ?? ReadingSession(loaded.input)
        return try ItemMedia(
            loaded,
            session,
            chosen: item.chosenTracks(of: loaded),
            use,
            isTimed: isTimed(use, of: item),
            item.mix,
            aperture: item.aperture
        )
    }

    private func makeTracks(of item: ItemCore, _ loaded: LoadedAsset) {
        guard item.tracks.isEmpty else { return }
        let chosen = item.chosenTracks(of: loaded)
        item.tracks = loaded.tracks.map { AVPlayerItemTrack($0, item, isEnabled: chosen.contains($0.trackID)) }
    }

    /// Other tracks, another mix or another composition: it is read anew from where it is.
    func reload(_ item: ItemCore) {
        item.isOutdated = false
        guard let media = item.media else { return }
        do {
            item.media = try makeMedia(of: item, media.loaded)
            item.pictureReader = item.media.flatMap { PictureReader($0) }
            (item.soundReader, item.readingLimit) = (nil, nil)
            if item.asked == nil { item.asked = SeekRequest(.exact(time(of: item)), isJump: false) }
        } catch {
            fail(item, error)
        }
    }

    func fail(_ item: ItemCore, _ cause: any Error) {
        guard item.status != .failed else { return }
        let wasReady = item.status == .readyToPlay
        let error = playbackError(item, cause)
        item.error = error
        announce(item, \.error, old: nil, new: error)
        change(item, to: .failed)
        giveUpTimes(of: item)
        for request in [item.asked, item.seeking].compactMap({ $0 }) { answer(request, false) }
        (item.asked, item.seeking) = (nil, nil)
        guard item === current else { return }
        halt(item)
        if wasReady {
            post(
                AVPlayerItem.failedToPlayToEndTimeNotification,
                item,
                [AVPlayerItemFailedToPlayToEndTimeErrorKey: error as NSError]
            )
        }
        if actionAtItemEnd == .advance, items.count > 1 {
            removeFirst()
        } else {
            changeRate(to: 0, because: .setRateFailed)
        }
    }

    /// What went wrong with an item, in a sentence of its own.
    func playbackError(_ item: ItemCore, _ cause: any Error) -> AVError {
        let (code, reason) = AVError.explanation(of: cause)
        let name = (item.asset as? AVURLAsset)?.url.lastPathComponent ?? "the item"
        let why = [NSLocalizedFailureReasonErrorKey: reason]
        return (cause as? AVError) ?? AVError(code, "cannot play '\(name)': \(reason)", userInfo: why)
    }

    private func change(_ item: ItemCore, to status: AVPlayerItem.Status) {
        let old = item.status
        item.status = status
        announce(item, \.status, old: old, new: status)
        guard status == .readyToPlay else { return }
        if self.status == .unknown { self.status = .readyToPlay }
        announce(item, \.tracks, old: [], new: item.tracks)
        announce(item, \.duration, old: .indefinite, new: item.media?.duration ?? .indefinite)
        announce(item, \.presentationSize, old: .zero, new: item.media?.size ?? .zero)
    }

    /// The next item is loaded and its beginning read a while before its turn.
    func prepareNext(_ item: ItemCore) {
        guard items.count > 1, item.status == .readyToPlay, item.seeking == nil else { return }
        let left = item.end(soundRate: sound?.rate) - time(of: item)
        guard left.isNumeric, left <= CMTime(value: 10, timescale: 1) else { return }
        // Those behind it as well, where it is so short that all of it is ready.
        for place in 1..<items.count {
            prepare(items[place].core)
            guard items[place].core.isRendered else { break }
        }
    }

    private func prepare(_ next: ItemCore) {
        load(next)
        guard next.status == .readyToPlay else { return }
        beginSeek(next)
        finishSeek(next)
        demand(next)
        if current.map({ !$0.network.isRemote || $0.network.isFull }) ?? true { readAhead(next) }
    }

    /// Opens what the item is heard and seen with.
    func openDevices(_ item: ItemCore) {
        guard let media = item.media else { return }
        if let sound, let track = media.sound, let facts = track.facts.audio {
            openSound(sound, facts)
        }
        if let display, case .new = display.state, media.pictures != nil { open(display, media.size) }
    }

    private func openSound(_ sound: SoundDevice, _ facts: AudioFacts) {
        switch sound.state {
        case .new: break
        case .absent(let retry?) where retry <= now: break
        default: return
        }
        let isFirst = if case .new = sound.state { true } else { false }
        sound.state = .opening
        let wish = AKAudioTargetFormat(
            sampleRate: min(max(Int(facts.sampleRate.rounded()), 8000), 192_000),
            channelCount: min(max(facts.channelCount, 1), 8)
        )
        let reference = EngineReference(engine: engine)
        run(on: sound.worker) {
            Result {
                try sound.open(wish) { event in
                    sound.worker.async { reference.engine?.perform { $0.handle(event, sound) } }
                }
            }
        } then: { core, result in
            core.finishOpening(sound, result, isFirst: isFirst)
        }
    }

    private func finishOpening(_ sound: SoundDevice, _ result: Result<AKAudioTargetFormat, any Error>, isFirst: Bool) {
        guard sound === self.sound else { return }
        switch result {
        case .failure(let error):
            sound.state = .absent(retry: isFirst ? nil : now + 2_000_000_000)
            if isFirst { figures.soundProblem = describe(error) }
        case .success(let format):
            sound.state = .open
            for item in items { item.core.soundReader = nil }
            if sound.chain?.format != format {
                let ring = SoundRing(channelCount: format.channelCount, history: Int64(format.sampleRate) * 2)
                sound.chain = SoundDevice.Chain(
                    format: format,
                    ring: ring,
                    renderer: SoundRenderer(rate: format.sampleRate, channelCount: format.channelCount, ring: ring)
                )
                sound.epoch = 0
            }
            setGain()
            // What has been without sound until now gets it from where it is.
            guard !isFirst else { return }
            for item in items.map(\.core) where item.landing != nil { restart(item) }
        }
    }

    private func open(_ display: PictureDevice, _ size: CGSize) {
        display.state = .opening
        let reference = EngineReference(engine: engine)
        run(on: display.worker) {
            Result {
                try display.target.open(size) { event in
                    display.worker.async { reference.engine?.perform { $0.handle(event, display) } }
                }
            }
        } then: { core, result in
            guard display === core.display else { return }
            switch result {
            case .success:
                display.state = .open
                core.showAgain()
            case .failure(let error):
                display.state = .gone
                core.figures.pictureProblem = core.describe(error)
            }
        }
    }

    /// The volume of what is heard from now on.
    func setGain() { sound?.chain?.ring.setGain(isMuted ? 0 : min(max(volume, 0), 1)) }
}
