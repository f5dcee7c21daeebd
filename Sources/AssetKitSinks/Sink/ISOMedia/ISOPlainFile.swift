internal import AssetKitBase
internal import AssetKitISOMedia
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// A movie with one header, which comes last, or first where there is room for it or room is made.
final class ISOPlainFile: ISOLayoutWriting {
    /// Samples of a track that wait to become a chunk.
    private struct Chunk {
        var bytes: [UInt8] = []
        var samples = 0
        var format = 0
        var startTicks: Int64 = 0
        /// Half a second, in ticks of the track.
        let longestTicks: Int64

        /// Adds a sample that is decoded so; true where the chunk is full.
        mutating func append(_ sample: SinkSample, _ span: (start: Int64, end: Int64)) throws -> Bool {
            if samples == 0 { (startTicks, format) = (span.start, sample.format) }
            try sample.data.withContiguousStorage { bytes.append(contentsOf: $0) }
            samples += sample.count
            return span.end - startTicks >= longestTicks || bytes.count >= ISOPlainFile.chunkBytes
        }
    }

    /// Bytes of another file that wait to be copied.
    private struct Copy {
        var file: OpenDescriptor
        var range: Range<Int64>
        var offset: Int64
    }

    /// A chunk of more bytes is written before it has half a second.
    private static let chunkBytes = 1 << 20
    /// Chunks are written when they are so many bytes together, up to the end of a block of the file system.
    private static let writtenBytes = 1 << 18
    private static let blockBytes = 1 << 12
    /// The room for 64 bits in front of the media's header, and that header.
    private static let mediaHead = 16

    private let sink: any ByteSink
    private let assembly: ISOMovieAssembly
    private var tracks: [ISOSinkTrack]
    private var chunks: [Chunk]
    private var copy: Copy?
    /// Chunks up to `end` that have not been written.
    private var waiting: [UInt8] = []
    /// Where the header may go, when it goes first.
    private let gap: Range<Int64>
    private var mediaStart: Int64
    private var end: Int64

    init(_ plan: SinkPlan, into sink: any ByteSink) throws {
        self.sink = sink
        assembly = ISOMovieAssembly(plan)
        tracks = try assembly.tracks()
        chunks = tracks.map { Chunk(longestTicks: Int64($0.timescale) / 2) }
        let brands = assembly.brands(isFragmented: false).bytes()
        let start = sink.length + Int64(brands.count)
        let room = plan.layout == .indexFirst ? ISOIndexEstimate(plan).byteCount : 0
        gap = start..<start + room
        mediaStart = gap.upperBound
        end = mediaStart + Int64(Self.mediaHead)
        var head = ISOBytes()
        head.append(brands)
        try sink.append(head.bytes)
        try sink.write(mediaHeader(size: 8), at: mediaStart)
    }

    /// A free box that can become part of a long header, and the header of the media.
    private func mediaHeader(size: Int64) -> [UInt8] {
        var head = ISOBytes()
        if size <= Int64(UInt32.max) {
            head.box(assembly.isQuickTime ? "wide" : "free") { _ in }
            head.u32(UInt32(size))
            head.code("mdat")
        } else {
            head.u32(1)
            head.code("mdat")
            head.u64(UInt64(size + 8))
        }
        return head.bytes
    }

    // MARK: Samples

    func write(_ sample: SinkSample, to track: Int) throws {
        if chunks[track].samples > 0, chunks[track].format != sample.format { try flush(track) }
        let span = try tracks[track].append(sample)
        if try chunks[track].append(sample, span) { try flush(track) }
    }

    private func flush(_ track: Int) throws {
        guard chunks[track].samples > 0 else { return }
        try flushCopy()
        tracks[track].table.appendChunk(samples: chunks[track].samples, at: end, format: chunks[track].format)
        waiting += chunks[track].bytes
        end += Int64(chunks[track].bytes.count)
        // The memory stays for the next chunk.
        chunks[track].bytes.removeAll(keepingCapacity: true)
        chunks[track].samples = 0
        if waiting.count >= Self.writtenBytes { try flushWaiting(keeping: Int(end % Int64(Self.blockBytes))) }
    }

    /// Writes the chunks that wait, but for so many bytes at their end.
    private func flushWaiting(keeping rest: Int = 0) throws {
        let count = waiting.count - rest
        guard count > 0 else { return }
        let start = end - Int64(waiting.count)
        try waiting.withUnsafeBytes { try sink.write(UnsafeRawBufferPointer(rebasing: $0[..<count]), at: start) }
        waiting.removeFirst(count)
    }

    func write(_ run: SinkRun, to track: Int) throws {
        guard !run.sizes.isEmpty else { return }
        try flush(track)
        try flushWaiting()
        try tracks[track].table.append(run)
        tracks[track].trimmedTicks = run.trimmedTicks
        let range = run.offset..<run.offset + run.byteCount
        if let waiting = copy, waiting.file === run.file, waiting.range.upperBound == range.lowerBound {
            copy?.range = waiting.range.lowerBound..<range.upperBound
        } else {
            try flushCopy()
            copy = Copy(file: run.file, range: range, offset: end)
        }
        tracks[track].table.appendChunk(samples: run.sizes.count, at: end, format: run.format)
        end += Int64(range.count)
        // So that progress can be seen and a cancellation heard.
        if let copy, copy.range.count >= 16 << 20 { try flushCopy() }
    }

    private func flushCopy() throws {
        guard let waiting = copy else { return }
        copy = nil
        try sink.copy(waiting.range, of: waiting.file.number, to: waiting.offset)
    }

    // MARK: The end

    func finish(_ ending: SinkEnding) throws {
        for track in tracks.indices { try flush(track) }
        try flushWaiting()
        try flushCopy()
        var chapters = try assembly.chapterTracks(ending)
        for index in chapters.indices {
            try sink.write(chapters[index].data, at: end)
            chapters[index].place(at: end)
            end += Int64(chapters[index].data.count)
        }
        try sink.write(mediaHeader(size: end - mediaStart - 8), at: mediaStart)
        var movie = try assembly.content(tracks, ending, chapterTracks: chapters)
        guard assembly.plan.layout == .indexFirst else {
            let writer = ISOMovieWriter(content: movie)
            return try write(writer, try writer.counted(), at: end)
        }
        try writeFirst(&movie)
    }

    private func write(_ writer: ISOMovieWriter, _ counted: ISOBytes, at start: Int64) throws {
        let sink = sink
        var place = start
        try writer.write(counted) { bytes in
            try sink.write(bytes, at: place)
            place += Int64(bytes.count)
        }
    }

    /// Puts the header into the gap; where that is too small, the media moves away.
    private func writeFirst(_ movie: inout ISOMovieContent) throws {
        var header = try ISOMovieWriter(content: movie).counted()
        var moved: Int64 = 0
        // Moving can make places need 64 bits, and the header longer.
        while Int64(header.count) != Int64(gap.count) + moved, Int64(header.count) + 8 > Int64(gap.count) + moved {
            let distance = Int64(header.count) - Int64(gap.count) - moved
            let step = distance > 0 ? distance : 8 + distance
            for index in movie.tracks.indices { movie.tracks[index].table.moveChunks(by: step) }
            moved += step
            header = try ISOMovieWriter(content: movie).counted()
        }
        if moved > 0 { try sink.move(mediaStart..<end, by: moved) }
        try write(ISOMovieWriter(content: movie), header, at: gap.lowerBound)
        let left = gap.upperBound + moved - gap.lowerBound - Int64(header.count)
        guard left > 0 else { return }
        var free = ISOBytes()
        free.u32(UInt32(left))
        free.code("free")
        try sink.write(free.bytes, at: gap.lowerBound + Int64(header.count))
    }
}

extension ByteSink {
    /// Writes all bytes at a place.
    func write(_ bytes: [UInt8], at offset: Int64) throws {
        try bytes.withUnsafeBytes { try write($0, at: offset) }
    }

    /// Moves what lies in a range further back, in blocks of bounded size.
    func move(_ range: Range<Int64>, by distance: Int64) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        var end = range.upperBound
        // From the back, so that no block is written over bytes that have not been moved yet.
        while end > range.lowerBound {
            let start = max(range.lowerBound, end - Int64(buffer.count))
            let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(end - start)])
            try readAll(at: start, into: piece)
            try write(UnsafeRawBufferPointer(piece), at: start + distance)
            end = start
        }
    }

    /// Reads exactly what is asked for.
    func readAll(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = try read(at: offset + Int64(filled), into: rest)
            guard count > 0 else { throw WriteFailure(number: EIO) }
            filled += count
        }
    }
}
