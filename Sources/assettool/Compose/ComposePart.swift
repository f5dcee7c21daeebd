import AssetKit

/// A part of a file as it is named on the command line: `a.mp4@0:10..0:20`, or all of a file.
struct ComposePart: Sendable {
    let file: String
    /// nil for all of the file.
    let interval: TrimOptions.Interval?

    /// An argument that is the name of a file is that file. Otherwise the name ends at the first `@` behind which a stretch
    /// stands; names and times may have an `@` in them. `isOfFile`: timecodes are those of the file, and need no rate.
    init(
        _ text: String,
        _ verb: String,
        isOfFile: Bool = false,
        isFile: (String) -> Bool = { access($0, F_OK) == 0 }
    ) throws(UsageError) {
        guard !text.isEmpty else { throw UsageError("a file has no name", verb) }
        guard !isFile(text) else {
            (file, interval) = (text, nil)
            return
        }
        let places = text.indices.filter { text[$0] == "@" && $0 > text.startIndex }
        for place in places {
            guard let interval = Self.interval(text[text.index(after: place)...], isOfFile) else { continue }
            (file, self.interval) = (String(text[..<place]), interval)
            return
        }
        // A file with something behind it is meant, and only the times are wrong.
        if let place = places.first(where: { isFile(String(text[..<$0])) }) {
            let (name, rest) = (text[..<place], text[text.index(after: place)...])
            throw UsageError("\(quoted(rest)) is no part of \(quoted(name)); give A..B, such as @0:10..0:20", verb)
        }
        (file, interval) = (text, nil)
    }

    /// `A..B`, of which one may be missing; nil for anything else, also for three dots: nobody means a fraction by the last.
    private static func interval(_ text: Substring, _ isOfFile: Bool) -> TrimOptions.Interval? {
        guard let dots = text.range(of: ".."), !text.contains("...") else { return nil }
        let (start, end) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
        guard !(start.isEmpty && end.isEmpty) else { return nil }
        let from = try? TimeArgument(start, isOfFile: isOfFile)
        let to = try? TimeArgument(end, isOfFile: isOfFile)
        guard start.isEmpty || from != nil, end.isEmpty || to != nil else { return nil }
        return TrimOptions.Interval(from: from, to: to)
    }

    /// Where it begins and ends, as far as that is said.
    private var times: [TimeArgument] { [interval?.from, interval?.to].compactMap { $0 } }
    /// Only a list of the video's pictures says what its times are.
    var needsFrames: Bool { times.contains(where: \.needsFrames) }
    /// Some of its times are timecodes.
    var hasTimecode: Bool { times.contains(where: \.isTimecode) }
}
