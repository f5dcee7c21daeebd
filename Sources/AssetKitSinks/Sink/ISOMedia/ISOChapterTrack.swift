internal import AssetKitISOMedia
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// A track of texts that are the titles of chapters in one language.
struct ISOChapterTrack {
    let id: UInt32
    let timescale: CMTimeScale
    let language: String
    /// The bytes of all its samples, one behind the other.
    let data: [UInt8]
    private var table = ISOWrittenTable()
    private let start: Int64

    init(_ chapters: [Chapter], language: String, id: UInt32) throws(ISOWritingError) {
        self.id = id
        self.language = language
        let sorted = chapters.sorted { $0.timeRange.start < $1.timeRange.start }
        let times = sorted.map(\.timeRange.start) + sorted.suffix(1).map(\.timeRange.end)
        timescale = SinkTicks.commonTimescale(times.map(SinkTicks.neededTimescale) + [1000]) ?? 90_000
        start = try SinkTicks.ticks(sorted[0].timeRange.start, timescale)
        var data: [UInt8] = []
        for (number, chapter) in sorted.enumerated() {
            let begin = try SinkTicks.ticks(chapter.timeRange.start, timescale)
            let isLast = number == sorted.count - 1
            let stop = isLast ? chapter.timeRange.end : sorted[number + 1].timeRange.start
            let end = stop.isNumeric ? try SinkTicks.ticks(stop, timescale) : begin
            let sample = Self.sample(chapter.title)
            data += sample
            let duration = UInt32(clamping: max(0, end - begin))
            try table.append(
                ISOWrittenTable.Sample(size: UInt32(sample.count), decodeTicks: begin - start, duration: duration)
            )
        }
        self.data = data
    }

    /// A count of bytes, the text, and a box that says that it is UTF-8.
    private static func sample(_ title: String) -> [UInt8] {
        let text = ISOMovieWriter.cut(title, to: Int(UInt16.max))
        var bytes = ISOBytes()
        bytes.u16(UInt16(text.count))
        bytes.append(text)
        bytes.box("encd") { $0.u32(0x100) }
        return bytes.bytes
    }

    /// Notes where ``data`` lies in the file.
    mutating func place(at offset: Int64) { table.appendChunk(samples: table.count, at: offset, format: 0) }

    func content(movieTimescale: CMTimeScale) throws(ISOWritingError) -> ISOTrackContent {
        let format = CMFormatDescription(type: kCMMediaType_Text, subtype: ISOCode("text").rawValue)
        let entry = try ISOSampleEntry(format: format, isQuickTime: true).bytes()
        var content = ISOTrackContent(id: id, handler: "text", timescale: UInt32(timescale), entries: [entry])
        content.isEnabled = false
        content.languageCode = ISOLanguage(tag: language) == nil ? nil : language
        if content.languageCode == nil, language != "und" { content.extendedLanguageTag = language }
        content.table = table
        var edits = ISOEdits(movieTimescale: movieTimescale, timescale: timescale, mediaZero: start)
        try edits.presentAll(from: start, until: start + table.decodeEnd)
        (content.edits, content.duration) = (edits.edits, UInt64(edits.end))
        return content
    }
}
