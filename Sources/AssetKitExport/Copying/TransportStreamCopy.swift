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
        let piece: Int
        let storage: TransportStreamStorage
        let count: Int
        var samples: SampleCursor
        /// The next sample that a unit begins with, and the run that it is in or before.
        var next: Int
        var run = 0
        /// A sample whose end a demuxer does not know yet.
        var held: Held?
        var isAtEnd = false
    }

    private struct Held {
        let sample: IndexedSample
        let isLast: Bool
        let bytes: [UInt8]
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
        for (number, piece) in output.clip.pieces.enumerated() {
            guard let storage = output.index(number).table.transportStream else { return nil }
            let index = output.index(number)
            var next = piece.samples.first?.lowerBound ?? 0
            // Units are read from their beginnings on.
            while next > 0, index[next].position == nil { next -= 1 }
            if let position = piece.samples.isEmpty ? nil : index[next].position { start = min(start, position) }
            cursors.append(
                Cursor(
                    piece: number,
                    storage: storage,
                    count: index.count,
                    samples: SampleCursor(index.table),
                    next: next,
                    isAtEnd: piece.samples.isEmpty
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
                try take(unit, bytes, number)
            }
        }
        guard !isThere else { return }
        guard reader.isRegular else { throw Self.hasChanged }
        // At the end of the file everything that is held ends too.
        for number in cursors.indices { try release(number) }
        guard cursors.allSatisfy(\.isAtEnd) else { throw CopyReader.endsEarly(open.next) }
    }

    // MARK: Units

    private func take(_ unit: TransportStreamUnit, _ bytes: UnsafeRawBufferPointer, _ number: Int) throws {
        try release(number)
        guard !cursors[number].isAtEnd else { return }
        guard let position = sample(cursors[number].next, number).position, unit.position <= position else {
            throw Self.hasChanged
        }
        // Pictures that nobody can decode are in no list.
        guard unit.position == position else { return }
        var place = 0
        repeat {
            let sample = sample(cursors[number].next, number)
            let end = try place + byteCount(sample, place, of: bytes.count, number)
            let part = UnsafeRawBufferPointer(rebasing: bytes[place..<end])
            try take(part, sample, number, endsUnit: end == bytes.count)
            place = end
        } while cursors[number].next < cursors[number].count && sample(cursors[number].next, number).position == nil
        guard place == bytes.count else { throw Self.hasChanged }
    }

    /// How many bytes a sample has that begins at a place of a unit.
    private func byteCount(_ sample: IndexedSample, _ place: Int, of count: Int, _ number: Int) throws -> Int {
        let stated = sample.byteCount
        if cursors[number].storage.hasLooseEnds, place == 0, abs(stated - Int64(count)) <= 1 { return count }
        guard stated > 0, stated <= Int64(count - place) else { throw Self.hasChanged }
        return Int(stated)
    }

    private func sample(_ place: Int, _ number: Int) -> IndexedSample {
        cursors[number].samples.sample(at: place, passes: true)
    }

    /// Takes the next sample, where it is wanted.
    private func take(_ bytes: UnsafeRawBufferPointer, _ sample: IndexedSample, _ number: Int, endsUnit: Bool) throws {
        let (place, run) = (cursors[number].next, cursors[number].run)
        cursors[number].next += 1
        let runs = output.clip.pieces[cursors[number].piece].samples
        guard run < runs.count, place >= runs[run].lowerBound else { return }
        if place + 1 == runs[run].upperBound { cursors[number].run += 1 }
        let isLast = cursors[number].run == runs.count
        guard endsUnit, cursors[number].storage.endsWithNext else {
            return try write(bytes, sample, number, isLast: isLast)
        }
        cursors[number].held = Held(sample: sample, isLast: isLast, bytes: Array(bytes))
    }

    private func release(_ number: Int) throws {
        guard let held = cursors[number].held else { return }
        cursors[number].held = nil
        try held.bytes.withUnsafeBytes { try write($0, held.sample, number, isLast: held.isLast) }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ sample: IndexedSample, _ number: Int, isLast: Bool) throws {
        let piece = cursors[number].piece
        cursors[number].isAtEnd = isLast
        if let stored = cursors[number].storage.form.stored(bytes) {
            try stored.withUnsafeBytes { try output.write($0, sample, of: piece, isLast: isLast) }
        } else {
            try output.write(bytes, sample, of: piece, isLast: isLast)
        }
        latest = CMTimeMaximum(latest, output.order(piece, sample))
    }

    private static var hasChanged: MediaProblem {
        MediaProblem(code: .mediaChanged, reason: "it has changed since it was loaded")
    }
}
