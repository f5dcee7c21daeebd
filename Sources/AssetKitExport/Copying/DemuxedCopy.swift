internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Copies samples of a file that only a demuxer finds its way in, in the order in which they lie there. Not Sendable: one
/// stage owns it.
final class DemuxedCopy: SteppedCopying {
    private let source: LoadedSource
    private let output: CopyOutput
    private let flag: CancellationFlag
    private let demuxer: Demuxer
    private let packet = Packet()
    private var cursors: [StreamCursor] = []
    /// How far the new file is.
    private(set) var latest = CMTime.zero
    private var isAtEnd = false

    init(source: LoadedSource, output: CopyOutput, flag: CancellationFlag) throws {
        (self.source, self.output, self.flag) = (source, output, flag)
        let (input, bytes) = (source.input, try source.input.open(flag))
        demuxer = try DemuxedMedia.demuxer(bytes, input, isReadInOrder: true, flag: flag)
        try demuxer.probe()
        cursors = try wantedStreams()
        demuxer.readOnly(Set(cursors.map(\.stream)))
    }

    /// What is wanted of one stream.
    private struct StreamCursor {
        let stream: Int
        let runsNumber: Int
        let form: StoredForm
        /// Room for samples in another form.
        var room: [UInt8] = []
        var samples: SampleCursor
        /// Where good samples begin, how many have been read, and the number of the next good one.
        var beginning: PictureBeginning?
        var readCount = 0
        var next = 0
        var run = 0
        var isAtEnd = false
    }

    var time: CMTime? { isAtEnd ? nil : latest }

    func step() throws {
        guard let open = cursors.first(where: { !$0.isAtEnd }) else { return isAtEnd = true }
        guard try read(demuxer, packet) else { throw CopyReader.endsEarly(open.next) }
        try flag.check()
        guard !packet.isEmpty else { return }
        let stream = packet.streamIndex
        for number in cursors.indices where cursors[number].stream == stream {
            try take(packet, &cursors[number], &latest)
        }
    }

    /// Reads a packet; false at the end.
    private func read(_ demuxer: Demuxer, _ packet: borrowing Packet) throws -> Bool {
        do {
            return try demuxer.read(into: packet)
        } catch let error as FFmpegError {
            throw AVError.copying(source.name, because: error)
        }
    }

    private func wantedStreams() throws -> [StreamCursor] {
        let streams = demuxer.streams
        return try output.clip.copiedRuns.enumerated().map { number, copied in
            let facts = source.tracks[copied.sourceTrack].facts
            guard let stream = facts.streamIndex, streams.indices.contains(stream),
                streams[stream].hasCodec(facts.traits)
            else { throw MediaProblem(code: .mediaChanged, reason: "it has changed since it was loaded") }
            let form = StoredForm(facts, streams[stream].codecPrivate)
            return StreamCursor(
                stream: stream,
                runsNumber: number,
                form: form,
                samples: SampleCursor(output.index(number).table),
                beginning: facts.beginning,
                isAtEnd: copied.samples.isEmpty
            )
        }
    }

    /// Writes the sample in the slot, where it is wanted.
    private func take(_ packet: borrowing Packet, _ cursor: inout StreamCursor, _ latest: inout CMTime) throws {
        defer { cursor.readCount += 1 }
        if cursor.beginning?.omits(cursor.readCount) ?? false { return }
        let place = cursor.next
        cursor.next += 1
        let runs = output.clip.copiedRuns[cursor.runsNumber].samples
        guard !cursor.isAtEnd, place >= runs[cursor.run].lowerBound else { return }
        let sample = cursor.samples.sample(at: place, passes: true)
        guard sample.byteCount == Int64(packet.byteCount) else {
            throw MediaProblem(code: .mediaChanged, reason: "it has changed since it was loaded")
        }
        if place + 1 == runs[cursor.run].upperBound {
            cursor.run += 1
            cursor.isAtEnd = cursor.run == runs.count
        }
        let (isLast, additions) = (cursor.isAtEnd, packet.additions)
        let (form, runsNumber) = (cursor.form, cursor.runsNumber)
        try packet.withBytes { bytes in
            try form.withStored(bytes, &cursor.room) { stored in
                // What was added to a sample speaks of it as it is stored.
                let isStored = stored.baseAddress == bytes.baseAddress
                try output.write(stored, sample, isStored ? additions : [], of: runsNumber, isLast: isLast)
            }
        }
        latest = CMTimeMaximum(latest, output.order(cursor.runsNumber, sample))
    }
}
