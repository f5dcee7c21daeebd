internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitWriting
internal import CMTimeLib
internal import Foundation

/// A recording: what of the samples of some connections belongs to it goes to a writer. All of that is done on one worker, the
/// writing itself on threads of the writer.
///
/// SAFETY: what changes is behind a lock, and all but what counts what waits is touched by the worker alone.
final class Recording: @unchecked Sendable {
    /// Hears what becomes of it. Called on the worker.
    struct Events {
        let began: @Sendable (Recording, CMTime) -> Void
        let paused: @Sendable (Recording, Bool) -> Void
        let ending: @Sendable (Recording, AVError?) -> Void
        let ended: @Sendable (Recording, AVError?) -> Void
    }

    private struct Track {
        let plan: RecordingPlan.Track
        var input: AVAssetWriterInput?
        var aligner: SoundAligner?
        var pending = Fifo<CapturedSample>()
        /// When the first sample came, and up to when there are some.
        var first: Int64?
        var last = Int64.min
        var isOver = false

        var isSound: Bool { plan.mediaType == .audio }
    }

    private struct State {
        var tracks: [Track]
        var course: RecordingCourse
        var writer: AVAssetWriter?
        var isOver = false
        var reason: AVError?
        var alarm: HostAlarm?
        var lastSpaceCheck = Int64.min
        var metadata: [AVMetadataItem]
    }

    /// What others see of it.
    struct Figures {
        var duration = CMTime.zero
        var byteCount: Int64 = 0
        var isPaused = false
        /// How many pictures wait for the worker, of each track.
        var waiting: [Int] = []
    }

    let plan: RecordingPlan
    private let environment: HostEnvironment
    private let worker: any SerialWorker
    private let events: Events
    private let state: Protected<State>
    private let figures: Protected<Figures>

    /// Pictures that wait for longer than this are left out.
    private static let patience: Int64 = 500_000_000
    /// Sound that has not come so long after the pictures becomes silence, up to so long before them: otherwise the file would wait
    /// for it.
    private static let (longestLag, shortestLag): (Int64, Int64) = (1_500_000_000, 1_000_000_000)

    init(_ plan: RecordingPlan, asked: Int64, in environment: HostEnvironment, _ events: Events) {
        (self.plan, self.environment, self.events) = (plan, environment, events)
        worker = environment.worker("assetkit.recording")
        let hasPictures = plan.tracks.contains { $0.mediaType == .video }
        let course = RecordingCourse(asked: asked, hasPictures: hasPictures, limit: plan.maximumDuration)
        state = Protected(
            State(tracks: plan.tracks.map { Track(plan: $0) }, course: course, metadata: plan.metadata)
        )
        figures = Protected(Figures(waiting: plan.tracks.map { _ in 0 }))
    }

    var connections: [AVCaptureConnection] { plan.tracks.map(\.connection) }
    var current: Figures { figures.withLock { $0 } }

    // MARK: From other threads

    /// Takes a sample, on the device's thread.
    func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) {
        guard let index = plan.tracks.firstIndex(where: { $0.connection === connection }) else { return }
        let isPicture = sample.sound == nil
        if isPicture {
            let limit = Int(Self.patience / max(1, plan.tracks[index].period)) + 1
            let (hasRoom, count) = figures.withLock { figures in
                let count = figures.waiting[index]
                if count < limit { figures.waiting[index] += 1 }
                return (count < limit, count + 1)
            }
            connection.count { counts in
                counts.highWater = max(counts.highWater, count)
                if !hasRoom { counts.late += 1 }
            }
            guard hasRoom else { return }
        }
        worker.async { [self] in
            take(sample, index)
            if isPicture { figures.withLock { $0.waiting[index] -= 1 } }
        }
    }

    func pause(at time: Int64) { change { $0.pause(at: time) } }

    func resume(at time: Int64) { change { $0.resume(at: time) } }

    private func change(_ body: @escaping @Sendable (inout RecordingCourse) -> Void) {
        worker.async { [self] in
            let (before, after) = state.withLock { state in
                let before = state.course.isPaused
                body(&state.course)
                return (before, state.course.isPaused)
            }
            guard before != after else { return }
            figures.withLock { $0.isPaused = after }
            events.paused(self, after)
        }
    }

    /// Ends it with what was captured until a time, as soon as that has come. `isHandover`: another recording begins there, with the
    /// picture that would be the next one.
    func stop(at time: Int64, isHandover: Bool = false, because reason: AVError? = nil) {
        worker.async { [self] in
            let isFirst = state.withLock { state in
                guard !state.isOver, state.alarm == nil else { return false }
                state.course.stop(at: time, withPicture: isHandover)
                state.reason = reason
                return true
            }
            guard isFirst else { return }
            let alarm = environment.host.alarm(at: max(environment.host.now, time) + Self.patience) { [weak self] in
                self?.giveUp()
            }
            state.withLock { $0.alarm = alarm }
            advance()
        }
    }

    /// Not everything has come in time.
    private func giveUp() {
        worker.async { [self] in
            state.withLock { $0.course.giveUpOnPictures() }
            advance()
            finish()
        }
    }

    /// Nothing more comes from a connection.
    func ended(_ connection: AVCaptureConnection, because reason: AVError?) {
        guard let index = plan.tracks.firstIndex(where: { $0.connection === connection }) else { return }
        let now = environment.host.now
        worker.async { [self] in state.withLock { $0.tracks[index].isOver = true } }
        stop(at: now, because: reason)
    }

    /// Ends it before it has begun.
    func refuse(_ error: AVError) {
        worker.async { [self] in fail(error) }
    }

    /// What is to be said about it when it is complete.
    func setMetadata(_ metadata: [AVMetadataItem]) {
        worker.async { [self] in state.withLock { $0.metadata = metadata } }
    }

    // MARK: The worker

    private func take(_ sample: CapturedSample, _ index: Int) {
        let isOver = state.withLock { state in
            guard !state.isOver else { return true }
            let time = sample.sample.hostTime
            let end = time + (sample.sound.map { $0.nanoseconds } ?? 0)
            state.tracks[index].first = state.tracks[index].first ?? time
            state.tracks[index].last = max(state.tracks[index].last, end)
            state.tracks[index].pending.append(sample)
            settleStart(&state)
            if sample.sound == nil { state.course.saw(time) }
            return false
        }
        if !isOver { advance() }
    }

    private func settleStart(_ state: inout State) {
        guard state.course.start == nil else { return }
        let leader = state.tracks.first { !$0.isSound }
        var pictures: [Int64] = []
        if let leader { leader.pending.forEach { pictures.append($0.sample.hostTime) } }
        state.course.settleStart(
            pictures: pictures,
            period: leader?.plan.period ?? 0,
            sounds: state.tracks.filter(\.isSound).map { $0.isOver ? .min : $0.first },
            now: state.tracks.map(\.last).max() ?? .min
        )
        // Pictures from before are of no use, and would fill memory while nothing comes for sound.
        let asked = state.course.asked
        for index in state.tracks.indices where !state.tracks[index].isSound {
            while let first = state.tracks[index].pending.first, first.sample.hostTime < asked {
                _ = state.tracks[index].pending.popFirst()
            }
        }
    }

    private func advance() {
        guard state.withLock({ $0.course.start != nil && !$0.isOver }) else { return endIfDue() }
        guard begin() else { return }
        for index in plan.tracks.indices {
            while let output = next(index) {
                guard append(output, to: index) else { return }
            }
        }
        guard padSound() else { return }
        report()
        endIfDue()
    }

    /// A microphone that says nothing holds nobody up.
    private func padSound() -> Bool {
        for index in plan.tracks.indices where plan.tracks[index].mediaType == .audio {
            let output: Output? = state.withLock { state in
                guard state.course.horizon == .max, !state.tracks[index].isOver,
                    let newest = state.tracks.filter({ !$0.isSound }).map(\.last).max()
                else { return nil }
                let lead = state.course.duration(until: newest)
                var aligner = state.tracks[index].aligner ?? SoundAligner(plan.tracks[index].soundFormat)
                let done = Self.nanoseconds(of: aligner)
                guard lead - done > Self.longestLag else { return nil }
                let outputs = aligner.pad(to: lead - Self.shortestLag)
                state.tracks[index].aligner = aligner
                return .sound(outputs, aligner.format)
            }
            if let output, !append(output, to: index) { return false }
        }
        return true
    }

    private static func nanoseconds(of aligner: SoundAligner) -> Int64 {
        Int64(Double(aligner.next ?? 0) * 1e9 / Double(aligner.format.sampleRate))
    }

    /// Something to append, with its place in the recording.
    private enum Output {
        case picture(CapturedSample, at: Int64)
        case sound([SoundAligner.Output], DeviceSoundFormat)
        case nothing
    }

    /// What of a track is settled and next; nil for nothing.
    private func next(_ index: Int) -> Output? {
        state.withLock { state in
            guard let sample = state.tracks[index].pending.first else { return nil }
            guard let sound = sample.sound else {
                _ = state.tracks[index].pending.popFirst()
                return state.course.place(of: sample.sample.hostTime).map { .picture(sample, at: $0) } ?? .nothing
            }
            let range = sample.sample.hostTime..<sample.sample.hostTime + max(1, sound.nanoseconds)
            // Sound waits as a whole for what is not settled within it.
            guard range.upperBound <= state.course.horizon else { return nil }
            _ = state.tracks[index].pending.popFirst()
            return take(sound, range, &state, index)
        }
    }

    private func take(
        _ sound: DeviceSoundBlock,
        _ range: Range<Int64>,
        _ state: inout State,
        _ index: Int
    ) -> Output {
        var outputs: [SoundAligner.Output] = []
        for part in state.course.parts(of: range) {
            guard let place = state.course.place(of: part.lowerBound) else { continue }
            let first = sound.frame(at: part.lowerBound - range.lowerBound)
            let last = sound.frame(at: part.upperBound - range.lowerBound)
            guard first < last else { continue }
            var aligner = state.tracks[index].aligner ?? SoundAligner(sound.format)
            let channels = sound.format.channelCount
            outputs += aligner.add(sound.samples[(first * channels)..<(last * channels)], at: place)
            state.tracks[index].aligner = aligner
        }
        return outputs.isEmpty ? .nothing : .sound(outputs, sound.format)
    }

    /// Hands samples to the writer; false when that is over.
    private func append(_ output: Output, to index: Int) -> Bool {
        guard let input = state.withLock({ $0.tracks[index].input }) else { return true }
        let connection = plan.tracks[index].connection
        do {
            switch output {
            case .nothing: return true
            case .picture(let sample, let place):
                let picture: CVPixelBuffer
                do {
                    picture = try sample.picture()
                } catch {
                    // A broken picture is left out, and the one before it stays.
                    connection.count { $0.outOfBuffers += 1 }
                    return true
                }
                try append(try SampleMaker.picture(picture, at: Self.time(place)), to: input)
                connection.count { $0.delivered += 1 }
            case .sound(let outputs, let format):
                for output in outputs {
                    let time = CMTime(value: output.first, timescale: Int32(format.sampleRate))
                    try append(try SampleMaker.floats(output.samples[...], format, at: time), to: input)
                }
                connection.count { $0.delivered += 1 }
            }
            return true
        } catch {
            fail(error as? AVError ?? AVError(.unknown, "\(error)"))
            return false
        }
    }

    private func append(_ buffer: CMSampleBuffer, to input: AVAssetWriterInput) throws {
        guard input.waitForRoom(), input.append(buffer) else {
            throw state.withLock { $0.writer?.error as? AVError }
                ?? AVError(.unknown, "the recording cannot be written")
        }
    }

    static func time(_ nanoseconds: Int64) -> CMTime { CMTime(value: nanoseconds, timescale: 1_000_000_000) }

    // MARK: The beginning

    /// Opens the file with the first sample; false where that fails.
    private func begin() -> Bool {
        let (tracks, writer) = state.withLock { ($0.tracks, $0.writer) }
        guard writer == nil else { return true }
        do {
            let writer = try AVAssetWriter(outputURL: plan.url, fileType: plan.fileType)
            writer.metadata = plan.metadata
            writer.akReplacesExistingFile = plan.replacesExistingFile
            writer.byteLimit = plan.maximumSize
            if plan.fragmentInterval.isNumeric, plan.fragmentInterval > .zero {
                writer.movieFragmentInterval = plan.fragmentInterval
                writer.initialMovieFragmentInterval = CMTimeMinimum(
                    CMTime(value: 1, timescale: 4),
                    plan.fragmentInterval
                )
            }
            let inputs = try tracks.map { track in
                let input = AVAssetWriterInput(mediaType: track.plan.mediaType, outputSettings: try settings(of: track))
                input.expectsMediaDataInRealTime = true
                if !track.isSound {
                    input.mediaTimeScale = 90_000
                    input.transform = transform(of: track)
                }
                if !writer.canAdd(input) {
                    throw AVError(.unsupportedOutputSettings, "the settings of the recording cannot be had in its file")
                }
                writer.add(input)
                return input
            }
            try writer.start()
            writer.startSession(atSourceTime: .zero)
            let start = state.withLock { state in
                for (index, input) in inputs.enumerated() { state.tracks[index].input = input }
                state.writer = writer
                return state.course.start ?? 0
            }
            events.began(self, Self.time(start))
            return true
        } catch {
            fail(error as? AVError ?? AVError(.unknown, "\(error)"))
            return false
        }
    }

    /// Movies say how their pictures are turned.
    private func transform(of track: Track) -> CGAffineTransform {
        let settings = try? settings(of: track)
        guard !track.plan.turn.isIdentity, let width = settings?[AVVideoWidthKey] as? Int,
            let height = settings?[AVVideoHeightKey] as? Int
        else { return .identity }
        return track.plan.turn.transform(width: CGFloat(width), height: CGFloat(height))
    }

    private func settings(of track: Track) throws -> [String: Any] {
        let sample = track.pending.first
        if track.isSound {
            if let settings = track.plan.settings { return settings }
            let format = sample?.sound?.format ?? track.plan.soundFormat
            return RecordingSettings.audio(sampleRate: format.sampleRate, channelCount: format.channelCount)
        }
        let picture = try sample?.picture()
        let known = track.plan.connection.inputPorts.first?.formatDescription?.videoDimensions
        let (width, height) = (picture?.width ?? Int(known?.width ?? 0), picture?.height ?? Int(known?.height ?? 0))
        let size =
            PresetTraits(plan.preset).size.map { RecordingSettings.fitting(width, height, $0) } ?? (width, height)
        return RecordingSettings.completed(track.plan.settings, width: size.0, height: size.1, plan.preset)
    }

    // MARK: The end

    private func report() {
        let (course, last, budget) = state.withLock { state in
            (state.course, state.tracks.map(\.last).max() ?? 0, state.writer?.budget)
        }
        figures.withLock { figures in
            figures.duration = Self.time(course.duration(until: last))
            if let budget { figures.byteCount = budget.byteCount }
        }
        if budget?.fullTime != nil {
            end(AVError(.maximumFileSizeReached, "the recording is as large as it may be"))
        }
        checkSpace()
    }

    /// Ends it for a reason, unless it is ending.
    private func end(_ reason: AVError) {
        let isFirst = state.withLock { state in
            guard !state.isOver, state.reason == nil else { return false }
            state.reason = reason
            return true
        }
        if isFirst { finish() }
    }

    private func checkSpace() {
        guard plan.minimumFreeSpace > 0 else { return }
        let now = environment.host.now
        let isDue = state.withLock { state in
            guard now >= state.lastSpaceCheck.addingReportingOverflow(1_000_000_000).partialValue else { return false }
            state.lastSpaceCheck = now
            return true
        }
        guard isDue, let space = DiskSpace.free(at: plan.url), space < plan.minimumFreeSpace else { return }
        end(AVError(.diskFull, "there are \(space) bytes left on the disk, fewer than the limit"))
    }

    private func endIfDue() {
        let isDue = state.withLock { state in
            guard !state.isOver, let end = state.course.end else { return false }
            return state.tracks.allSatisfy { $0.isOver || $0.last >= end }
        }
        if isDue { finish() }
    }

    private func finish() {
        let (isFirst, isFull, writer) = state.withLock { state in
            defer { state.isOver = true }
            return (!state.isOver, state.course.isFull, state.writer)
        }
        guard isFirst else { return }
        state.withLock { $0.alarm = nil }
        if isFull {
            state.withLock { state in
                let sentence = "the recording is as long as it may be"
                state.reason = state.reason ?? AVError(.maximumDurationReached, sentence)
            }
        }
        let (reason, tracks, course, metadata) = state.withLock { ($0.reason, $0.tracks, $0.course, $0.metadata) }
        events.ending(self, reason)
        guard let writer else {
            let error = reason ?? AVError(.noDataCaptured, "nothing was recorded: no sample came")
            return tell(error.finished(false))
        }
        let end = course.end ?? tracks.map(\.last).max() ?? 0
        let length = Self.time(course.duration(until: end))
        for (index, track) in tracks.enumerated() {
            guard let input = track.input else { continue }
            if var aligner = track.aligner {
                let outputs = aligner.finish()
                if !outputs.isEmpty { _ = append(.sound(outputs, aligner.format), to: index) }
            } else if !track.isSound, writer.status == .writing, let marker = try? SampleMaker.marker(at: length) {
                // How long the last picture is shown.
                _ = input.waitForRoom() && input.append(marker)
            }
        }
        // Other files have to know it before their samples.
        if [.mov, .mp4, .m4v, .m4a].contains(plan.fileType) { writer.setFinalMetadata(metadata) }
        guard writer.status == .writing else { return finished(writer, reason) }
        // Sound alone ends with its last frame, and its files have no other way to say so.
        if plan.tracks.contains(where: { $0.mediaType == .video }) {
            writer.endSession(atSourceTime: writer.budget?.fullTime ?? length)
        }
        if environment.isVirtual {
            writer.finishWritingAndWait()
            finished(writer, reason)
        } else {
            writer.finishWriting { [self] in worker.async { [self] in finished(writer, reason) } }
        }
    }

    private func finished(_ writer: AVAssetWriter, _ reason: AVError?) {
        guard writer.status == .completed else {
            if reason?.code == .maximumFileSizeReached { return tell(reason?.finished(false)) }
            return failed(writer.error as? AVError ?? AVError(.unknown, "the recording cannot be written"))
        }
        if let size = DiskSpace.size(of: plan.url) { figures.withLock { $0.byteCount = size } }
        tell(reason?.finished(true, figures.withLock { $0 }))
    }

    /// The writer has failed: what is there is saved.
    private func fail(_ error: AVError) {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        guard isFirst else { return }
        events.ending(self, error)
        failed(error)
    }

    private func failed(_ error: AVError) {
        let (hasFile, writer) = state.withLock { ($0.writer != nil, $0.writer) }
        withExtendedLifetime(writer) {}
        guard hasFile, plan.fragmentInterval.isNumeric else { return tell(error.finished(false)) }
        let isSaved = AVAssetWriter.recoverMovieAndWait(at: plan.url)
        tell(error.finished(isSaved, figures.withLock { $0 }))
    }

    private func tell(_ error: AVError?) {
        state.withLock { $0.tracks = $0.tracks.map { Track(plan: $0.plan) } }
        events.ended(self, error)
    }
}

extension AVError {
    /// The error with what clients ask: whether there is a good file in spite of it.
    fileprivate func finished(_ isGood: Bool, _ figures: Recording.Figures? = nil) -> AVError {
        var information = userInfo
        information[AVErrorRecordingSuccessfullyFinishedKey] = isGood
        if let figures {
            information[AVErrorTimeKey] = figures.duration
            information[AVErrorFileSizeKey] = figures.byteCount
        }
        return AVError(code, userInfo: information)
    }
}

extension DeviceSoundBlock {
    /// How long it lasts.
    var nanoseconds: Int64 { Int64(frameCount) * 1_000_000_000 / Int64(max(1, format.sampleRate)) }

    /// The frame nearest to a time since its beginning.
    func frame(at nanoseconds: Int64) -> Int {
        let place = (Double(nanoseconds) * Double(format.sampleRate) / 1e9).rounded()
        return min(max(Int(place), 0), frameCount)
    }
}
