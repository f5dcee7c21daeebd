import AssetKit

/// Plays files until they have ended, somebody quits, or something cannot be played.
@MainActor
final class PlayRunner {
    private let options: PlayOptions
    private let console: Console
    private let player = AVQueuePlayer()
    private let layer = AVPlayerLayer()
    private var items: [(item: AVPlayerItem, file: String)] = []
    private var window: AKWindowTarget?
    private var tokens: [Any] = []
    private let (events, continuation) = AsyncStream.makeStream(of: Event.self)

    /// What the runner waits for.
    private enum Event: Sendable {
        case key(String)
        /// The time goes.
        case hasBegun
        case hasEnded
        case closed
        case failed(String)
    }

    init(_ options: PlayOptions, _ console: Console) {
        (self.options, self.console) = (options, console)
    }

    func run() async throws -> PlayReport {
        for file in options.files { try await add(file) }
        try await openTargets()
        watch()
        let keyboard = KeyboardInput { [continuation] in continuation.yield(.key($0)) }
        let status = StatusLine(player, options, console)
        defer {
            keyboard?.restore()
            status?.end()
        }
        player.volume = options.volume
        player.defaultRate = options.rate
        player.play()
        let outcome = await play(keyboard)
        await player.akClose()
        try outcome.get()
        try Task.checkCancellation()
        if let problem = PlayProblem(player.akFigures, options) { throw problem.error }
        return PlayReport(figures: player.akFigures, processorSeconds: PlayReport.usedProcessorSeconds())
    }

    /// Handles events until there is an end.
    private func play(_ keyboard: KeyboardInput?) async -> Result<Void, any Error> {
        await withTaskCancellationHandler {
            for await event in events where !Task.isCancelled {
                do {
                    guard try handle(event) else { break }
                } catch {
                    return .failure(error)
                }
            }
            return .success(())
        } onCancel: {
            keyboard?.restore()
            continuation.finish()
        }
    }

    // MARK: Opening

    private func add(_ file: String) async throws {
        let asset = try FileArgument.asset(
            file,
            isPrecise: false,
            allowsReferences: options.allowsReferences,
            console
        )
        do {
            let (duration, tracks) = try await asset.load(.duration, .tracks)
            try check(tracks, file)
            let item = AVPlayerItem(asset: asset)
            item.audioTimePitchAlgorithm = options.pitch
            item.akTrackIDs = options.trackIDs
            let times = try await fileTimes(duration, tracks)
            try limit(item, times)
            items.append((item, file))
            player.insert(item, after: nil)
        } catch let error as WorkError {
            throw WorkError(message: "cannot play '\(file)': \(error.message)")
        } catch let error as CancellationError {
            throw error
        } catch {
            throw WorkError(message: "cannot play '\(file)': \(FileFailure.reason(error))", because: error)
        }
    }

    private func check(_ tracks: [AVAssetTrack], _ file: String) throws {
        if let chosen = options.trackIDs, let missing = chosen.first(where: { id in !tracks.contains { $0.trackID == id } }) {
            let known = tracks.map { "\($0.trackID)" }.joined(separator: ", ")
            throw WorkError(message: "there is no track \(missing): it has \(known)")
        }
        guard tracks.contains(where: { $0.mediaType == .audio || $0.mediaType == .video }) else {
            throw WorkError(message: "it has neither sound nor pictures")
        }
    }

    private func fileTimes(_ duration: CMTime, _ tracks: [AVAssetTrack]) async throws -> FileTimes {
        var times = FileTimes(duration: duration)
        let video = tracks.first { $0.mediaType == .video }
        if let video, [options.from, options.to].contains(where: { $0?.needsFrames == true }) {
            times.frames = try await FrameTimes.load(of: video)
        }
        return times
    }

    private func limit(_ item: AVPlayerItem, _ times: FileTimes) throws {
        let start = try options.from?.time(in: times)
        let end = try options.to?.time(in: times)
        if let start, let end, start >= end { throw WorkError(message: "--to must be later than --from") }
        if let start, times.duration.isNumeric, start >= times.duration {
            throw WorkError(message: "--from is at its end or behind it: it is \(times.duration.seconds) s long")
        }
        if let end { item.forwardPlaybackEndTime = end }
        if options.rate < 0 {
            if let start { item.reversePlaybackEndTime = start }
            let last = end ?? times.duration
            if last.isNumeric { item.seek(to: last, toleranceBefore: .zero, toleranceAfter: .zero) }
        } else if let start {
            item.seek(to: start, toleranceBefore: .zero, toleranceAfter: .zero)
        }
    }

    private func openTargets() async throws {
        let tracks = items.flatMap(\.item.asset.tracks)
        let targets = PlayTargets(options: options, console: console)
        let title = items.count == 1 ? items[0].file : "\(items[0].file) and \(items.count - 1) more"
        player.akAudioTarget = try targets.sound(isNeeded: tracks.contains { $0.mediaType == .audio }, title: title)
        guard let target = try targets.pictures(isNeeded: tracks.contains { $0.mediaType == .video }, title: title) else {
            return
        }
        window = target as? AKWindowTarget
        layer.player = player
        layer.akEventHandler = { [continuation] event in
            switch event {
            case .key(let key): continuation.yield(.key(key))
            case .closed: continuation.yield(.closed)
            case .lost(let reason): continuation.yield(.failed("the pictures cannot be shown any more: \(reason)"))
            case .needsPicture: break
            }
        }
        layer.akTarget = target
    }

    // MARK: Events

    private func watch() {
        let center = NotificationCenter.default
        for (item, file) in items {
            let failed = AVPlayerItem.failedToPlayToEndTimeNotification
            tokens.append(center.addObserver(forName: failed, object: item, queue: nil) { [continuation] note in
                let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
                continuation.yield(.failed("cannot play '\(file)' on: \(error.map { FileFailure.reason($0) } ?? "it broke off")"))
            })
            tokens.append(item.observe(\.status) { [continuation] item, _ in
                guard item.status == .failed else { return }
                let reason = item.error.map { FileFailure.reason($0) } ?? "it cannot be read"
                continuation.yield(.failed("cannot play '\(file)': \(reason)"))
            })
        }
        tokens.append(player.observe(\.timeControlStatus) { [continuation] player, _ in
            if player.timeControlStatus == .playing { continuation.yield(.hasBegun) }
        })
        tokens.append(player.observe(\.currentItem, options: .new) { [continuation] player, _ in
            if player.currentItem == nil { continuation.yield(.hasEnded) }
        })
    }

    /// Does what an event asks for; false where playing is over.
    private func handle(_ event: Event) throws -> Bool {
        switch event {
        case .hasBegun:
            // Whoever hears or sees nothing should know why.
            if let problem = PlayProblem(player.akFigures, options) { throw problem.error }
        case .hasEnded: return try restart()
        case .closed: return false
        case .failed(let sentence): throw WorkError(message: sentence)
        case .key(let key): return PlayCommand(key: key).map { obey($0) } ?? true
        }
        return true
    }

    /// Begins anew where that is wanted.
    private func restart() throws -> Bool {
        guard options.loops, player.items().isEmpty else { return !player.items().isEmpty }
        for place in items.indices {
            let copy = items[place].item.copy() as? AVPlayerItem
            guard let copy else { continue }
            let times = FileTimes(duration: items[place].item.duration)
            try limit(copy, times)
            items[place].item = copy
            player.insert(copy, after: nil)
        }
        return true
    }

    private func obey(_ command: PlayCommand) -> Bool {
        switch command {
        case .togglePause: if player.rate == 0 { player.play() } else { player.pause() }
        case .seek(let seconds): seek(by: seconds)
        case .step(let count):
            player.pause()
            player.currentItem?.step(byCount: count)
        case .multiplyRate(let factor): changeRate(to: player.defaultRate * factor)
        case .resetRate: changeRate(to: 1)
        case .changeVolume(let change): player.volume = min(max(player.volume + change, 0), 1)
        case .toggleMute: player.isMuted.toggle()
        case .toggleFullscreen: window?.isFullscreen.toggle()
        case .leaveFullscreen: window?.isFullscreen = false
        case .nextFile: player.advanceToNextItem()
        case .quit: return false
        }
        return true
    }

    private func changeRate(to rate: Float) {
        let rate = rate < 0 ? max(min(rate, -0.03125), -32) : min(max(rate, 0.03125), 32)
        player.defaultRate = rate
        if player.rate != 0 { player.rate = rate }
    }

    private func seek(by seconds: Double) {
        guard let item = player.currentItem, item.duration.isNumeric else { return }
        let goal = item.currentTime() + CMTime(seconds: seconds, preferredTimescale: 1000)
        guard goal < item.duration else { return player.advanceToNextItem() }
        player.seek(to: CMTimeMaximum(goal, .zero), toleranceBefore: .zero, toleranceAfter: .zero)
    }
}
