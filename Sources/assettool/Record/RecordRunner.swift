import AssetKit

/// Records until somebody ends it, a limit is reached, or a device is gone.
@MainActor
final class RecordRunner {
    private let options: RecordOptions
    private let console: Console
    private let names: RecordingNames
    private let (events, continuation) = AsyncStream.makeStream(of: RecordEvent.self)
    private var report = RecordReport()
    private var schedule: SplitSchedule?
    private var isPaused = false
    private var isStopping = false
    private var isInterrupted = false
    /// A file was ended before anything came for it.
    private var isCutShort = false
    /// How many files were begun, and how many of them are not over.
    private var (fileCount, openCount) = (0, 0)
    /// What the command line calls files: behind a link they are somewhere else.
    private var fileNames: [URL: String] = [:]
    /// What had the names of files before: it keeps them where nothing comes of a recording.
    private var previousFiles: [URL: FileIdentity] = [:]
    /// Files that have samples of their own.
    private var begun: Set<URL> = []
    /// What the session has said of its troubles.
    private var trouble: AVError?
    private var timer: Task<Void, Never>?
    private var statusLength = 0

    init(_ options: RecordOptions, _ console: Console) {
        (self.options, self.console) = (options, console)
        names = RecordingNames(options.output, isSplit: options.splitInterval != nil)
        let period = options.frameDuration ?? CMTime(value: 1, timescale: 30)
        let lead = options.pictures == .none ? .zero : CMTimeMultiplyByRatio(period, multiplier: 1, divisor: 2)
        schedule = options.splitInterval.map { SplitSchedule(every: $0, lead: lead) }
    }

    func run() async throws -> RecordReport {
        _ = try target(of: names.name(1))
        try refuseTaken()
        let recording = try makeSession()
        for note in recording.notes { warn(note) }
        let tell: @Sendable (RecordEvent) -> Void = { [continuation] event in continuation.yield(event) }
        // Nobody but this holds it: the outputs have it until a recording is over.
        let observer = RecordObserver(tell)
        let token = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.runtimeErrorNotification,
            object: recording.session,
            queue: nil
        ) { notification in
            if let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError { tell(.trouble(error)) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try await Interruption.finishable(by: { tell(.interrupted) }) {
            try await record(recording, observer)
        }
        return report
    }

    private func makeSession() throws -> RecordSession {
        do {
            return try RecordSession(options, try CaptureDevices(synthetic: options.synthetic))
        } catch let error as AVError {
            throw failure(FileFailure.reason(error), error)
        }
    }

    /// Looks at the place of a file.
    private func target(of name: String) throws(WorkError) -> OutputTarget {
        let target = try OutputTarget(name, overwrites: options.overwrites)
        guard target.kind != .stream else {
            throw WorkError(message: "cannot record \(quoted(name)): a recording grows in a file, and that is none")
        }
        return target
    }

    /// No recording is expected to come to so many files; a larger number in a name is a date or the like.
    private static let mostFiles = 100_000

    /// Of several files, one that is in the way of a later one would end the recording when that is due.
    private func refuseTaken() throws(WorkError) {
        guard let schedule, !options.overwrites else { return }
        let number = names.taken.first { number in
            options.duration.map { schedule.rest(of: $0, for: number) > .zero } ?? (number <= Self.mostFiles)
        }
        if let number { _ = try target(of: names.name(number)) }
    }

    // MARK: Recording

    private func record(_ recording: RecordSession, _ observer: RecordObserver) async throws {
        let preview = try makePreview(of: recording)
        let keyboard = try makeKeyboard()
        defer {
            keyboard?.restore()
            preview?.akTarget = nil
        }
        recording.session.startRunning()
        defer { recording.session.stopRunning() }
        if !recording.session.isRunning { try await failToStart() }
        if recording.session.isInterrupted { throw failure(recording.takenReason) }
        if recording.isAsked, try await !awaitChoice(recording) { return }
        guard recording.output.connections.contains(where: \.isActive) else {
            throw failure("its devices deliver nothing")
        }
        try begin(recording, observer)
        let ticks = showStatus()
        defer {
            ticks?.cancel()
            timer?.cancel()
            endStatus()
        }
        for await event in events {
            try await handle(event, recording, observer)
            if openCount == 0 { break }
        }
        if isCutShort, report.files.isEmpty, report.failure == nil {
            let what = options.pictures == .none ? "any sound" : "its first picture"
            fail("cannot record \(quoted(names.name(1))): it was ended before \(what) came")
            report.isInterrupted = isInterrupted
        }
        count(recording)
    }

    /// A window that shows what is recorded; closing it ends the recording.
    private func makePreview(of recording: RecordSession) throws(WorkError) -> AVCaptureVideoPreviewLayer? {
        guard options.showsPreview else { return nil }
        guard ProcessInfo.processInfo.environment["DISPLAY"].map({ !$0.isEmpty }) ?? false else {
            throw WorkError(message: "--preview needs a display for its window, and DISPLAY is not set")
        }
        let layer = AVCaptureVideoPreviewLayer(session: recording.session)
        let pausesByKey = options.pausesByKey
        layer.akEventHandler = { [continuation] event in
            switch event {
            case .key(let key) where pausesByKey || key.lowercased() == "q": continuation.yield(.key(key))
            case .closed: continuation.yield(.stop)
            case .lost(let reason): continuation.yield(.previewLost(reason))
            case .key, .needsPicture: break
            }
        }
        layer.akTarget = AKWindowTarget(title: printable(options.output))
        return layer
    }

    private func makeKeyboard() throws(WorkError) -> KeyboardInput? {
        guard options.pausesByKey else { return nil }
        guard let keyboard = KeyboardInput({ [continuation] in continuation.yield(.key($0)) }) else {
            // The window has keys too.
            guard !options.showsPreview else { return nil }
            throw WorkError(message: "--pause-key needs a terminal for its keys, and standard input is none")
        }
        return keyboard
    }

    /// The session has said why it does not run, or is about to.
    private func failToStart() async throws {
        let patience = Task { [continuation] in
            try await Task.sleep(for: .seconds(2))
            continuation.yield(.stop)
        }
        defer { patience.cancel() }
        for await event in events {
            if case .trouble(let error) = event { throw failure(FileFailure.reason(error), error) }
            if case .interrupted = event { break }
            if case .stop = event { break }
        }
        throw failure("the devices cannot be started")
    }

    /// Somebody chooses what is recorded, and takes time for that. False where it was interrupted before.
    private func awaitChoice(_ recording: RecordSession) async throws -> Bool {
        let token = NotificationCenter.default.addObserver(
            forName: AVCaptureInput.Port.formatDescriptionDidChangeNotification,
            object: recording.output.connection(with: .video)?.inputPorts.first,
            queue: nil
        ) { [continuation] _ in continuation.yield(.sized) }
        defer { NotificationCenter.default.removeObserver(token) }
        // It may be known by now.
        continuation.yield(.sized)
        for await event in events {
            switch event {
            case .sized where !recording.awaitsChoice:
                try setPictures(of: recording)
                return true
            case .trouble(let error) where recording.isOfPictures(error) || !recording.session.isRunning:
                throw failure(FileFailure.reason(error), error)
            case .trouble(let error): trouble = error
            case .previewLost(let reason): warn("the preview is gone: \(reason)")
            case .interrupted:
                fail(failure(Self.nothingChosen).message)
                report.isInterrupted = true
                return false
            case .stop, .key("q"), .key("Q"): throw failure(Self.nothingChosen)
            // What belongs to a recording that has not begun.
            default: continue
            }
        }
        throw CancellationError()
    }

    private static let nothingChosen = "nothing was chosen to be recorded"

    private func setPictures(of recording: RecordSession) throws {
        let notes: [String]
        do {
            notes = try recording.setPictures(options)
        } catch {
            throw failure(error.message)
        }
        for note in notes { warn(note) }
    }

    /// Begins with the next file. Where one is written, that ends with the picture before the first one of the new one.
    private func begin(_ recording: RecordSession, _ observer: RecordObserver) throws {
        let name = names.name(fileCount + 1)
        let url = URL(filePath: try target(of: name).path)
        fileNames[url] = name
        previousFiles[url] = FileIdentity(path: url.path(percentEncoded: false))
        fileCount += 1
        openCount += 1
        if let duration = options.duration {
            recording.output.maxRecordedDuration = schedule?.rest(of: duration, for: fileCount) ?? duration
        }
        if let output = recording.output as? AVCaptureAudioFileOutput {
            output.startRecording(to: url, outputFileType: options.fileType, recordingDelegate: observer)
        } else {
            recording.output.startRecording(to: url, recordingDelegate: observer)
        }
    }

    private func handle(_ event: RecordEvent, _ recording: RecordSession, _ observer: RecordObserver) async throws {
        switch event {
        case .stop: stop(recording)
        case .interrupted:
            isInterrupted = true
            stop(recording)
        case .key(let key): obey(key, recording)
        case .began(let url, let time):
            begun.insert(url)
            schedule?.begin(at: time)
            plan()
        case .isPaused(let isPaused):
            let now = CMClockGetTime(CMClockGetHostTimeClock())
            if isPaused { schedule?.pause(at: now) } else { schedule?.resume(at: now) }
            plan()
        case .split: split(recording, observer)
        case .ended(let url, let error): await end(url, error, recording)
        case .trouble(let error): trouble = error
        case .previewLost(let reason): warn("the preview is gone: \(reason)")
        case .tick: show(recording)
        case .sized: break
        }
    }

    private func stop(_ recording: RecordSession) {
        isStopping = true
        timer?.cancel()
        recording.output.stopRecording()
    }

    private func obey(_ key: String, _ recording: RecordSession) {
        switch key {
        case " ", "space":
            isPaused.toggle()
            if isPaused { recording.output.pauseRecording() } else { recording.output.resumeRecording() }
            show(recording)
        case "q", "Q": stop(recording)
        default: break
        }
    }

    // MARK: Several files

    /// Waits for the time of the next file.
    private func plan() {
        timer?.cancel()
        guard let due = schedule?.due, !isStopping, !isLast else { return }
        let wait = max(0, (due - CMClockGetTime(CMClockGetHostTimeClock())).seconds)
        timer = Task { [continuation] in
            guard (try? await Task.sleep(for: .seconds(wait))) != nil else { return }
            continuation.yield(.split)
        }
    }

    /// The whole is as long as it may be before the next file would begin.
    private var isLast: Bool {
        guard let duration = options.duration, let schedule else { return false }
        return schedule.rest(of: duration, for: fileCount + 1) <= .zero
    }

    private func split(_ recording: RecordSession, _ observer: RecordObserver) {
        guard !isStopping, !isPaused, recording.output.isRecording else { return }
        do {
            try begin(recording, observer)
        } catch {
            fail(FileFailure.reason(error))
            stop(recording)
        }
    }

    // MARK: The end

    private func end(_ url: URL, _ error: AVError?, _ recording: RecordSession) async {
        openCount -= 1
        let name = fileNames[url] ?? names.name(fileCount)
        let isGood = error.map { $0.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == true } ?? true
        let end: RecordReport.End =
            switch error?.code {
            case nil: openCount > 0 ? .split : .stopped
            case .maximumDurationReached?: .duration
            // Where the system is behind it, files may not be larger there, whatever was asked for.
            case .maximumFileSizeReached? where error?.userInfo[NSUnderlyingErrorKey] == nil: .size
            case .operationInterrupted? where isGood: .unshared
            default: .failed
            }
        let file = await file(name, url, end)
        let previous = previousFiles[url]
        let isThere = previous == nil || FileIdentity(path: url.path(percentEncoded: false)) != previous
        // What could not be ended as a movie is one all the same as far as its fragments go.
        let isMovie = begun.contains(url) && isThere && file.duration.isNumeric && file.duration > .zero
        let isKept = isGood || isMovie
        let noRoom = "cannot record \(quoted(name)): --limit-size leaves no room for anything in it"
        if end == .size, !isKept { fail(noRoom) }
        if isStopping, !isKept, error?.code == .noDataCaptured {
            isCutShort = true
            return
        }
        if let error, end == .failed || !isGood { fail(sentence(name, error, isKept, recording)) }
        // The file before goes on where the next one is refused.
        if !isKept, openCount > 0, name == names.name(fileCount) { stop(recording) }
        guard isKept else { return }
        guard access(url.path(percentEncoded: false), F_OK) == 0 else {
            fail("cannot record \(quoted(name)): the file was removed while it was recorded to")
            return
        }
        report.files.append(file)
        if end == .size, file.duration <= .zero { fail(noRoom) }
    }

    /// What a file is like: the output's own figures may be those of the next one already, and count what had no room.
    private func file(_ name: String, _ url: URL, _ end: RecordReport.End) async -> RecordReport.File {
        let asset = AVURLAsset(url: url)
        let duration = try? await asset.load(.duration)
        let pictures = try? await asset.loadTracks(withMediaType: .video).first
        var status = stat()
        let size = stat(url.path(percentEncoded: false), &status) == 0 ? Int64(status.st_size) : 0
        return RecordReport.File(
            name: name,
            duration: duration ?? .invalid,
            byteCount: size,
            end: end,
            pictureCount: Int(clamping: pictures?.akDetails.sampleCount ?? 0)
        )
    }

    private func sentence(_ name: String, _ error: AVError, _ isKept: Bool, _ recording: RecordSession) -> String {
        let lost = recording.devices.filter { !$0.isConnected }.map { quoted($0.localizedName) }
        let reason: String
        if error.code == .deviceWasDisconnected, !lost.isEmpty {
            reason = "\(lost.joined(separator: " and ")) \(lost.count == 1 ? "was" : "were") disconnected"
        } else if error.code == .deviceWasDisconnected || error.code == .sessionWasInterrupted, let trouble {
            reason = FileFailure.reason(trouble)
        } else {
            reason = FileFailure.reason(error)
        }
        return "cannot record \(quoted(name))\(isKept ? " any further" : ""): \(reason)"
    }

    /// What went wrong, once.
    private func fail(_ sentence: String) {
        guard report.failure == nil else { return }
        report.failure = printable(sentence)
    }

    private func failure(_ reason: String, _ cause: AVError? = nil) -> WorkError {
        WorkError(message: "cannot record \(quoted(names.name(1))): \(reason)", because: cause)
    }

    private func warn(_ note: String) {
        report.warnings.append(printable(note))
        console.report("assettool: \(printable(note))")
    }

    private func count(_ recording: RecordSession) {
        // Where nothing was recorded, there was no time for sound to come in.
        if !report.files.isEmpty, let sound = recording.output.connection(with: .audio),
            sound.akStatistics.delivered == 0
        {
            let names = recording.devices.filter { $0.hasMediaType(.audio) }.map { quoted($0.localizedName) }
            warn("no sound came of \(names.joined(separator: " and ")) in time")
        }
        guard let statistics = recording.output.connection(with: .video)?.akStatistics else { return }
        report.pictures = report.files.reduce(0) { $0 + $1.pictureCount }
        report.dropped = statistics.missing
    }

    // MARK: The status line

    private func showStatus() -> Task<Void, Never>? {
        guard !options.isQuiet, console.messageWidth() != nil else { return nil }
        return Task { [continuation] in
            while (try? await Task.sleep(for: .milliseconds(200))) != nil { continuation.yield(.tick) }
        }
    }

    private func show(_ recording: RecordSession) {
        guard !options.isQuiet, let width = console.messageWidth() else { return }
        let channels = recording.output.connection(with: .audio)?.audioChannels ?? []
        let status = RecordStatus(
            time: recording.output.recordedDuration,
            byteCount: recording.output.recordedFileSize,
            dropped: recording.output.connection(with: .video)?.akStatistics.missing ?? 0,
            level: channels.map(\.peakHoldLevel).max(),
            isPaused: isPaused,
            file: options.splitInterval == nil ? nil : fileCount
        )
        let text = String(status.text.prefix(max(1, width - 1)))
        console.show("\r" + padded(text, to: statusLength))
        statusLength = text.count
    }

    private func endStatus() {
        if statusLength > 0 { console.show("\n") }
        statusLength = 0
    }
}
