internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Copies samples that lie in units of a transport stream, in the order in which a demuxer hands them out. Not Sendable: one
/// stage owns it.
final class TransportStreamCopy: SteppedCopying {
    /// What is wanted of one track.
    private struct Cursor {
        let runsNumber: Int
        let storage: TransportStreamStorage
        let count: Int
        var samples: SampleCursor
        /// The next sample that a unit begins with, and the run that it is in or before.
        var next: Int
        var run = 0
        /// A sample whose end a demuxer does not know yet.
        var held: Held?
        /// Its bytes as files with headers have them, and otherwise room for those of other samples.
        var room: [UInt8] = []
        var isAtEnd = false
    }

    private struct Held {
        let sample: IndexedSample
        let isLast: Bool
    }

    private let output: CopyOutput
    private let flag: CancellationFlag
    private let reader: TransportStreamReader
    private var cursors: [Cursor] = []
    /// How far the new file is.
    private(set) var latest = CMTime.zero
    private var isAtEnd = false

    /// nil where samples are found by a demuxer alone.
    init?(source: LoadedSource, output: CopyOutput, flag: CancellationFlag) throws {
        (self.output, self.flag) = (output, flag)
        var start = Int64.max
        for (number, copied) in output.clip.copiedRuns.enumerated() {
            guard let storage = output.index(number).table.transportStream else { return nil }
            let index = output.index(number)
            var next = copied.samples.first?.lowerBound ?? 0
            // Units are read from their beginnings on.
            while next > 0, index[next].position == nil { next -= 1 }
            if let position = copied.samples.isEmpty ? nil : index[next].position { start = min(start, position) }
            cursors.append(
                Cursor(
                    runsNumber: number,
                    storage: storage,
                    count: index.count,
                    samples: SampleCursor(index.table),
                    next: next,
                    isAtEnd: copied.samples.isEmpty
                )
            )
        }
        guard let layout = cursors.first?.storage.layout, cursors.allSatisfy({ $0.storage.layout == layout }) else {
            return nil
        }
        reader = TransportStreamReader(
            try source.input.open(flag),
            layout,
            streams: Set(cursors.map(\.storage.stream)),
            from: start == .max ? layout.start : start
        )
    }

    var time: CMTime? { isAtEnd ? nil : latest }

    func step() throws {
        guard let open = cursors.first(where: { !$0.isAtEnd }) else { return isAtEnd = true }
        try flag.check()
        let isThere = try reader.next { unit, bytes in
            for number in cursors.indices where cursors[number].storage.stream == unit.stream {
                try take(unit, bytes, &cursors[number])
            }
        }
        guard !isThere else { return }
        guard reader.isRegular else { throw Self.hasChanged }
        // At the end of the file everything that is held ends too.
        for number in cursors.indices { try release(&cursors[number]) }
        guard cursors.allSatisfy(\.isAtEnd) else { throw CopyReader.endsEarly(open.next) }
    }

    // MARK: Units

    private func take(_ unit: TransportStreamUnit, _ bytes: UnsafeRawBufferPointer, _ cursor: inout Cursor) throws {
        try release(&cursor)
        guard !cursor.isAtEnd else { return }
        var sample = cursor.samples.sample(at: cursor.next, passes: true)
        guard let position = sample.position, unit.position <= position else { throw Self.hasChanged }
        // Pictures that nobody can decode are in no list.
        guard unit.position == position else { return }
        var place = 0
        while true {
            let end = try place + byteCount(sample, place, of: bytes.count, cursor.storage)
            let part = UnsafeRawBufferPointer(rebasing: bytes[place..<end])
            try take(part, sample, &cursor, endsUnit: end == bytes.count)
            place = end
            guard cursor.next < cursor.count else { break }
            // The next unit begins where a sample has a position.
            sample = cursor.samples.sample(at: cursor.next, passes: true)
            guard sample.position == nil else { break }
        }
        guard place == bytes.count else { throw Self.hasChanged }
    }

    /// How many bytes a sample has that begins at a place of a unit.
    private func byteCount(
        _ sample: IndexedSample,
        _ place: Int,
        of count: Int,
        _ storage: TransportStreamStorage
    ) throws -> Int {
        let stated = sample.byteCount
        if storage.hasLooseEnds, place == 0, abs(stated - Int64(count)) <= 1 { return count }
        guard stated > 0, stated <= Int64(count - place) else { throw Self.hasChanged }
        return Int(stated)
    }

    /// Takes the next sample, where it is wanted.
    private func take(
        _ bytes: UnsafeRawBufferPointer,
        _ sample: IndexedSample,
        _ cursor: inout Cursor,
        endsUnit: Bool
    ) throws {
        let (place, run) = (cursor.next, cursor.run)
        cursor.next += 1
        let runs = output.clip.copiedRuns[cursor.runsNumber].samples
        guard run < runs.count, place >= runs[run].lowerBound else { return }
        if place + 1 == runs[run].upperBound { cursor.run += 1 }
        let isLast = cursor.run == runs.count
        if endsUnit, cursor.storage.endsWithNext {
            cursor.storage.form.store(bytes, in: &cursor.room)
            cursor.held = Held(sample: sample, isLast: isLast)
            return
        }
        cursor.isAtEnd = isLast
        let runsNumber = cursor.runsNumber
        try cursor.storage.form.withStored(bytes, &cursor.room) { try write($0, sample, runsNumber, isLast: isLast) }
    }

    private func release(_ cursor: inout Cursor) throws {
        guard let held = cursor.held else { return }
        (cursor.held, cursor.isAtEnd) = (nil, held.isLast)
        try cursor.room.withUnsafeBytes { try write($0, held.sample, cursor.runsNumber, isLast: held.isLast) }
    }

    /// Writes a sample as files with headers have it.
    private func write(_ bytes: UnsafeRawBufferPointer, _ sample: IndexedSample, _ runsNumber: Int, isLast: Bool) throws
    {
        try output.write(bytes, sample, of: runsNumber, isLast: isLast)
        latest = CMTimeMaximum(latest, output.order(runsNumber, sample))
    }

    private static var hasChanged: MediaProblem {
        MediaProblem(code: .mediaChanged, reason: "it has changed since it was loaded")
    }
}
