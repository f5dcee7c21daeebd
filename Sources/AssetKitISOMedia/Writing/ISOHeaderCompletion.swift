/// Makes the header of an ordinary movie out of that of a movie in fragments and the samples that the fragments have.
///
/// Everything that has nothing to do with samples stays as it is, byte for byte.
package struct ISOHeaderCompletion {
    /// The movie with all samples of its fragments.
    package let movie: ISOMovie

    package init(movie: ISOMovie) {
        self.movie = movie
    }

    /// What becomes of one track.
    private struct Track {
        let table: ISOWrittenTable
        let edits: [ISOEditList.Edit]
        let roll: Int16?
        var duration: UInt64 { edits.reduce(0) { $0 + $1.duration } }
        var mediaDuration: UInt64 { UInt64(max(0, table.isEmpty ? 0 : table.decodeEnd - table.firstDecodeTicks)) }
    }

    /// The new `moov` for the one that stands at the beginning of the file.
    package func bytes(completing initial: [UInt8]) throws(ISOWritingError) -> [UInt8] {
        var fields = ISOFields(initial, of: "moov")
        guard let moov = fields.nextBox(), moov.type == "moov" else { throw .format("the movie has no header") }
        var tracks: [Track] = []
        for track in movie.tracks { tracks.append(try self.track(track)) }
        let duration = tracks.map(\.duration).max() ?? 0
        var bytes = ISOBytes()
        var number = 0
        bytes.box("moov") { bytes in
            var children = moov.content
            while let child = children.nextBox() {
                switch child.type {
                case "mvhd": Self.writeHeader(child, middle: 4, duration: duration, to: &bytes)
                case "mvex": break
                // Tracks without media are left out by the reader.
                case "trak" where child.content.firstBox("mdia") != nil && number < tracks.count:
                    write(child.content, tracks[number], to: &bytes)
                    number += 1
                default: bytes.box(child.type, content: child.content.copy())
                }
            }
        }
        return bytes.bytes
    }

    // MARK: Boxes

    /// Copies a header with another duration. `middle` is how many bytes lie between its dates and the duration.
    private static func writeHeader(
        _ box: (type: ISOCode, content: ISOFields),
        middle: Int,
        duration: UInt64,
        to bytes: inout ISOBytes
    ) {
        var fields = box.content
        let isWide = duration > UInt64(UInt32.max) - 1
        guard let (version, flags) = try? fields.versionAndFlags(),
            let created = try? fields.unsigned(isWide: version == 1),
            let modified = try? fields.unsigned(isWide: version == 1), let between = try? fields.take(middle),
            (try? fields.unsigned(isWide: version == 1)) != nil
        else { return bytes.box(box.type, content: box.content.copy()) }
        let isLong = isWide || version == 1
        bytes.fullBox(box.type, version: isLong ? 1 : version, flags: flags) { bytes in
            bytes.unsigned(created, isWide: isLong)
            bytes.unsigned(modified, isWide: isLong)
            bytes.append(between)
            bytes.unsigned(duration, isWide: isLong)
            bytes.append(fields.copy())
        }
    }

    private func write(_ content: ISOFields, _ track: Track, to bytes: inout ISOBytes) {
        bytes.box("trak") { bytes in
            var children = content
            while let child = children.nextBox() {
                switch child.type {
                case "tkhd":
                    Self.writeHeader(child, middle: 8, duration: track.duration, to: &bytes)
                    ISOMovieWriter.writeEdits(track.edits, to: &bytes)
                case "edts": break
                case "mdia": bytes.box("mdia") { writeMedia(child.content, track, to: &$0) }
                default: bytes.box(child.type, content: child.content.copy())
                }
            }
        }
    }

    private func writeMedia(_ content: ISOFields, _ track: Track, to bytes: inout ISOBytes) {
        var children = content
        while let child = children.nextBox() {
            switch child.type {
            case "mdhd": Self.writeHeader(child, middle: 4, duration: track.mediaDuration, to: &bytes)
            case "minf": bytes.box("minf") { writeMedia(child.content, track, to: &$0) }
            case "stbl":
                bytes.box("stbl") { bytes in
                    if let entries = child.content.firstBox("stsd") { bytes.box("stsd", content: entries.copy()) }
                    let isWide = track.table.largestOffset > Int64(UInt32.max)
                    let isQuickTime = movie.layout.isQuickTime
                    track.table.write(to: &bytes, roll: track.roll, isWide: isWide, isQuickTime: isQuickTime)
                }
            default: bytes.box(child.type, content: child.content.copy())
            }
        }
    }

    // MARK: Samples

    private func track(_ track: ISOTrack) throws(ISOWritingError) -> Track {
        var table = ISOWrittenTable()
        var chunk = (offset: Int64(-1), end: Int64(-1), samples: 0, format: 0)
        var (runs, dependencies) = (ISORunCursor(), ISORunCursor())
        for sample in track.samples.samples() {
            // Times of damaged fragments may go back; the sample is still shown when it was to be.
            let decode = table.isEmpty ? sample.decodeTime : max(sample.decodeTime, table.lastDecodeTicks)
            guard let offset = Int32(exactly: sample.presentationTime - decode) else {
                throw .time("a sample is shown too long after it is decoded")
            }
            var row = ISOWrittenTable.Sample(size: sample.size, decodeTicks: decode, duration: sample.duration)
            row.compositionOffset = offset
            row.isSync = sample.isSync
            let dependency = track.samples.dependencies.value(at: sample.index, from: &dependencies)
            row.dependency = (dependency ?? .unknown).rawValue
            try table.append(row)
            // A run of a fragment is a chunk; what lies right behind it belongs to another one all the same.
            let isNew = track.samples.chunks.chunk(of: sample.index, from: &runs)?.lowerBound == sample.index
            if sample.offset != chunk.end || sample.descriptionIndex != chunk.format || isNew {
                table.appendChunk(samples: chunk.samples, at: chunk.offset, format: chunk.format)
                chunk = (sample.offset, sample.offset, 0, sample.descriptionIndex)
            }
            chunk.samples += 1
            chunk.end += Int64(sample.size)
        }
        table.appendChunk(samples: chunk.samples, at: chunk.offset, format: chunk.format)
        let roll = track.handler.type == "soun" ? track.samples.rollDistance(of: 0) : nil
        return Track(
            table: table,
            edits: table.isEmpty ? [] : edits(of: track, table),
            roll: roll.flatMap { Int16(exactly: $0) }
        )
    }

    /// The edits, which now have lengths, on a timeline that begins with the first sample.
    private func edits(of track: ISOTrack, _ table: ISOWrittenTable) -> [ISOEditList.Edit] {
        let scale = Int64(movie.header.timescale)
        let own = Int64(track.media.timescale)
        func movieTicks(_ ticks: Int64) -> Int64 {
            Int64(clamping: (Int128(ticks) * Int128(scale) + Int128(own) - 1) / Int128(own))
        }
        let stated = track.edits?.edits ?? []
        let edits = stated.isEmpty ? [ISOEditList.Edit(duration: 0, mediaTime: 0, rate: 0x10000)] : stated
        var result: [ISOEditList.Edit] = []
        for edit in edits {
            guard !edit.isEmpty else {
                result.append(edit)
                continue
            }
            var (start, length) = (edit.mediaTime - table.firstDecodeTicks, Int64(clamping: edit.duration))
            if length == 0 { length = movieTicks(max(0, table.presentationEnd - edit.mediaTime)) }
            if start < 0 {
                let gap = min(length, movieTicks(-start))
                result.append(ISOEditList.Edit(duration: UInt64(gap), mediaTime: -1, rate: 0x10000))
                (start, length) = (0, length - gap)
            }
            if length > 0 {
                result.append(ISOEditList.Edit(duration: UInt64(length), mediaTime: start, rate: edit.rate))
            }
        }
        return result
    }
}
