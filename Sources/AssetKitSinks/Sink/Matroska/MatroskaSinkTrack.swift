internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// A block that waits to be written.
struct MatroskaPending {
    var track: Int
    var block: MatroskaFileWriter.Block
    var durationTicks: UInt64
    /// It does not last as long as the track's default duration.
    var differsFromDefault: Bool
    var head: [UInt8] = []
    var data: CMBlockBuffer
    var skippedBytes = 0
}

/// A track of a Matroska file that is being made: what its header says, and how samples become blocks. Not Sendable:
/// the sink owns it.
final class MatroskaSinkTrack {
    /// What a block is like.
    enum Kind {
        case picture
        case sound
        /// Text and the like: each block says how long it lasts.
        case other
    }

    let kind: Kind
    let entry: MatroskaTrackEntry
    /// Samples of the track differ in duration, or it is not known whether they do.
    let lastNeedsDuration: Bool
    private let format: SinkFormat
    /// Matroska stores of a sample something else than what it holds.
    private let isAdapted: Bool
    /// How much later than they are heard the samples' times are stored.
    private let delay: CMTime
    /// Frames at the start of the sound that are not to be heard and that its decoder does not drop by itself.
    private var primingLeft: Int
    private(set) var ending: SinkEdits.Track
    /// How many blocks wait to be written.
    var waitingCount = 0

    init(_ track: SinkTrack, number: UInt64) throws {
        guard let first = track.formats.first, let format = SinkFormat(first) else {
            throw MediaSinks.refusal("track \(number) has no description that Matroska has a name for")
        }
        let others = track.formats.dropFirst().map { SinkFormat($0) }
        guard others.allSatisfy({ $0?.codec == format.codec && $0?.codecPrivate == format.codecPrivate }) else {
            throw MediaSinks.refusal(
                "track \(number) has samples of several descriptions, and a Matroska track has one; encode it anew"
            )
        }
        self.format = format
        isAdapted = [MediaCodec.proRes, .webVTT, .subRip, .ass].contains(format.codec)
        kind = track.mediaType == .video ? .picture : track.mediaType == .audio ? .sound : .other
        let rate = CMTimeScale(clamping: max(1, format.sampleRate))
        let isSound = track.mediaType == .audio
        delay = isSound ? CMTime(value: Int64(track.priming), timescale: rate) : .zero
        // The decoder of Opus drops what its header says; for all others the blocks do.
        primingLeft = isSound && format.codec != .opus ? track.priming : 0
        ending = SinkEdits.Track(mediaType: track.mediaType, end: .invalid, lastDuration: .zero)
        entry = try MatroskaSinkTrack.entry(track, format, number: number, delay: delay)
        lastNeedsDuration = kind == .picture || (kind == .sound && entry.defaultDuration == nil)
    }

    // MARK: Blocks

    /// Queues the blocks for a sample: none where all of it comes before zero.
    func queue(_ sample: SinkSample, track: Int, in queue: inout Fifo<MatroskaPending>) throws {
        let (length, trimmed) = try length(sample)
        let start = sample.presentationTime + delay
        var ticks = SinkTimes.ticks(start, 1000)
        let endTicks = SinkTimes.ticks(start + length, 1000)
        var padding: Int64?
        if kind == .sound {
            guard let discarded = discarded(trimmed, start: start, length: length, ticks: ticks) else { return }
            padding = discarded == 0 ? nil : discarded
        } else if ticks < 0 {
            guard kind != .picture else {
                throw MediaSinks.refusal("a Matroska file cannot hide pictures before the beginning")
            }
            guard endTicks > 0 else { return }
        }
        ticks = max(0, ticks)
        note(sample, length: length, trimmed: trimmed)
        let duration = UInt64(max(0, endTicks - ticks))
        var block = MatroskaFileWriter.Block(track: entry.number, ticks: ticks)
        block.isKey = kind != .picture || sample.isSync
        block.isDisposable = sample.othersDependOnIt == false && !block.isKey
        block.discardPadding = padding
        if !sample.additions.isEmpty { block.additions = sample.additions.map { ($0.number, $0.bytes) } }
        // Players take it that a picture lasts as long as all do, unless its block says otherwise.
        if kind == .other || sample.isCutShort && differs(length) { block.durationTicks = duration }
        let pending = MatroskaPending(
            track: track,
            block: block,
            durationTicks: duration,
            differsFromDefault: differs(length),
            data: sample.data
        )
        guard isAdapted else {
            waitingCount += 1
            return queue.append(pending)
        }
        for adapted in try adapted(pending) {
            waitingCount += 1
            queue.append(adapted)
        }
    }

    /// How long a sample lasts, with what of it is not to be heard, and how many frames at its end these are.
    private func length(_ sample: SinkSample) throws -> (CMTime, Int) {
        let stated = CMTimeMultiply(sample.duration, multiplier: Int32(clamping: sample.count))
        guard kind == .sound, !format.isLinear, format.sampleRate > 0,
            let frames = try sample.data.withBytes({ SinkTimes.frameCount($0, of: format) })
        else { return (stated, sample.trimmedFramesAtEnd) }
        let length = CMTime(value: Int64(frames), timescale: CMTimeScale(format.sampleRate))
        return (length, SinkTimes.trimmedFrames(sample, of: frames, format))
    }

    private func note(_ sample: SinkSample, length: CMTime, trimmed: Int) {
        var end = sample.presentationTime + length
        if trimmed > 0, format.sampleRate > 0 {
            end = end - CMTime(value: Int64(trimmed), timescale: CMTimeScale(format.sampleRate))
        }
        if !ending.end.isNumeric || end > ending.end {
            ending.end = end
            ending.lastDuration = sample.duration
        }
    }

    private func differs(_ length: CMTime) -> Bool {
        guard let usual = entry.defaultDuration else { return true }
        return abs(SinkTimes.ticks(length, 1_000_000_000) - Int64(usual)) >= 500_000
    }

    /// Nanoseconds of a sample that are not to be heard, below zero at its start; nil where all of it is left out.
    private func discarded(_ trimmed: Int, start: CMTime, length: CMTime, ticks: Int64) -> Int64? {
        let rate = Int32(clamping: max(1, format.sampleRate))
        let frames = Int(SinkTimes.ticks(length, rate))
        var atStart = min(primingLeft, frames)
        primingLeft -= atStart
        // A decoder makes nothing of the first packet of Vorbis: the second one overlaps it.
        if format.codec == .vorbis, !ending.end.isNumeric { atStart = 0 }
        // Times from containers that round them may be a millisecond early.
        if ticks < -1 {
            guard start + length > .zero else { return nil }
            atStart = max(atStart, Int(SinkTimes.ticks(.zero - start, rate)))
        }
        func nanoseconds(_ frames: Int) -> Int64 {
            SinkTimes.ticks(CMTime(value: Int64(frames), timescale: rate), 1_000_000_000)
        }
        return trimmed > 0 ? nanoseconds(trimmed) : -nanoseconds(atStart)
    }

    /// What Matroska stores of a sample where that is not all of it, or more.
    private func adapted(_ pending: MatroskaPending) throws -> [MatroskaPending] {
        var pending = pending
        switch format.codec {
        case .proRes:
            // Its frames lose the size and the name that QuickTime puts before them.
            let hasHead = try pending.data.withBytes { $0.dropFirst(4).starts(with: Array("icpf".utf8)) }
            pending.skippedBytes = hasHead ? 8 : 0
        case .webVTT:
            // An identifier and settings come before the text, a line each.
            guard let cues = try pending.data.withBytes({ WebVTTSample.cues(Array($0)) }) else {
                pending.head = [0x0A, 0x0A]
                break
            }
            return try cues.map { cue in
                var result = pending
                result.head = Array("\(cue.identifier)\n\(cue.settings)\n".utf8)
                result.data = try CMBlockBuffer(copying: Data(cue.text.utf8))
                return result
            }
        case .subRip, .ass:
            // A moment without text needs no block.
            guard pending.data.dataLength > 0 else { return [] }
        default: break
        }
        return [pending]
    }
}
