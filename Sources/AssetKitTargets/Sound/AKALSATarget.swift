internal import AssetKitBase
internal import AssetKitClocks
internal import CTargets
internal import Foundation
internal import Glibc

/// Plays sound on a sound card, or on what ALSA's configuration puts in its place. An addition to AVFoundation.
///
/// ```swift
/// let target = AKALSATarget(device: "default")
/// let format = try target.open(AKAudioTargetFormat(sampleRate: 48_000, channelCount: 2)) { _ in }
/// print(format.channelCount)
/// target.close()
/// ```
///
/// For machines without a sound server; where there is one, ``AKPulseAudioTarget`` knows better what is heard when. libasound is
/// loaded when a target is opened.
public final class AKALSATarget: AKAudioTarget {
    private struct State {
        var card: SoundCard?
        var events: (@Sendable (AKAudioTargetEvent) -> Void)?
        /// Who plays; nil for nobody.
        var playback: CardPlayback?
        /// Who played last, and may not be through yet where it was stopped by its own source.
        var last: CardPlayback?
    }

    private let device: String
    private let bufferMilliseconds: Int
    private let state = Protected(State())

    /// Makes a target for a device by ALSA's name of it.
    public convenience init(device: String = "default") { self.init(device: device, bufferMilliseconds: 100) }

    /// Makes a target that has so much sound ahead of what is heard, where the device lets it.
    package init(device: String, bufferMilliseconds: Int) {
        (self.device, self.bufferMilliseconds) = (device, bufferMilliseconds)
    }

    deinit { close() }

    /// - Throws: An ``AVError`` with one sentence that names the device.
    public func open(
        _ wish: AKAudioTargetFormat,
        events: @escaping @Sendable (AKAudioTargetEvent) -> Void
    ) throws -> AKAudioTargetFormat {
        close()
        let card = try SoundCard(device, wish.checked(), bufferMilliseconds: bufferMilliseconds)
        state.withLock { state in
            state.card = card
            state.events = events
        }
        return card.format
    }

    public func start(at hostTime: Int64?, _ source: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int) {
        stop()
        state.withLock { state in
            guard let card = state.card, let events = state.events else { return }
            let playback = CardPlayback(card, startsAt: hostTime, source, events)
            playback.begin(after: state.last)
            (state.playback, state.last) = (playback, playback)
        }
    }

    public func stop() {
        let playback = state.withLock { state in
            defer { state.playback = nil }
            return state.playback
        }
        playback?.end()
    }

    public var position: AKAudioTargetPosition? { state.withLock { $0.playback }?.position }

    public func close() {
        stop()
        // The device is given back after the lock is free.
        let card = state.withLock { state in
            defer { (state.card, state.events, state.last) = (nil, nil, nil) }
            return (state.card, state.last)
        }
        withExtendedLifetime(card) {}
    }
}

/// An open device.
///
/// SAFETY: used by one ``CardPlayback`` at a time, on its thread, which has ended before the next one begins.
private final class SoundCard: @unchecked Sendable {
    let raw: OpaquePointer
    let format: AKAudioTargetFormat

    init(_ device: String, _ wish: AKAudioTargetFormat, bufferMilliseconds: Int) throws(AVError) {
        var (rate, channels) = (CInt(wish.sampleRate), CInt(wish.channelCount))
        var text = [CChar](repeating: 0, count: 200)
        let opened = device.withCString {
            ak_card_open($0, &rate, &channels, CInt(bufferMilliseconds), &text, UInt(text.count))
        }
        guard let opened else {
            let reason = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw AVError(.deviceNotConnected, "there is no sound device '\(device)' to play to: \(reason)")
        }
        raw = opened
        format = AKAudioTargetFormat(sampleRate: Int(rate), channelCount: Int(channels))
    }

    deinit { ak_card_close(raw) }
}

/// Playing from one start to the next stop, on a thread of its own.
private final class CardPlayback: Sendable {
    private struct State {
        var isWanted = true
        var hasEnded = false
        var thread: pthread_t?
        var position: AKAudioTargetPosition?
        /// Let go at the end: it may hold the target.
        var source: (@Sendable (UnsafeMutableBufferPointer<Float>) -> Int)?
    }

    private let card: SoundCard
    private let startTime: Int64?
    private let events: @Sendable (AKAudioTargetEvent) -> Void
    private let state: Monitor<State>
    /// How long it waits for room or for sound.
    private static let patience = 0.005

    init(
        _ card: SoundCard,
        startsAt startTime: Int64?,
        _ source: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int,
        _ events: @escaping @Sendable (AKAudioTargetEvent) -> Void
    ) {
        (self.card, self.startTime, self.events) = (card, startTime, events)
        state = Monitor(State(source: source))
    }

    func begin(after last: CardPlayback?) {
        WorkerThread.start("assetkit.alsa") { [self] in
            state.withLock { $0.thread = pthread_self() }
            last?.state.wait { $0.hasEnded ? () : nil }
            if let source = state.withLock({ $0.source }) { play(source) }
            ak_card_drop(card.raw)
            // What the source holds is let go after the lock is free.
            let source = state.withLock { state in
                state.hasEnded = true
                defer { state.source = nil }
                return state.source
            }
            state.announce()
            withExtendedLifetime(source) {}
        }
    }

    /// Stops, and waits until the device is free, unless this is the very thread that plays.
    func end() {
        let isOwnThread = state.withLock { state in
            state.isWanted = false
            state.position = nil
            return state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
        }
        state.announce()
        if !isOwnThread { state.wait { $0.hasEnded ? () : nil } }
    }

    var position: AKAudioTargetPosition? { state.withLock { $0.position } }
    private var isWanted: Bool { state.withLock { $0.isWanted } }

    /// Sound on its way into the device.
    private struct Progress {
        /// Silence that is still to be written, and that was written, before the first frame.
        var silence: Int64
        var written: Int64 = 0
        var isDry = false
    }

    private func play(_ source: @Sendable (UnsafeMutableBufferPointer<Float>) -> Int) {
        let (rate, channels) = (card.format.sampleRate, card.format.channelCount)
        let wait = max((startTime ?? 0) - SystemHostClock.shared.now, 0)
        var progress = Progress(silence: Int64((Double(wait) * Double(rate) / 1e9).rounded(.up)))
        var silenceLeft = progress.silence
        // A fiftieth of a second at a time: there are devices that take whatever there is.
        var buffer = [Float](repeating: 0, count: rate / 50 * channels)
        while isWanted {
            let room = ak_card_wait(card.raw, 20)
            guard check(room, &progress) else { return }
            note(progress)
            let wanted = min(room, buffer.count / channels)
            guard wanted > 0 else { continue }
            var count = wanted
            if silenceLeft > 0 {
                count = Int(min(silenceLeft, Int64(wanted)))
                for index in 0..<(count * channels) { buffer[index] = 0 }
                silenceLeft -= Int64(count)
            } else {
                count = buffer.withUnsafeMutableBufferPointer { buffer in
                    min(max(source(UnsafeMutableBufferPointer(rebasing: buffer[..<(wanted * channels)])), 0), wanted)
                }
                progress.written += Int64(count)
            }
            guard isWanted, write(buffer, count, &progress) else { return }
            // Asked again in a moment, or at once when it is over.
            if count < wanted, silenceLeft == 0 {
                _ = state.wait(until: .now + Self.patience) { $0.isWanted ? nil : () }
            }
        }
    }

    /// Writes all of it: underruns and devices that take little at a time notwithstanding.
    private func write(_ buffer: [Float], _ count: Int, _ progress: inout Progress) -> Bool {
        var done = 0
        while done < count, isWanted {
            let step = buffer.withUnsafeBufferPointer { buffer in
                ak_card_write(card.raw, buffer.baseAddress.map { $0 + done * card.format.channelCount }, count - done)
            }
            guard check(step, &progress) else { return false }
            if step > 0 { (done, progress.isDry) = (done + step, false) }
            if step == 0 { _ = ak_card_wait(card.raw, 20) }
        }
        return true
    }

    /// Whether the device goes on; says what happened to it.
    private func check(_ answer: Int, _ progress: inout Progress) -> Bool {
        guard answer < 0 else { return true }
        state.withLock { $0.position = nil }
        guard isWanted else { return false }
        if answer == -1 {
            if progress.written > 0, !progress.isDry { events(.underrun) }
            progress.isDry = true
            return true
        }
        events(.lost("the sound device is gone: \(String(cString: ak_card_reason(card.raw)))"))
        return false
    }

    /// Notes which frame is heard just now.
    private func note(_ progress: Progress) {
        let delay = ak_card_delay(card.raw)
        guard delay >= 0, progress.written > 0 else { return }
        let now = SystemHostClock.shared.now
        let heard = progress.written - Int64(delay)
        // Of the silence before the first frame some is still to come.
        let ahead = heard < 0 ? -heard * 1_000_000_000 / Int64(card.format.sampleRate) : 0
        state.withLock { state in
            if state.isWanted { state.position = AKAudioTargetPosition(frame: max(heard, 0), hostTime: now + ahead) }
        }
    }
}
