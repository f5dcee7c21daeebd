internal import AssetKitBase
package import AssetKitClocks
public import Foundation

/// Writes what would be heard into a WAV file, at the pace of the host clock. An addition to AVFoundation.
///
/// ```swift
/// let target = AKWaveFileTarget(url: URL(filePath: "heard.wav"), overwrites: true)
/// _ = try target.open(AKAudioTargetFormat(sampleRate: 48_000, channelCount: 2)) { event in
///     if case .lost(let reason) = event { print(reason) }
/// }
/// target.start(at: nil) { samples in
///     samples.update(repeating: 0)
///     return samples.count / 2
/// }
/// // Now the file is there.
/// target.close()
/// ```
///
/// Samples are stored as they come, in 32-bit floating-point numbers. Silence of underruns and pauses is left out, and what is
/// stopped before it is heard. The file has its name only when the target is closed, and is not there at all when it was lost,
/// as when the disk is full, or ``discard()``ed. Above 4 GiB it becomes an RF64 file.
public final class AKWaveFileTarget: AKAudioTarget {
    private struct State {
        var open: Opened?
        var isDiscarded = false
    }
    private struct Opened {
        let file: TargetFile
        let sound: PacedSound
        let events: @Sendable (AKAudioTargetEvent) -> Void
        var header: WaveHeader
        var buffer: [Float] = []
        var offset: Int64

        mutating func add(_ samples: UnsafeBufferPointer<Float>, flushingFrom size: Int) throws {
            buffer.append(contentsOf: samples)
            header.frameCount += Int64(samples.count / header.format.channelCount)
            if buffer.count >= size { try flush() }
        }

        mutating func flush() throws {
            try buffer.withUnsafeBytes { try file.write($0, at: offset) }
            offset += Int64(buffer.count * 4)
            buffer.removeAll(keepingCapacity: true)
        }
    }
    private static let bufferSize = 1 << 16

    private let host: any HostClock
    private let path: String
    private let overwrites: Bool
    private let quantum: Duration
    private let mostBytes: Int64
    private let state = Protected(State())

    /// Will write to a file. Where there is one of that name already, opening the target is refused unless it `overwrites`.
    public convenience init(url: URL, overwrites: Bool = false) {
        self.init(host: SystemHostClock.shared, url: url, overwrites: overwrites)
    }

    /// Will write at the pace of a clock that may be virtual. `mostBytes`: of what size on the file is RF64.
    package init(
        host: any HostClock,
        url: URL,
        overwrites: Bool = false,
        quantum: Duration = .milliseconds(10),
        mostBytes: Int64 = Int64(UInt32.max)
    ) {
        (self.host, self.path, self.overwrites) = (host, url.relativePath, overwrites)
        (self.quantum, self.mostBytes) = (quantum, mostBytes)
    }

    deinit { state.withLock { $0.open }?.sound.stop() }

    public func open(
        _ wish: AKAudioTargetFormat,
        events: @escaping @Sendable (AKAudioTargetEvent) -> Void
    ) throws -> AKAudioTargetFormat {
        close()
        let format = try wish.checked()
        let file = try TargetFile(for: path, replaces: overwrites)
        // As far ahead as devices are, so that a late alarm is no underrun on a busy machine either.
        let settings = PacedSound.Settings(format: format, latency: quantum * 10, quantum: quantum)
        let listener: PacedSound.Listener = { [weak self] samples, _, _ in self?.add(samples) }
        let sound = PacedSound(host: host, settings: settings, listener: listener) { events(.underrun) }
        let header = WaveHeader(format: format, mostBytes: mostBytes)
        let isWanted = state.withLock { state in
            guard !state.isDiscarded else { return false }
            let offset = Int64(header.byteCount)
            state.open = Opened(file: file, sound: sound, events: events, header: header, offset: offset)
            return true
        }
        // Players open targets on threads of their own, and may be about to while somebody gives up.
        guard isWanted else { throw AVError(.operationInterrupted, "'\(path)' is no longer wanted") }
        return format
    }

    public func start(at hostTime: Int64?, _ source: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int) {
        state.withLock { $0.open }?.sound.start(at: hostTime, source)
    }

    public func stop() {
        state.withLock { $0.open }?.sound.stop()
    }

    public var position: AKAudioTargetPosition? { state.withLock { $0.open }?.sound.position }

    /// Completes the file and gives it its name. Where that cannot be done, the target is lost.
    public func close() {
        stop()
        let opened = state.withLock { state in
            defer { state.open = nil }
            return state.open
        }
        guard var opened else { return }
        do {
            try opened.flush()
            try opened.header.data.withUnsafeBytes { try opened.file.write($0, at: 0) }
            try opened.file.publish()
        } catch {
            opened.events(.lost("\(error)"))
        }
    }

    /// Gives up what was written: there is no file, and one that was to be replaced is what it was. It cannot be opened again.
    public func discard() {
        let opened = state.withLock { state in
            defer { (state.open, state.isDiscarded) = (nil, true) }
            return state.open
        }
        opened?.sound.stop()
    }

    private func add(_ samples: UnsafeBufferPointer<Float>) {
        let lost = state.withLock { state -> (Opened, any Error)? in
            guard state.open != nil else { return nil }
            do {
                try state.open?.add(samples, flushingFrom: Self.bufferSize)
                return nil
            } catch {
                defer { state.open = nil }
                return state.open.map { ($0, error) }
            }
        }
        guard let (opened, error) = lost else { return }
        // On this thread the sound is being handed over just now; it is stopped with its last owner.
        opened.events(.lost("\(error)"))
    }
}
