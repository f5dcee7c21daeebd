internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
internal import Foundation

/// Shows a file output's samples to its delegate, one at a time and before anything else becomes of them. What the delegate asks for
/// during a call holds from that very sample on.
final class SampleGate: Sendable {
    typealias Entry = (sample: CapturedSample, connection: AVCaptureConnection)

    private struct State {
        weak var delegate: (any AVCaptureFileOutputDelegate)?
        /// It wants to see samples also while nothing is recorded.
        var isExact = false
        var worker: (any SerialWorker)?
        /// How many pictures wait for it, and how many blocks of sound.
        var waiting = (pictures: 0, sounds: 0)
        /// How many samples are on their way through the worker.
        var passing = 0
        /// What has passed of late: a recording may begin within sound that came before its first picture, and the other way round.
        var sounds = Fifo<Entry>()
        var pictures: [Entry] = []
        /// Who is called with what.
        var call: (thread: pthread_t, time: Int64)?
    }

    private let state = Protected(State())
    private let shaper = Protected(PictureShaper())

    /// For so long sound may have come before the picture that it belongs to, and so many pictures before the sound: they are large.
    private static let (reach, pictureCount): (Int64, Int) = (1_000_000_000, 2)
    /// So many pictures may wait for the delegate, and so many blocks of sound.
    private static let patience = (pictures: 15, sounds: 200)

    var delegate: (any AVCaptureFileOutputDelegate)? { state.withLock { $0.delegate } }

    /// Samples go this way: as long as there is a delegate, and behind those that still wait when there is none any more.
    var isInUse: Bool { state.withLock { $0.delegate != nil || $0.passing > 0 } }

    /// The delegate may turn at any sample.
    var isExact: Bool { state.withLock { $0.delegate != nil && $0.isExact } }

    func setDelegate(_ delegate: (any AVCaptureFileOutputDelegate)?, isExact: Bool) {
        state.withLock { state in
            (state.delegate, state.isExact) = (delegate, isExact)
            if delegate == nil { (state.sounds, state.pictures) = (Fifo(), []) }
        }
    }

    /// The time of the sample that the delegate is called with, on the thread of that call; nil on others.
    var exactTime: Int64? {
        state.withLock { state in
            guard let call = state.call, pthread_equal(call.thread, pthread_self()) != 0 else { return nil }
            return call.time
        }
    }

    /// What has passed already of the time since a moment.
    func recent(since time: Int64) -> [Entry] {
        let (sounds, pictures) = state.withLock { ($0.sounds, $0.pictures) }
        var entries = pictures.filter { $0.sample.sample.hostTime >= time }
        sounds.forEach { entry in
            let end = entry.sample.sample.hostTime + (entry.sample.sound?.nanoseconds ?? 0)
            if end > time { entries.append(entry) }
        }
        return entries
    }

    /// Shows a sample to the delegate, and passes it on behind that. Called on the device's thread.
    func pass(
        _ sample: CapturedSample,
        _ connection: AVCaptureConnection,
        of output: AVCaptureFileOutput,
        _ pass: @escaping @Sendable () -> Void
    ) {
        let isPicture = sample.sound == nil
        let worker: (any SerialWorker)? = state.withLock { state in
            let (waiting, patience) = (state.waiting, Self.patience)
            let hasRoom =
                isPicture ? waiting.pictures < patience.pictures : waiting.sounds < patience.sounds
            guard hasRoom else { return nil }
            guard let worker = state.worker ?? output.session?.environment.worker("assetkit.capture.file.samples")
            else { return nil }
            if isPicture { state.waiting.pictures += 1 } else { state.waiting.sounds += 1 }
            state.passing += 1
            state.worker = worker
            return worker
        }
        guard let worker else { return connection.count { $0.late += 1 } }
        worker.async { [weak output] in
            self.state.withLock { if isPicture { $0.waiting.pictures -= 1 } else { $0.waiting.sounds -= 1 } }
            defer { self.state.withLock { $0.passing -= 1 } }
            guard let output else { return }
            self.show(sample, connection, of: output)
            pass()
            self.remember((sample, connection))
        }
    }

    private func show(_ sample: CapturedSample, _ connection: AVCaptureConnection, of output: AVCaptureFileOutput) {
        let (delegate, isExact) = state.withLock { ($0.delegate, $0.isExact) }
        guard let delegate, isExact || output.isRecording, let buffer = try? buffer(of: sample) else { return }
        state.withLock { $0.call = isExact ? (pthread_self(), sample.sample.hostTime) : nil }
        delegate.fileOutput(output, didOutputSampleBuffer: buffer, from: connection)
        state.withLock { $0.call = nil }
    }

    /// A picture that is broken is shown to nobody, and so is one for which there is no room since the delegate keeps too many.
    private func buffer(of sample: CapturedSample) throws -> CMSampleBuffer {
        if let sound = sample.sound { return try SampleMaker.sound(sound, at: sample.time) }
        let picture = try shaper.withLock { try $0.shape(sample, format: nil, size: nil, turn: CaptureTurn()) }
        return try SampleMaker.picture(picture, at: sample.time)
    }

    private func remember(_ entry: Entry) {
        let oldest = entry.sample.sample.hostTime - Self.reach
        state.withLock { state in
            guard state.delegate != nil else { return }
            guard entry.sample.sound != nil else {
                state.pictures = state.pictures.suffix(Self.pictureCount - 1) + [entry]
                return
            }
            state.sounds.append(entry)
            while let first = state.sounds.first, first.sample.sample.hostTime < oldest { _ = state.sounds.popFirst() }
        }
    }
}
