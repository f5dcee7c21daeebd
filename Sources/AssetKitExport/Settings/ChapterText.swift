internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// Reads lists of chapters: WebVTT, FFmpeg's metadata files, `CHAPTER01=` lines, or a time and a title on each line.
struct ChapterText {
    struct Problem: Error {
        let line: Int
        let reason: String
    }

    private var chapters: [AKExportOptions.Chapter] = []

    static func chapters(in text: String) throws(Problem) -> [AKExportOptions.Chapter] {
        var reader = ChapterText()
        let lines = text.drop { $0 == "\u{feff}" }.split(omittingEmptySubsequences: false) { $0.isNewline }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let first = lines.first { !$0.isEmpty } ?? ""
        if first.hasPrefix("WEBVTT") {
            try reader.readCues(lines)
        } else if first.hasPrefix(";FFMETADATA") {
            try reader.readSections(lines)
        } else if first.uppercased().hasPrefix("CHAPTER"), first.contains("=") {
            try reader.readNumbered(lines)
        } else {
            try reader.readLines(lines)
        }
        return reader.chapters
    }

    private mutating func add(_ title: String, from start: CMTime, to end: CMTime = .positiveInfinity) {
        let range = CMTimeRange(start: start, end: end)
        chapters.append(AKExportOptions.Chapter(title: title, timeRange: range))
    }

    // MARK: WebVTT

    private mutating func readCues(_ lines: [String]) throws(Problem) {
        var number = 0
        while number < lines.count {
            defer { number += 1 }
            guard let arrow = lines[number].range(of: "-->") else { continue }
            let ends = lines[number][arrow.upperBound...].split(separator: " ").first.map(String.init) ?? ""
            guard let start = Self.time(String(lines[number][..<arrow.lowerBound])), let end = Self.time(ends),
                end >= start
            else { throw Problem(line: number + 1, reason: "'\(lines[number])' is no time and a later one") }
            var title: [String] = []
            while number + 1 < lines.count, !lines[number + 1].isEmpty {
                number += 1
                title.append(lines[number])
            }
            add(StyledText(markup: title.joined(separator: " "), .webVTT).plain, from: start, to: end)
        }
    }

    // MARK: FFmpeg's metadata files

    private mutating func readSections(_ lines: [String]) throws(Problem) {
        var (isChapter, line) = (false, 0)
        var values: [String: String] = [:]
        for (number, text) in lines.enumerated() where !text.hasPrefix(";") && !text.hasPrefix("#") {
            guard !text.hasPrefix("[") else {
                if isChapter { try addSection(values, line) }
                (isChapter, line, values) = (text.uppercased() == "[CHAPTER]", number + 1, [:])
                continue
            }
            guard let equals = text.firstIndex(of: "=") else { continue }
            let value = text[text.index(after: equals)...].replacing("\\", with: "")
            values[text[..<equals].uppercased()] = String(value)
        }
        if isChapter { try addSection(values, line) }
    }

    private mutating func addSection(_ values: [String: String], _ line: Int) throws(Problem) {
        let base = (values["TIMEBASE"] ?? "1/1000000000").split(separator: "/").compactMap { Int64($0) }
        guard base.count == 2, base[0] > 0, let scale = CMTimeScale(exactly: base[1]), scale > 0,
            let start = values["START"].flatMap({ Int64($0) })?.multipliedReportingOverflow(by: base[0]),
            !start.overflow
        else { throw Problem(line: line, reason: "the chapter has no START that can be counted in its TIMEBASE") }
        let end = values["END"].flatMap { Int64($0) }?.multipliedReportingOverflow(by: base[0])
        let stop = end.flatMap { $0.overflow ? nil : CMTime(value: $0.partialValue, timescale: scale) }
        add(
            values["TITLE"] ?? "",
            from: CMTime(value: start.partialValue, timescale: scale),
            to: stop ?? .positiveInfinity
        )
    }

    // MARK: Lines

    private mutating func readNumbered(_ lines: [String]) throws(Problem) {
        var names: [String: String] = [:]
        var starts: [(key: String, start: CMTime)] = []
        for (number, line) in lines.enumerated() {
            guard let equals = line.firstIndex(of: "=") else { continue }
            let (key, value) = (line[..<equals].uppercased(), String(line[line.index(after: equals)...]))
            if key.hasSuffix("NAME") {
                names[String(key.dropLast(4))] = value
            } else if let start = Self.time(value) {
                starts.append((key, start))
            } else {
                throw Problem(line: number + 1, reason: "'\(value)' is no time")
            }
        }
        for (key, start) in starts { add(names[key] ?? "", from: start) }
    }

    private mutating func readLines(_ lines: [String]) throws(Problem) {
        for (number, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            let words = line.split(maxSplits: 1) { $0 == " " || $0 == "\t" }.map(String.init)
            guard let start = Self.time(words[0]) else {
                throw Problem(line: number + 1, reason: "'\(words[0])' is no time; a line is a time and a title")
            }
            var title = words.count > 1 ? words[1] : ""
            for dash in ["- ", "– ", "— "] where title.hasPrefix(dash) { title = String(title.dropFirst(2)) }
            add(title.trimmingCharacters(in: .whitespaces), from: start)
        }
    }

    /// `1:02:03.5`, `2:03` or `123.5`, to the billionth of a second.
    private static func time(_ text: String) -> CMTime? {
        let text = text.trimmingCharacters(in: .whitespaces).replacing(",", with: ".")
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds: Int64 = 0
        for part in parts.dropLast() {
            guard let number = Int64(part), (0..<1_000_000).contains(number) else { return nil }
            seconds = (seconds + number) * 60
        }
        let last = parts[parts.count - 1].split(separator: ".", omittingEmptySubsequences: false)
        let digits = last.count == 2 ? last[1].prefix(9) : ""
        guard last.count <= 2, let whole = Int64(last[0]), (0..<1_000_000_000).contains(whole),
            digits.isEmpty || UInt64(digits) != nil
        else { return nil }
        let scale = digits.reduce(Int32(1)) { scale, _ in scale * 10 }
        return CMTime(value: (seconds + whole) * Int64(scale) + (Int64(digits) ?? 0), timescale: scale)
    }
}
