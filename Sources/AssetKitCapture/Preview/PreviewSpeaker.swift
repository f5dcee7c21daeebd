internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitTargets
internal import Foundation

/// Lets captured sound be heard on a target, which is opened for the first block of it and closed when no more comes.
///
/// SAFETY: only jobs of the worker touch the target that is open and the converter; the rest is behind a lock.
final class PreviewSpeaker: @unchecked Sendable {
    private struct State {
        var target: (any AKAudioTarget)?
        var volume: Float = 1
        var buffer: PreviewBuffer?
        /// Blocks on their way to the worker.
        var waiting = 0
        var worker: (any SerialWorker)?
        /// A target that has failed is not tried again before another one is set, or the session starts anew.
        var obstacle: String?
    }

    /// A target that is open.
    private struct Playing {
        let target: any AKAudioTarget
        let source: DeviceSoundFormat
        let format: AKAudioTargetFormat
        let converter: PreviewConverter
    }

    private let state = Protected(State())
    private var playing: Playing?

    /// So many blocks may wait for the worker: a target that takes long to open holds up nobody.
    private static let patience = 50

    deinit { playing?.target.close() }

    var target: (any AKAudioTarget)? { state.withLock { $0.target } }
    var obstacle: String? { state.withLock { $0.obstacle } }

    var volume: Float {
        get { state.withLock { $0.volume } }
        set { state.withLock { $0.volume = newValue > 0 ? min(newValue, 1) : 0 } }
    }

    /// Is heard on another target from the next block on.
    func setTarget(_ target: (any AKAudioTarget)?) {
        let worker = state.withLock { state in
            (state.target, state.obstacle) = (target, nil)
            return state.worker
        }
        worker?.async { [weak self] in self?.closeIfReplaced() }
    }

    /// Takes a block, on the device's thread.
    func hear(_ sound: DeviceSoundBlock, _ connection: AVCaptureConnection, in environment: HostEnvironment) {
        typealias Count = WritableKeyPath<AKCaptureStatistics, Int>
        let (loss, worker) = state.withLock { state -> (Count?, (any SerialWorker)?) in
            guard state.target != nil else { return (\.unwanted, nil) }
            guard state.obstacle == nil else { return (\.abandoned, nil) }
            guard state.waiting < Self.patience else { return (\.late, nil) }
            state.waiting += 1
            let worker = state.worker ?? environment.worker("assetkit.capture.speaker")
            state.worker = worker
            return (nil, worker)
        }
        if let loss { return connection.count { $0[keyPath: loss] += 1 } }
        worker?.async { [weak self] in self?.play(sound, connection) }
    }

    /// Nothing follows: the target is closed, and what was in its way is forgotten.
    func rest() {
        let worker = state.withLock { state in
            state.obstacle = nil
            return state.worker
        }
        worker?.async { [weak self] in self?.close() }
    }

    // MARK: The worker

    private func play(_ sound: DeviceSoundBlock, _ connection: AVCaptureConnection) {
        let target = state.withLock { state in
            state.waiting -= 1
            return state.target
        }
        do {
            guard let target, let playing = try open(target, for: sound.format) else {
                return connection.count { $0.abandoned += 1 }
            }
            let samples = try playing.converter.convert(sound)
            state.withLock { $0.buffer?.put(samples[...]) }
            connection.count { $0.delivered += 1 }
        } catch {
            let reason = AVError.explanation(of: error).1
            state.withLock { $0.obstacle = reason }
            connection.count { $0.outOfBuffers += 1 }
            close()
        }
    }

    private func open(_ target: any AKAudioTarget, for source: DeviceSoundFormat) throws -> Playing? {
        if let playing, playing.target === target, playing.source == source { return playing }
        close()
        guard state.withLock({ $0.obstacle == nil }) else { return nil }
        let wish = AKAudioTargetFormat(sampleRate: source.sampleRate, channelCount: source.channelCount)
        let format = try target.open(wish) { [weak self] event in
            if case .lost(let reason) = event { self?.state.withLock { $0.obstacle = reason } }
        }
        let opened = Playing(
            target: target,
            source: source,
            format: format,
            converter: try PreviewConverter(from: source, to: format)
        )
        playing = opened
        // A quarter of a second at most, and half of a tenth to begin with.
        let buffer = PreviewBuffer(
            channelCount: format.channelCount,
            capacity: format.sampleRate / 4,
            cushion: format.sampleRate / 20
        )
        state.withLock { $0.buffer = buffer }
        target.start(at: nil) { [weak self] samples in self?.fill(samples) ?? 0 }
        return opened
    }

    /// On the target's thread.
    private func fill(_ samples: UnsafeMutableBufferPointer<Float>) -> Int {
        state.withLock { state in
            let volume = state.volume
            return state.buffer?.take(into: samples, volume: volume) ?? 0
        }
    }

    private func closeIfReplaced() {
        guard let playing, playing.target !== target else { return }
        close()
    }

    private func close() {
        let target = playing?.target
        playing = nil
        state.withLock { $0.buffer = nil }
        target?.stop()
        target?.close()
    }
}
