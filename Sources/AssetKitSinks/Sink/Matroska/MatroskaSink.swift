internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Makes Matroska and WebM files. Times are rounded once, to the millisecond that these files count in.
///
/// What comes before zero is not presented: for sound by the delay and the padding that the format has for that, to the
/// sample. Pictures cannot be hidden, so those before zero are refused.
final class MatroskaSink: MediaSink {
    private let plan: SinkPlan
    private let title: String
    private let writer: MatroskaFileWriter
    private let tracks: [MatroskaSinkTrack]
    private var queue = Fifo<MatroskaPending>()
    private var hasPictures: Bool
    private var lastSoundCue: Int64?
    private var infoTitle: String?

    /// While a sample waits for its successor, which tells how long it lasts, so many samples of other tracks are
    /// queued at most.
    private static let queueLimit = 256

    init(_ plan: SinkPlan, into bytes: any ByteSink) throws {
        self.plan = plan
        title = ContainerRules.rules(of: plan.fileType)?.title ?? "the file"
        hasPictures = plan.tracks.contains { $0.mediaType == .video }
        guard (1...126).contains(plan.tracks.count) else {
            throw MediaSinks.refusal("\(title) takes between 1 and 126 tracks")
        }
        tracks = try plan.tracks.enumerated().map { try MatroskaSinkTrack($1, number: UInt64($0 + 1)) }
        writer = MatroskaFileWriter(into: bytes)
        let tags = try SinkTags(plan.metadata)
        infoTitle = tags.title
        try writer.writeHeader(
            docType: plan.fileType == .akWebM ? "webm" : "matroska",
            title: infoTitle,
            date: MetadataCreation.date(in: plan.metadata),
            tracks: tracks.map(\.entry),
            parts: [
                chapters(plan.chapters), attachments(tags), try self.tags(tags),
            ].compactMap { $0 }
        )
    }

    // MARK: Samples

    func write(_ sample: SinkSample, to track: Int) throws {
        try tracks[track].queue(sample, track: track, in: &queue)
        try drain(isEnd: false)
    }

    /// Writes what need not wait any more: of tracks whose samples do not all last as long, the last sample says how long
    /// it lasts, so whether a sample is the last one has to be known.
    private func drain(isEnd: Bool) throws {
        while let number = queue.first({ $0.track }) {
            let track = tracks[number]
            let saysDuration = track.waitingCount == 1 && track.lastNeedsDuration
            if saysDuration, !isEnd, queue.count <= Self.queueLimit { break }
            guard var next = queue.popFirst() else { break }
            track.waitingCount -= 1
            try put(&next, saysDuration: saysDuration)
        }
    }

    /// Completes what is said of a block, and writes it.
    private func put(_ pending: inout MatroskaPending, saysDuration: Bool) throws {
        if saysDuration, pending.block.durationTicks == nil, pending.differsFromDefault {
            pending.block.durationTicks = pending.durationTicks
        }
        switch tracks[pending.track].kind {
        case .picture: pending.block.isCue = pending.block.isKey
        case .sound:
            // Without pictures there is a cue every five seconds.
            let isDue = lastSoundCue.map { pending.block.ticks - $0 >= 5_000 } ?? true
            pending.block.isCue = !hasPictures && isDue && pending.track == 0
            if pending.block.isCue { lastSoundCue = pending.block.ticks }
        case .other: pending.block.isCue = true
        }
        let data = pending.data
        try data.withBytes { try writer.write(pending.block, head: pending.head, $0.dropping(pending.skippedBytes)) }
    }

    // MARK: End

    func finish(_ ending: SinkEnding) throws {
        try SinkEdits.check(ending.edits, tracks.map(\.ending), in: title)
        try drain(isEnd: true)
        var parts: [EBMLBytes?] = []
        if let chapters = ending.chapters {
            try writer.dropPart(MatroskaID.chapters)
            parts.append(self.chapters(chapters))
        }
        if let metadata = ending.metadata {
            let tags = try SinkTags(metadata)
            try writer.dropPart(MatroskaID.tags)
            try writer.dropPart(MatroskaID.attachments)
            if tags.title != infoTitle {
                try writer.dropTitle()
                infoTitle = nil
            }
            parts += [attachments(tags), try self.tags(tags)]
        }
        let end = tracks.map(\.ending.end).filter(\.isNumeric).max() ?? .zero
        // `Duration` is floating point, in milliseconds: it alone is not rounded to them.
        try writer.finish(duration: end.seconds * 1000, parts: parts.compactMap { $0 })
    }

    // MARK: Parts

    private func chapters(_ chapters: [Chapter]) -> EBMLBytes? {
        var atoms: [MatroskaElements.Chapter] = []
        var last: CMTimeRange?
        for chapter in chapters where chapter.timeRange.start.isNumeric && chapter.timeRange.end.isNumeric {
            // A chapter has its titles in several languages one after the other.
            if chapter.timeRange == last {
                atoms[atoms.count - 1].titles.append((chapter.title, chapter.language))
                continue
            }
            last = chapter.timeRange
            atoms.append(
                MatroskaElements.Chapter(
                    start: Self.nanoseconds(chapter.timeRange.start),
                    end: Self.nanoseconds(chapter.timeRange.end),
                    titles: [(chapter.title, chapter.language)]
                )
            )
        }
        return MatroskaElements.chapters(atoms)
    }

    /// WebM has no attachments, so covers stay out of it. The first one has the name by which players find it.
    private func attachments(_ tags: SinkTags) -> EBMLBytes? {
        guard plan.fileType != .akWebM else { return nil }
        return MatroskaElements.attachments(
            tags.pictures.enumerated().map { number, picture in
                let name = (number == 0 ? "cover." : "picture-\(number + 1).") + picture.ending
                return .init(name: name, mimeType: picture.mimeType, data: picture.data)
            }
        )
    }

    private func tags(_ tags: SinkTags) throws -> EBMLBytes? {
        // The date has its place in the header, where it is a moment.
        let isDated = MetadataCreation.date(in: plan.metadata) != nil
        let file = tags.texts.filter {
            !($0.name == "title" && $0.value == infoTitle) && !($0.name == "creation_time" && isDated)
        }.map(Self.tag)
        let own = try zip(tracks, plan.tracks).map { track, planned in
            (number: track.entry.number, tags: try SinkTags(planned.metadata).texts.map(Self.tag))
        }
        return MatroskaElements.tags(file, tracks: own)
    }

    private static func tag(_ text: SinkTags.Text) -> MatroskaElements.Tag {
        MatroskaElements.Tag(name: text.freeKey(in: .matroska), value: text.value, language: text.language)
    }

    private static func nanoseconds(_ time: CMTime) -> UInt64 {
        UInt64(max(0, SinkTimes.ticks(time, 1_000_000_000)))
    }
}

extension UnsafeRawBufferPointer {
    /// The same without the first bytes.
    fileprivate func dropping(_ count: Int) -> UnsafeRawBufferPointer {
        count > 0 ? UnsafeRawBufferPointer(rebasing: dropFirst(count)) : self
    }
}
