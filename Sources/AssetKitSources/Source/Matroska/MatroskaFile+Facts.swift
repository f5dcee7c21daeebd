internal import AssetKitBase
package import AssetKitContainers
package import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

// What a Matroska file says in its own words, laid over what FFmpeg's demuxer made of it.

extension MatroskaFile {
    /// Completes facts whose tracks stand in the file's order: FFmpeg shows every track that it can name.
    func complete(_ facts: inout MediaFacts, from window: ByteWindow, isPrecise: Bool, flag: CancellationFlag) throws {
        facts.fileType = isWebM ? .akWebM : .akMatroska
        facts.creationDate = info.dateSeconds.map(Date.init(timeIntervalSince1970:))
        facts.warnings += problems.all.map { "\($0.text), at byte \($0.offset)" }
        let shown = tracks.filter { [.video, .audio, .subtitle, .metadata].contains($0.kind) }
        let pairs = zip(facts.tracks.indices, shown).filter { facts.tracks[$0.0].mediaType == $0.1.mediaType }
        for (index, track) in pairs {
            facts.tracks[index].trackID = Int32(clamping: track.number)
            track.describe(&facts.tracks[index], entries: entries(ofTrack: track.uniqueNumber))
        }
        facts.metadata = entries.map(MetadataEntry.init) + covers.compactMap(MetadataEntry.init)
        try setTimes(of: &facts, from: window, isPrecise: isPrecise, flag: flag)
        facts.chapters = chapters(until: facts.duration, startTime: facts.startTime)
    }

    /// The pictures that are called covers, and where none is, all pictures that are attached.
    private var covers: [MatroskaAttachment] {
        let named = attachments.filter(\.isCover)
        return named.isEmpty ? attachments.filter(\.isPicture) : named
    }

    private func chapters(until end: CMTime, startTime: CMTime) -> [Chapter] {
        let shown = (preferredEdition?.chapters ?? []).filter { !$0.isHidden && $0.start.isNumeric }
        let sorted = shown.sorted { $0.start < $1.start }
        return sorted.enumerated().flatMap { index, chapter -> [Chapter] in
            let start = chapter.start - startTime
            let next = sorted.indices.contains(index + 1) ? sorted[index + 1].start - startTime : end
            let stop = chapter.end.map { $0 - startTime } ?? next
            guard start.isNumeric, stop.isNumeric, stop >= start else { return [] }
            let range = CMTimeRange(start: start, end: stop)
            var titles: [Chapter] = []
            for title in chapter.titles.prefix(64) {
                let language = title.language ?? "und"
                guard !titles.contains(where: { $0.language == language }) else { continue }
                titles.append(Chapter(title: title.text, timeRange: range, language: language))
            }
            return titles.isEmpty ? [Chapter(title: "", timeRange: range)] : titles
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
        facts.largestAdditionNumber = maximumAdditionNumber
        // FFmpeg has one name for all kinds of ProRes.
        if facts.knownCodec == .proRes, let code = fourCharCode, code != facts.codec {
            facts.codec = code
            for index in facts.descriptions.indices { facts.descriptions[index].codec = code }
            CodecHeaders.describeCodec(of: &facts)
        }
        facts.languageCode = language == "und" ? nil : language
        facts.extendedLanguageTag = extendedLanguage
        facts.metadata = entries.map(MetadataEntry.init)
        facts.encoder = entries.first { $0.key == "ENCODER" }?.value.text
        if isForVisualImpaired == true { facts.characteristics.insert(.describesVideoForAccessibility) }
        if isForHearingImpaired == true { facts.characteristics.insert(.transcribesSpokenDialogForAccessibility) }
        if isOriginal == true { facts.characteristics.insert(.isOriginalContent) }
        if isCommentary == true { facts.characteristics.insert(.isAuxiliaryContent) }
        if let video { describe(&facts.video, video) }
        if let defaultDuration, kind == .video {
            facts.video?.minimumFrameDuration = CMTime(value: defaultDuration, timescale: 1_000_000_000)
        }
    }
}

extension MatroskaTrack {
    /// Lays over what FFmpeg's demuxer does not read: cropping, and how pictures are rotated.
    private func describe(_ facts: inout VideoFacts?, _ video: MatroskaVideo) {
        guard var own = facts else { return }
        let shown = video.croppedSize
        if (shown.width, shown.height) != (video.pixelWidth, video.pixelHeight), shown.width > 0, shown.height > 0,
            (own.codedWidth, own.codedHeight) == (video.pixelWidth, video.pixelHeight)
        {
            own.cleanAperture = CGRect(x: video.cropLeft, y: video.cropTop, width: shown.width, height: shown.height)
            let shape = video.pixelAspectRatio
            own.pixelAspect = VideoFacts.PixelAspect(horizontal: shape.horizontal, vertical: shape.vertical)
            own.naturalSize = own.sizeWithSquarePixels
        }
        if let orientation = video.projection?.orientation {
            own.transform = orientation.transform.startingAtOrigin(own.naturalSize)
        }
        facts = own
    }
}

extension MetadataEntry {
    package init(_ entry: TagEntry) {
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

    /// A picture that is attached to the file.
    fileprivate init?(_ attachment: MatroskaAttachment) {
        guard let extent = attachment.extent else { return nil }
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
