internal import CMTimeLib
internal import Foundation

/// The comments of Vorbis, which Opus, Theora, Speex and FLAC have as well.
package struct VorbisComment: Sendable {
    static let pictureKey = "METADATA_BLOCK_PICTURE"

    /// The name of the program that encoded.
    package var vendor = ""
    package var entries: [TagEntry] = []
    package var chapters: [TagChapter] = []
    package var problems = ProblemList()

    /// Reads comments; what the bytes do not hold any more is left out and noted.
    package init(_ bytes: [UInt8], at offset: Int64 = 0, limits: TagLimits = TagLimits()) {
        var reader = FieldReader(bytes)
        guard let length = reader.little(4), let vendor = reader.take(Int(length)) else {
            problems.add("comments are cut off", at: offset)
            return
        }
        self.vendor = TagText.utf8(vendor)
        guard let count = reader.little(4) else {
            problems.add("comments are cut off", at: offset)
            return
        }
        var marks = VorbisChapters()
        for _ in 0..<min(Int(count), limits.entryCount) {
            guard let length = reader.little(4), let bytes = reader.take(Int(length)) else {
                problems.add("comments are cut off", at: offset + Int64(reader.position))
                break
            }
            add(bytes, marks: &marks)
        }
        chapters = marks.chapters(limit: limits.chapterCount)
    }

    private mutating func add(_ comment: ArraySlice<UInt8>, marks: inout VorbisChapters) {
        guard let equals = comment.firstIndex(of: 0x3d) else {
            problems.add("a comment has no name", at: 0)
            return
        }
        let key = TagText.utf8(comment[..<equals])
        let value = comment[(equals + 1)...]
        if key.uppercased() == Self.pictureKey, let entry = Self.picture(value, key: key) {
            entries.append(entry)
        } else {
            let text = TagText.utf8(value)
            marks.add(key: key.uppercased(), text)
            entries.append(TagEntry(.vorbis, key, .text(text)))
        }
    }

    private static func picture(_ text: ArraySlice<UInt8>, key: String) -> TagEntry? {
        guard let record = Data(base64Encoded: Data(text), options: .ignoreUnknownCharacters),
            let picture = FLACPicture(Array(record.prefix(1 << 16))), picture.dataOffset <= record.count
        else { return nil }
        let data = record.dropFirst(picture.dataOffset).prefix(picture.dataCount)
        return picture.entry(key, .data(Array(data)))
    }
}

/// Chapters from comments named `CHAPTER001`, `CHAPTER001NAME` and `CHAPTER001URL`.
struct VorbisChapters {
    private var starts: [Int: CMTime] = [:]
    private var names: [Int: String] = [:]
    private var links: [Int: String] = [:]

    mutating func add(key: String, _ text: String) {
        guard key.hasPrefix("CHAPTER") else { return }
        let rest = key.dropFirst(7)
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard (1...6).contains(digits.count), let number = Int(digits) else { return }
        switch rest.dropFirst(digits.count) {
        case "": starts[number] = Self.time(text)
        case "NAME": names[number] = text
        case "URL": links[number] = text
        default: break
        }
    }

    func chapters(limit: Int) -> [TagChapter] {
        starts.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(limit).map { number, start in
            var chapter = TagChapter(identifier: String(number), start: start)
            if let name = names[number] { chapter.titles = [.init(text: name)] }
            if let link = links[number] { chapter.entries = [TagEntry(.vorbis, "URL", .text(link))] }
            return chapter
        }
    }

    /// `HH:MM:SS.mmm`, with any number of digits behind the point.
    static func time(_ text: String) -> CMTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]),
            (0..<1_000_000).contains(hours), (0..<60).contains(minutes)
        else { return nil }
        let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = seconds.first.flatMap({ Int64($0) }), (0..<60).contains(whole), seconds.count <= 2 else {
            return nil
        }
        let digits = seconds.count == 2 ? seconds[1].prefix(9) : ""
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        let padded = digits + String(repeating: "0", count: max(0, 3 - digits.count))
        var scale: Int64 = 1
        for _ in padded { scale *= 10 }
        let value = ((hours * 60 + minutes) * 60 + whole) * scale + (Int64(padded) ?? 0)
        return CMTime(value: value, timescale: CMTimeScale(clamping: scale))
    }
}
