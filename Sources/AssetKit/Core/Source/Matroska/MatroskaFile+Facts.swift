internal import Foundation

// What a Matroska file says in its own words, laid over what FFmpeg's demuxer made of it.

extension MatroskaFile {
    /// Completes facts whose tracks stand in the file's order: FFmpeg shows every track that it can name.
    func complete(_ facts: inout MediaFacts, from window: ByteWindow, isPrecise: Bool, flag: CancellationFlag) throws {
        facts.fileType = isWebM ? .webm : .matroska
        facts.creationDate = info.dateSeconds.map(Date.init(timeIntervalSince1970:))
        facts.warnings += problems.all.map { "\($0.text), at byte \($0.offset)" }
        let shown = tracks.filter { [.video, .audio, .subtitle, .metadata].contains($0.kind) }
        let pairs = zip(facts.tracks.indices, shown).filter { facts.tracks[$0.0].mediaType == $0.1.mediaType }
        for (index, track) in pairs {
            facts.tracks[index].trackID = Int32(clamping: track.number)
            track.describe(&facts.tracks[index], entries: entries(ofTrack: track.uniqueNumber))
        }
        facts.metadata = entries.map(MetadataEntry.init) + attachments.compactMap(MetadataEntry.init)
        try setTimes(of: &facts, from: window, isPrecise: isPrecise, flag: flag)
        facts.chapters = chapters(until: facts.duration, startTime: facts.startTime)
    }

    // MARK: Times

    private func setTimes(
        of facts: inout MediaFacts,
        from window: ByteWindow,
        isPrecise: Bool,
        flag: CancellationFlag
    ) throws {
        // Only reading all blocks tells the end of a recording that was never closed.
        let scan =
            isPrecise || info.duration == nil
            ? try MatroskaScan.run(self, window: window) { flag.isCancelled } : nil
        try flag.check()
        let starts = try scan.map { $0.tracks.compactMapValues(\.firstTime) } ?? firstTimes(in: window)
        let start = starts.values.min() ?? .zero
        facts.startTime = start
        facts.isPrecise = scan?.isComplete ?? false
        let end = scan?.endTime ?? info.duration ?? .invalid
        facts.duration = end.isNumeric && end >= start ? end - start : .indefinite
        for index in facts.tracks.indices {
            let number = UInt64(facts.tracks[index].trackID)
            let first = starts[number].map { $0 - start } ?? .zero
            let summary = scan?.tracks[number]
            let last = summary?.endTime.map { $0 - start } ?? facts.duration
            facts.tracks[index].sampleCount = summary.map { Int64($0.sampleCount) }
            facts.tracks[index].totalByteCount = summary?.byteCount
            guard last.isNumeric, last >= first else { continue }
            let range = CMTimeRange(start: first, end: last)
            facts.tracks[index].timeRange = range
            let stored = CMTimeRange(start: first + start, duration: range.duration)
            facts.tracks[index].segments = [CMTimeMapping(source: stored, target: range)]
        }
    }

    /// When each track starts, by the first blocks of the file. A track that starts later than those is not among them.
    private func firstTimes(in window: ByteWindow) throws -> [UInt64: CMTime] {
        var reader = MatroskaBlockReader(self, window: window)
        let known = Dictionary(tracks.map { ($0.number, $0) }) { first, _ in first }
        let wanted = Set(tracks.filter { $0.kind == .video || $0.kind == .audio }.map(\.number))
        var times: [UInt64: CMTime] = [:]
        var blocks = 0
        while blocks < 256, !wanted.isSubset(of: times.keys), let block = try reader.next() {
            blocks += 1
            guard let track = known[block.trackNumber],
                let start = block.startNanoseconds(of: track, scale: info.timestampScale)
            else { continue }
            let time = CMTime(value: start, timescale: 1_000_000_000)
            // Pictures are stored in decode order: the first one shown is among the first.
            times[track.number] = min(times[track.number] ?? time, time)
        }
        return times
    }

    private func chapters(until end: CMTime, startTime: CMTime) -> [Chapter] {
        let shown = (preferredEdition?.chapters ?? []).filter { !$0.isHidden && $0.start.isNumeric }
        let sorted = shown.sorted { $0.start < $1.start }
        return sorted.enumerated().compactMap { index, chapter in
            let start = chapter.start - startTime
            let next = sorted.indices.contains(index + 1) ? sorted[index + 1].start - startTime : end
            let stop = chapter.end.map { $0 - startTime } ?? next
            guard start.isNumeric, stop.isNumeric, stop >= start else { return nil }
            return Chapter(
                title: chapter.titles.first?.text ?? "",
                timeRange: CMTimeRange(start: start, end: stop),
                language: chapter.titles.first?.language ?? "und"
            )
        }
    }
}

extension MatroskaTrack {
    fileprivate var mediaType: AVMediaType {
        switch kind {
        case .video: .video
        case .audio: .audio
        case .subtitle: .subtitle
        default: .metadata
        }
    }

    /// Lays over what the track's own entry says.
    fileprivate func describe(_ facts: inout TrackFacts, entries: [TagEntry]) {
        facts.isEnabled = isEnabled
        facts.isDefault = isDefault
        facts.isForced = isForced
        facts.isProtected = isProtected
        facts.title = name
        facts.languageCode = language == "und" ? nil : language
        facts.extendedLanguageTag = extendedLanguage
        facts.metadata = entries.map(MetadataEntry.init)
        facts.encoder = entries.first { $0.key == "ENCODER" }?.value.text
        if isForVisualImpaired == true { facts.characteristics.insert(.describesVideoForAccessibility) }
        if isForHearingImpaired == true { facts.characteristics.insert(.transcribesSpokenDialogForAccessibility) }
        if isOriginal == true { facts.characteristics.insert(.isOriginalContent) }
        if isCommentary == true { facts.characteristics.insert(.isAuxiliaryContent) }
        if let defaultDuration, kind == .video {
            facts.video?.minimumFrameDuration = CMTime(value: defaultDuration, timescale: 1_000_000_000)
        }
    }
}

extension MetadataEntry {
    init(_ entry: TagEntry) {
        let value: Value =
            switch entry.value {
            case .text(let text): .text(text)
            case .number(let number): .integer(number)
            case .data(let bytes): .data(bytes)
            case .stored(let stored): .stored(stored.extent.offset..<stored.extent.end)
            }
        self.init(
            keySpace: AVMetadataKeySpace(rawValue: entry.keySpace.rawValue),
            key: entry.key,
            value: value,
            commonKey: entry.commonKey,
            dataType: entry.mimeType.flatMap(Self.dataType),
            language: entry.language,
            info: entry.name
        )
    }

    /// A picture that is attached to the file is its cover.
    fileprivate init?(_ attachment: MatroskaAttachment) {
        guard attachment.isCover, let extent = attachment.extent else { return nil }
        self.init(
            keySpace: AVMetadataKeySpace(rawValue: "org.matroska"),
            key: attachment.name,
            value: .stored(extent.offset..<extent.end),
            commonKey: "artwork",
            dataType: Self.dataType(attachment.mimeType)
        )
    }

    private static func dataType(_ mimeType: String) -> String? {
        switch mimeType.lowercased() {
        case "image/jpeg", "image/jpg": "com.apple.metadata.datatype.JPEG"
        case "image/png": "com.apple.metadata.datatype.PNG"
        default: nil
        }
    }
}
