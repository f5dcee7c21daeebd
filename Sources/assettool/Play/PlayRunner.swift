import AssetKit

/// Plays files until they have ended, somebody quits, or something cannot be played.
@MainActor
final class PlayRunner {
    private let options: PlayOptions
    private let console: Console
    private let player = AVQueuePlayer()
    private let layer = AVPlayerLayer()
    private var queue: PlayQueue?
    private var targets: PlayTargets
    private var status: StatusLine?
    private var tokens: [Any] = []
    /// What observes each item, as long as it is in the queue.
    private var watches: [ObjectIdentifier: ItemWatch] = [:]
    private let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    /// Files with which something went wrong, by the name that the command line has for them.
    private var failed: [String] = []
    private var hasBegun = false
    private var isPaused = false
    /// The sound that was lost was spoken of.
    private var hasWarned = false
    /// Where the seek leads that is under way: who presses a key twice wants to go twice as far.
    private var goal: (item: AVPlayerItem, time: CMTime)?
    private var seekCount = 0

    /// What the runner waits for.
    private enum Event: Sendable {
        case key(String)
        /// The time goes.
        case hasBegun
        case hasMoved
        case changesFile
        case closed
        /// An item cannot be played, or not to its end.
        case failed(AVPlayerItem, String, sentence: String)
        case picturesLost(String)
    }

    init(_ options: PlayOptions, _ console: Console) {
        (self.options, self.console) = (options, console)
        targets = PlayTargets(options: options, console: console)
    }

    /// Who hears of what becomes of an item.
    private struct ItemWatch {
        let item: AVPlayerItem
        let end: any NSObjectProtocol
        let status: Any
    }

    /// Answers what there is to say of it at the end; no report where nothing was played.
    func run() async throws -> (code: ExitCode, report: PlayReport?) {
        try targets.check()
        let files = try await open()
        guard !files.isEmpty else {
            try summarize()
            return (.failed, nil)
        }
        try openTargets(files)
        let queue = PlayQueue(player, files, loops: options.loops) { [weak self] item, file in self?.watch(item, file) }
        self.queue = queue
        queue.fill()
        watchPlayer()
        let outcome = await playAll()
        if case .failure = outcome { targets.discard() }
        if Task.isCancelled { targets.discard() }
        await player.akClose()
        try Task.checkCancellation()
        try outcome.get()
        if !hasWarned, let problem = PlayProblem(player.akFigures, options) { throw problem.error }
        if let omission = targets.omission(player.akFigures) { console.report("assettool: \(omission)") }
        try summarize()
        return (failed.isEmpty && !hasWarned ? .done : .failed, report)
    }

    private var report: PlayReport {
        PlayReport(figures: player.akFigures, processorSeconds: PlayReport.usedProcessorSeconds())
    }

    /// Looks into all files. One that cannot be played does not stop the others.
    private func open() async throws -> [PlayFile] {
        var files: [PlayFile] = []
        for name in options.files {
            try Task.checkCancellation()
            do {
                let file = try await PlayFile(name, options, console)
                for warning in file.warnings { console.report("assettool: \(quoted(name)): \(printable(warning))") }
                files.append(file)
            } catch let error as WorkError {
                guard options.files.count > 1 else { throw error }
                console.report("assettool: \(error.message)")
                failed.append(name)
            }
        }
        return files
    }

    /// Names the files that failed, where there are several.
    private func summarize() throws {
        guard !failed.isEmpty, options.files.count > 1 else { return }
        let names = failed.map { quoted($0) }.joined(separator: ", ")
        console.report("assettool: \(failed.count) of \(options.files.count) files failed: \(names)")
    }

    private func openTargets(_ files: [PlayFile]) throws {
        let title = files.count == 1 ? files[0].name : "\(files[0].name) and \(files.count - 1) more"
        let (needsSound, needsPictures) = (files.contains(where: \.hasSound), files.contains(where: \.hasPictures))
        let sound = try targets.makeSound(isNeeded: needsSound, title: printable(title))
        let pictures = try targets.makePictures(isNeeded: needsPictures, title: printable(title))
        player.akAudioTarget = sound
        guard let pictures else { return }
        layer.player = player
        layer.akEventHandler = { [continuation] event in
            switch event {
            case .key(let key): continuation.yield(.key(key))
            case .closed: continuation.yield(.closed)
            case .lost(let reason): continuation.yield(.picturesLost(reason))
            case .needsPicture: break
            }
        }
        layer.akTarget = pictures
    }

    // MARK: Playing

    private func playAll() async -> Result<Void, any Error> {
        let keyboard = KeyboardInput { [continuation] in continuation.yield(.key($0)) }
        status = StatusLine(player, options, console, targets.terminal) { [weak self] in
            self?.queue?.current?.place ?? 0
        }
        player.volume = options.volume
        player.defaultRate = options.rate
        player.play()
        let outcome = await handleEvents(keyboard)
        status?.end()
        keyboard?.restore()
        return outcome
    }

    /// Handles events until there is an end.
    private func handleEvents(_ keyboard: KeyboardInput?) async -> Result<Void, any Error> {
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

    private func watch(_ item: AVPlayerItem, _ file: PlayFile) {
        let name = file.name
        let broken = AVPlayerItem.failedToPlayToEndTimeNotification
        let end = NotificationCenter.default.addObserver(forName: broken, object: item, queue: nil) {
            [continuation, weak item] note in
            guard let item else { return }
            let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
            let reason = error.map { FileFailure.reason($0) } ?? "it broke off"
            continuation.yield(.failed(item, name, sentence: "cannot play '\(name)' on: \(reason)"))
        }
        let status = item.observe(\.status) { [continuation] item, _ in
            guard item.status == .failed else { return }
            let reason = item.error.map { FileFailure.reason($0) } ?? "it cannot be read"
            continuation.yield(.failed(item, name, sentence: "cannot play '\(name)': \(reason)"))
        }
        watches[ObjectIdentifier(item)] = ItemWatch(item: item, end: end, status: status)
    }

    /// Lets go of items that are through.
    private func tidy() {
        let items = Set(player.items().map(ObjectIdentifier.init))
        for (key, watch) in watches where !items.contains(key) {
            NotificationCenter.default.removeObserver(watch.end)
            watches[key] = nil
        }
    }

    private func watchPlayer() {
        tokens.append(
            player.observe(\.timeControlStatus) { [continuation] player, _ in
                if player.timeControlStatus == .playing { continuation.yield(.hasBegun) }
            }
        )
        tokens.append(
            player.observe(\.currentItem, options: .new) { [continuation] _, _ in continuation.yield(.changesFile) }
        )
        let interval = CMTime(value: 1, timescale: 4)
        tokens.append(
            player.addPeriodicTimeObserver(forInterval: interval, queue: nil) { [continuation] _ in
                continuation.yield(.hasMoved)
            }
        )
    }

    // MARK: Events

    /// Does what an event asks for; false where playing is over.
    private func handle(_ event: Event) throws -> Bool {
        switch event {
        case .hasBegun:
            // Whoever hears or sees nothing should know why.
            try checkTargets()
            hasBegun = true
        case .hasMoved: try checkTargets()
        case .changesFile:
            queue?.refill()
            tidy()
            return !player.items().isEmpty
        case .closed: return false
        case .picturesLost(let reason): throw WorkError(message: "the pictures cannot be shown any more: \(reason)")
        case .failed(let item, let name, let sentence): return try leaveOut(item, name, sentence)
        case .key(let key):
            guard let command = PlayCommand(key: key) else { return true }
            defer { status?.show() }
            return obey(command)
        }
        return true
    }

    /// A file ends when what was written cannot be kept; without a sound server it goes on until there is one again.
    private func checkTargets() throws {
        let figures = player.akFigures
        guard !hasWarned, let problem = PlayProblem(figures, options) else { return }
        guard hasBegun, figures.pictureProblem == nil, !options.sound.isFile else { throw problem.error }
        hasWarned = true
        status?.report("assettool: \(printable(problem.reason)); it goes on without sound")
    }

    private func leaveOut(_ item: AVPlayerItem, _ name: String, _ sentence: String) throws -> Bool {
        guard !failed.contains(name) else { return !player.items().isEmpty }
        guard options.files.count > 1 else { throw WorkError(message: sentence) }
        failed.append(name)
        status?.report("assettool: \(printable(sentence))")
        queue?.remove(item)
        if !isPaused, player.rate == 0 { player.play() }
        return !player.items().isEmpty
    }

    private func obey(_ command: PlayCommand) -> Bool {
        switch command {
        case .togglePause:
            isPaused.toggle()
            if isPaused { player.pause() } else { player.play() }
        case .seek(let seconds): return seek(by: seconds)
        case .step(let count):
            isPaused = true
            player.pause()
            player.currentItem?.step(byCount: count)
        case .multiplyRate(let factor): changeRate(to: player.defaultRate * factor)
        case .resetRate: changeRate(to: 1)
        case .changeVolume(let change): player.volume = min(max(player.volume + change, 0), 1)
        case .toggleMute: player.isMuted.toggle()
        case .toggleFullscreen: targets.window?.isFullscreen.toggle()
        case .leaveFullscreen: targets.window?.isFullscreen = false
        case .nextFile: _ = queue?.goForward()
        case .previousFile: _ = queue?.goBack()
        case .quit: return false
        }
        return true
    }

    private func changeRate(to rate: Float) {
        let rate = rate < 0 ? max(min(rate, -0.03125), -32) : min(max(rate, 0.03125), 32)
        player.defaultRate = rate
        if player.rate != 0 { player.rate = rate }
    }

    /// Goes so far from where it is, or where it is about to be. Behind the end is the next file.
    private func seek(by seconds: Double) -> Bool {
        guard let item = player.currentItem, let file = queue?.current?.file else { return true }
        let from = goal.flatMap { $0.item === item ? $0.time : nil } ?? item.currentTime()
        let time = CMTimeMaximum(from + CMTime(seconds: seconds, preferredTimescale: 1000), .zero)
        if let end = file.lastTime, time >= end {
            goal = nil
            player.advanceToNextItem()
            return true
        }
        goal = (item, time)
        seekCount += 1
        let number = seekCount
        player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { [weak self] _ in
            MainActor.assumeIsolated {
                guard let self, self.seekCount == number else { return }
                self.goal = nil
            }
        }
        return true
    }
}
