internal import AssetKitISOMedia
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Samples that wait for the next fragment, and the fragments made of them.
struct ISOFragmentQueue {
    /// A row of the table and the bytes of its samples.
    private struct Waiting {
        let row: ISOWrittenTable.Sample
        let format: Int
        /// The same buffer may belong to several rows, each with a range of it.
        let data: CMBlockBuffer
        let range: Range<Int>

        /// When it is shown.
        var shown: Int64 { row.decodeTicks + Int64(row.compositionOffset) }
        /// Until when it is shown, as it said itself.
        let shownEnd: Int64
    }

    /// What a fragment adds to a track once its bytes are in the file.
    struct TrackFragment {
        let track: Int
        let format: Int
        let rows: [ISOWrittenTable.Sample]
        /// From when to when its samples are shown, in ticks.
        let shown: Range<Int64>
        /// Where its samples lie, counted from the beginning of the fragment.
        let offset: Int
    }

    /// A fragment whose bytes are ready.
    struct Fragment {
        var bytes: [UInt8]
        let parts: [TrackFragment]
    }

    private(set) var tracks: [ISOSinkTrack]
    private var waiting: [[Waiting]]
    /// What is added to decode times so that none is negative, and taken from offsets.
    private var shifts: [Int64?]
    /// The times of samples that are zero on the media's timeline of the fragments.
    private(set) var mediaZeros: [Int64]
    /// Where the last sample of each track ends, and begins.
    private(set) var ends: [CMTime?]
    private(set) var lastTicks: [Int64?]
    private(set) var waitingBytes = 0
    private(set) var sequenceNumber: UInt32 = 0

    /// With `tellsPriming`, what sound has before its beginning lies before the media's zero, and an edit leaves it out.
    init(_ tracks: [ISOSinkTrack], tellsPriming: Bool = true) {
        self.tracks = tracks
        waiting = Array(repeating: [], count: tracks.count)
        shifts = Array(repeating: nil, count: tracks.count)
        ends = Array(repeating: nil, count: tracks.count)
        lastTicks = Array(repeating: nil, count: tracks.count)
        mediaZeros = tracks.map { track in
            let rate = track.plan.formats[0].audio?.basic.wholeSampleRate ?? 0
            guard tellsPriming, track.plan.priming > 0, rate >= 1 else { return 0 }
            let ticks = try? SinkTicks.ticks(Int64(track.plan.priming), from: Int64(rate), to: Int64(track.timescale))
            return -(ticks ?? 0)
        }
    }

    var isEmpty: Bool { waiting.allSatisfy(\.isEmpty) }

    func isWaiting(_ track: Int) -> Bool { !waiting[track].isEmpty }

    /// Every track of pictures has had its first sample, which says how long before zero decoding begins.
    var knowsPictures: Bool { tracks.indices.allSatisfy { tracks[$0].handler != "vide" || lastTicks[$0] != nil } }

    /// Lets the media's timeline begin with what is decoded before zero, for an edit to say where zero is; before the
    /// header is made. Otherwise composition offsets are below zero, which FFmpeg takes in fragments for a delay of the
    /// whole track: it would show pictures that much behind their sound.
    mutating func settleZeros() {
        for track in tracks.indices {
            guard let shift = shifts[track], shift > 0 else { continue }
            mediaZeros[track] -= shift
            shifts[track] = 0
        }
    }

    // MARK: Samples

    mutating func append(_ sample: SinkSample, to track: Int) throws(ISOWritingError) {
        let rows = try tracks[track].rows(of: sample)
        guard let first = rows.first, let last = rows.last else { return }
        if let before = lastTicks[track], first.decodeTicks < before {
            throw .time("its samples must come in the order of their decode times")
        }
        var offset = 0
        for row in rows {
            let count = Int(row.size) * row.count
            let shown = row.decodeTicks + Int64(row.compositionOffset)
            waiting[track].append(
                Waiting(
                    row: row,
                    format: sample.format,
                    data: sample.data,
                    range: offset..<offset + count,
                    shownEnd: shown + Int64(row.count) * Int64(row.duration)
                )
            )
            offset += count
        }
        waitingBytes += offset
        try tracks[track].note(sample, last)
        lastTicks[track] = last.decodeTicks + Int64(last.count - 1) * Int64(last.duration)
        let end = last.decodeTicks + Int64(last.count) * Int64(last.duration)
        ends[track] = CMTime(value: end, timescale: tracks[track].timescale)
        if shifts[track] == nil { shifts[track] = max(0, mediaZeros[track] - first.decodeTicks) }
    }

    /// The decode times of waiting samples of pictures from which decoding can start.
    func syncTimes(of track: Int) -> [CMTime] {
        waiting[track].filter(\.row.isSync).map {
            CMTime(value: $0.row.decodeTicks, timescale: tracks[track].timescale)
        }
    }

    /// The track has samples from which decoding cannot start.
    func hasDependentSamples(_ track: Int) -> Bool { waiting[track].contains { !$0.row.isSync } }

    // MARK: Fragments

    /// Takes what is decoded before `time`, or all; nil where nothing is.
    mutating func take(before time: CMTime?) throws -> Fragment? {
        var runs: [ISOFragmentRun] = []
        var content: [Waiting] = []
        var parts: [(track: Int, samples: [Waiting], bytes: Int)] = []
        for track in tracks.indices {
            var limit = waiting[track].count
            if let time {
                let ticks = SinkTicks.ticks(notBefore: time, tracks[track].timescale)
                limit = waiting[track].firstIndex { $0.row.decodeTicks >= ticks } ?? limit
            }
            guard limit > 0 else { continue }
            let rows = Array(waiting[track][..<limit])
            let next = limit < waiting[track].count ? waiting[track][limit].row.decodeTicks : nil
            waiting[track].removeFirst(limit)
            for group in Self.grouped(Self.settled(rows, next: next)) {
                let bytes = group.reduce(0) { $0 + $1.range.count }
                runs.append(run(group, track, bytes))
                parts.append((track, group, bytes))
                content += group
            }
        }
        guard !runs.isEmpty else { return nil }
        sequenceNumber += 1
        var bytes = try ISOFragmentWriter(sequenceNumber: sequenceNumber, runs: runs).bytes()
        var result: [TrackFragment] = []
        var offset = bytes.count
        for part in parts {
            result.append(Self.part(of: part.track, part.samples, offset))
            offset += part.bytes
        }
        bytes.reserveCapacity(offset)
        for sample in content { try Self.append(sample, to: &bytes) }
        waitingBytes -= content.reduce(0) { $0 + $1.range.count }
        return Fragment(bytes: bytes, parts: result)
    }

    private static func part(of track: Int, _ samples: [Waiting], _ offset: Int) -> TrackFragment {
        let start = samples.lazy.map(\.shown).min() ?? 0
        let end = samples.lazy.map(\.shownEnd).max() ?? start
        return TrackFragment(
            track: track,
            format: samples[0].format,
            rows: samples.map(\.row),
            shown: start..<max(start, end),
            offset: offset
        )
    }

    private static func append(_ sample: Waiting, to bytes: inout [UInt8]) throws {
        try sample.data.withContiguousStorage { bytes.append(contentsOf: $0[sample.range]) }
    }

    /// Samples last until the next one is decoded.
    private static func settled(_ samples: [Waiting], next: Int64?) -> [Waiting] {
        var result = samples
        for index in samples.indices where samples[index].row.count == 1 {
            let following = index + 1 < samples.count ? samples[index + 1].row.decodeTicks : next
            guard let following, let duration = UInt32(exactly: following - samples[index].row.decodeTicks) else {
                continue
            }
            var row = samples[index].row
            row.duration = duration
            let sample = samples[index]
            result[index] = Waiting(
                row: row,
                format: sample.format,
                data: sample.data,
                range: sample.range,
                shownEnd: sample.shownEnd
            )
        }
        return result
    }

    /// A run has samples of one format that follow each other without a gap.
    private static func grouped(_ samples: [Waiting]) -> [[Waiting]] {
        var groups: [[Waiting]] = []
        var end: Int64 = 0
        for sample in samples {
            if let last = groups.last?.last, last.format == sample.format, end == sample.row.decodeTicks {
                groups[groups.count - 1].append(sample)
            } else {
                groups.append([sample])
            }
            end = sample.row.decodeTicks + Int64(sample.row.count) * Int64(sample.row.duration)
        }
        return groups
    }

    private func run(_ group: [Waiting], _ track: Int, _ byteCount: Int) -> ISOFragmentRun {
        let shift = shifts[track] ?? 0
        let start = group[0].row.decodeTicks - mediaZeros[track] + shift
        let rows = group.map { sample in
            var row = sample.row
            row.compositionOffset = Int32(clamping: Int64(row.compositionOffset) - shift)
            return row
        }
        return ISOFragmentRun(
            trackID: tracks[track].id,
            format: group[0].format,
            decodeTime: UInt64(max(0, start)),
            rows: rows,
            byteCount: byteCount,
            roll: tracks[track].roll
        )
    }

    /// Adds a fragment to the tables, once it is in the file.
    mutating func note(_ fragment: Fragment, at offset: Int64) throws(ISOWritingError) {
        for part in fragment.parts {
            var count = 0
            for row in part.rows {
                try tracks[part.track].table.append(row)
                count += row.count
            }
            let place = offset + Int64(part.offset)
            tracks[part.track].table.appendChunk(samples: count, at: place, format: part.format)
        }
    }

    /// The presentation time of a sample on the fragments' timeline.
    func mediaTime(of row: ISOWrittenTable.Sample, _ track: Int) -> UInt64 {
        UInt64(max(0, row.decodeTicks + Int64(row.compositionOffset) - mediaZeros[track]))
    }
}
