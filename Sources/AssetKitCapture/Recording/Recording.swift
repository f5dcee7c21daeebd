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

    /// A sample that waits for what is settled about it. What becomes of it is nil where it was counted before.
    struct Entry {
        let sample: CapturedSample
        let fate: SampleFate?
    }

    struct Track {
        let plan: RecordingPlan.Track
        var input: AVAssetWriterInput?
        var aligner: SoundAligner?
        var pending = Fifo<Entry>()
        /// When the first sample came, and up to when there are some.
        var first: Int64?
        var last = Int64.min
        /// How far it has come: the same, unless its clock is ahead.
        var reach = Int64.min
        var isOver = false
        var patience = SourcePatience()
        /// When the last picture is shown, in ticks of the file.
        var lastTick = Int64.min
        /// The newest picture, lost or not.
        var newestPicture: Int64?
        /// Pictures that are lost, until it is known whether the recording has begun by then.
        var losses: [PictureLoss] = []

        var isSound: Bool { plan.mediaType == .audio }
    }

    struct State {
        var tracks: [Track]
        var course: RecordingCourse
        var writer: AVAssetWriter?
        /// Which file the writer makes.
        var file: FileIdentity?
        var isOver = false
        var reason: AVError?
        var alarm: HostAlarm?
        var lastSpaceCheck = Int64.min
        /// It is the disk that says how large the file may be, and not the client.
        var isShortOfSpace = false
        var metadata: [AVMetadataItem]
        var timed: [TimedTrack]
    }

    /// What others see of it.
    struct Figures {
        var duration = CMTime.zero
        var byteCount: Int64 = 0
        var isPaused = false
        /// What waits for the worker, of each track.
        var intakes: [SampleIntake] = []
    }

    let plan: RecordingPlan
    /// When it was asked for.
    let asked: Int64
    let environment: HostEnvironment
    let worker: any SerialWorker
    let events: Events
    let state: Protected<State>
    let figures: Protected<Figures>

    /// Pictures that wait for longer than this are left out.
    static let patience: Int64 = 500_000_000
    /// The same of sound, which is small, and whose gaps are heard.
    static let patienceWithSound: Int64 = 5_000_000_000

    init(
        _ plan: RecordingPlan,
        _ beginning: RecordingCourse.Beginning,
        asked: Int64,
        in environment: HostEnvironment,
        on worker: any SerialWorker,
        _ events: Events
    ) {
        (self.plan, self.asked, self.environment, self.events) = (plan, asked, environment, events)
        self.worker = worker
        let hasPictures = plan.tracks.contains { $0.mediaType == .video }
        let course = RecordingCourse(
            beginning,
            asked: asked,
            hasPictures: hasPictures,
            limit: plan.maximumDuration,
            isWatched: plan.isWatched
        )
        state = Protected(
            State(
                tracks: plan.tracks.map { track in
                    var made = Track(plan: track)
                    let counts = track.connection.akStatistics
                    if counts.produced > 0 { made.patience.saw(counts.latency) }
                    return made
                },
                course: course,
                metadata: plan.metadata,
                timed: plan.timed.map { TimedTrack(connection: $0.connection, format: $0.format) }
            )
        )
        let intakes = plan.tracks.map { track in
            SampleIntake(
                capacity: track.mediaType == .audio ? Self.patienceWithSound : Self.patience + max(1, track.period)
            )
        }
        figures = Protected(Figures(intakes: intakes))
    }

    var connections: [AVCaptureConnection] { plan.tracks.map(\.connection) + plan.timed.map(\.connection) }
    var current: Figures { figures.withLock { $0 } }

    // MARK: From other threads

    /// Takes a sample, on the device's thread. What becomes of it is nil where it was counted before.
    func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection, _ fate: SampleFate?) {
        guard let index = plan.tracks.firstIndex(where: { $0.connection === connection }) else { return }
        let length = sample.sound?.nanoseconds ?? max(1, plan.tracks[index].period)
        let (isAdmitted, refusal, count) = figures.withLock { figures in
            let device = sample.sample
            let (isAdmitted, refusal) = figures.intakes[index].admit(
                sample.sound?.frameCount ?? 1,
                length: length,
                at: device.hostTime,
                lostCount: device.lostCount
            )
            return (isAdmitted, refusal, figures.intakes[index].sampleCount)
        }
        connection.count { $0.highWater = max($0.highWater, count) }
        guard isAdmitted else {
            fate?.becomes(.late)
            return
        }
        let lateness = environment.host.now - sample.sample.hostTime
        worker.async { [self] in
            take(Entry(sample: refusal.map(sample.behind) ?? sample, fate: fate), index, lateness, behind: refusal)
            figures.withLock { $0.intakes[index].leave(length: length) }
        }
    }

    /// `isExact`: with the very sample of that time, and not with the next picture.
    func pause(at time: Int64, isExact: Bool) { change { $0.pause(at: time, isExact: isExact) } }

    func resume(at time: Int64, isExact: Bool) { change { $0.resume(at: time, isExact: isExact) } }

    private func change(_ body: @escaping @Sendable (inout RecordingCourse) -> Void) {
        worker.async { [self] in
            let (before, after) = state.withLock { state in
                let before = state.course.isPaused
                // While its file is completed, nobody is told of anything but that.
                if !state.isOver { body(&state.course) }
                return (before, state.course.isPaused)
            }
            guard before != after else { return }
            figures.withLock { $0.isPaused = after }
            events.paused(self, after)
        }
    }

    /// Another recording begins with the first picture from a time on. That is said before anything of then comes; `stop(at:)`, which
    /// says it too, waits for its turn, as may what ends it earlier. Answers whether this one has begun, and goes on up to there.
    func handOver(at time: Int64) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            let goesOn = state.course.start != nil && !state.course.isStopped
            state.course.stop(at: time, withPicture: true)
            return goesOn
        }
    }

    /// Ends it with what was captured until a time, as soon as that has come. `isHandover`: another recording begins there, with the
    /// picture that would be the next one.
    func stop(at time: Int64, isHandover: Bool = false, because reason: AVError? = nil) {
        worker.async { [self] in
            let isFirst = state.withLock { state in
                guard !state.isOver, state.alarm == nil else { return false }
                state.course.stop(at: time, withPicture: isHandover)
                state.reason = state.reason ?? reason
                return true
            }
            guard isFirst else { return }
            let patience = state.withLock { $0.tracks.map(\.patience.atEnd).max() } ?? Self.patience
            let wait = patience + (isHandover ? longestPeriod : 0)
            let alarm = environment.host.alarm(at: max(environment.host.now, time).addingClamped(wait)) { [weak self] in
                self?.giveUp()
            }
            state.withLock { $0.alarm = alarm }
            advance()
        }
    }

    /// How far away the picture may be with which another recording takes over.
    private var longestPeriod: Int64 {
        let periods = plan.tracks.filter { $0.mediaType == .video }.map(\.period)
        return min(periods.max() ?? 0, 10_000_000_000)
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
        // Its end comes first: where nothing is left to wait for, one of which no other is known ends as long as it may be.
        stop(at: environment.host.now, because: reason)
        worker.async { [self] in
            state.withLock { state in
                state.tracks[index].isOver = true
                // Nothing else comes that it could wait for.
                if state.tracks.allSatisfy(\.isOver) { state.course.giveUpOnPictures() }
            }
            advance()
        }
    }

    /// Ends it before it has begun.
    func refuse(_ error: AVError) {
        worker.async { [self] in fail(error) }
    }

    /// What is to be said about it when it is complete.
    func setMetadata(_ metadata: [AVMetadataItem]) {
        worker.async { [self] in
            let writer = state.withLock { state in
                state.metadata = metadata
                return state.isOver ? nil : state.writer
            }
            // So that it is counted from now on. What is wrong with it is told at the end.
            if let writer, saysMetadataLast { _ = try? writer.setFinalMetadata(metadata) }
        }
    }

    /// Other files have to know it before their samples.
    var saysMetadataLast: Bool { [.mov, .mp4, .m4v, .m4a].contains(plan.fileType) }

    // MARK: The worker

    private func take(_ entry: Entry, _ index: Int, _ lateness: Int64, behind refusal: SampleIntake.Refusal?) {
        let sample = entry.sample
        let isOver = state.withLock { state in
            guard !state.isOver else { return true }
            let time = sample.sample.hostTime
            let end = time + (sample.sound.map { $0.nanoseconds } ?? 0)
            state.tracks[index].patience.saw(lateness)
            if sample.sound == nil {
                if let refusal { state.tracks[index].note(refusal) }
                state.tracks[index].noteLoss(of: sample.sample.lostCount, before: time)
            }
            state.tracks[index].first = state.tracks[index].first ?? time
            state.tracks[index].last = max(state.tracks[index].last, end)
            // Nothing is seen or heard later than it comes.
            state.tracks[index].reach = max(state.tracks[index].reach, min(end, time + lateness))
            state.tracks[index].pending.append(entry)
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
        if let leader { leader.pending.forEach { pictures.append($0.sample.sample.hostTime) } }
        state.course.settleStart(
            pictures: pictures,
            period: leader?.plan.period ?? 0,
            sounds: state.tracks.filter(\.isSound).map { $0.isOver ? .min : $0.first },
            now: state.tracks.map(\.last).max() ?? .min
        )
        // Pictures from before are of no use, and would fill memory while nothing comes for sound.
        let asked = state.course.asked
        for index in state.tracks.indices where !state.tracks[index].isSound {
            while let first = state.tracks[index].pending.first, first.sample.sample.hostTime < asked {
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
                if case .picture = output, !padSound() { return }
            }
        }
        countLosses()
        guard padSound(), appendMetadata() else { return }
        report()
        endIfDue()
    }

    /// Something to append, with its place in the recording.
    enum Output {
        case picture(Entry, at: Int64)
        case sound([SoundAligner.Output], DeviceSoundFormat)
        case nothing
    }

    /// What of a track is settled and next; nil for nothing.
    private func next(_ index: Int) -> Output? {
        state.withLock { state in
            guard let entry = state.tracks[index].pending.first else { return nil }
            let sample = entry.sample.sample
            guard let sound = sample.sound else {
                _ = state.tracks[index].pending.popFirst()
                guard let place = state.course.place(of: sample.hostTime), state.tracks[index].hasRoom(at: place) else {
                    return .nothing
                }
                return .picture(entry, at: place)
            }
            let range = sample.hostTime..<sample.hostTime + max(1, sound.nanoseconds)
            // Sound waits as a whole for what is not settled within it.
            guard range.upperBound <= state.course.horizon else { return nil }
            _ = state.tracks[index].pending.popFirst()
            return take(sound, of: entry, range, &state, index)
        }
    }

    /// Hands samples to the writer; false when that is over.
    func append(_ output: Output, to index: Int) -> Bool {
        guard let input = state.withLock({ $0.tracks[index].input }) else { return true }
        do {
            switch output {
            case .nothing: return true
            case .picture(let entry, let place):
                let picture: CVPixelBuffer
                do {
                    picture = try entry.sample.picture()
                } catch {
                    // A broken picture is left out, and the one before it stays.
                    entry.fate?.becomes(.broken)
                    plan.tracks[index].connection.count { $0.missing += 1 }
                    return true
                }
                try append(try SampleMaker.picture(picture, at: Self.time(place)), to: input)
                entry.fate?.becomes(.delivered)
            case .sound(let outputs, let format): try append(outputs, format, to: input)
            }
            return true
        } catch {
            if case .picture(let entry, _) = output { entry.fate?.becomes(.abandoned) }
            fail(error as? AVError ?? AVError(.unknown, "\(error)"))
            return false
        }
    }

    func append(_ buffer: CMSampleBuffer, to input: AVAssetWriterInput) throws {
        guard input.waitForRoom(), input.append(buffer) else {
            throw state.withLock { $0.writer?.error as? AVError }
                ?? AVError(.unknown, "the recording cannot be written")
        }
    }

    static func time(_ nanoseconds: Int64) -> CMTime { CMTime(value: nanoseconds, timescale: 1_000_000_000) }
}
