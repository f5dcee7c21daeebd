internal import CMTimeLib

/// What the adjustments of FCPXML cannot say exactly, in a note on the clip: `assetkit: {…}`.
enum FCPXMLNote {
    private static let prefix = ExactMetadata.name + ": "

    static func element(_ effects: EditEffects) -> MarkupElement? {
        guard let value = ExactMetadata.make(ExactMetadata.members(of: effects)) else { return nil }
        var element = MarkupElement("note")
        element.text = prefix + JSONWriter.writeCompactly(value)
        return element
    }

    /// The effects that a note of ours has; nil for other notes.
    static func effects(_ element: MarkupElement) -> EditEffects? {
        guard element.text.hasPrefix(prefix) else { return nil }
        let bytes = Array(element.text.dropFirst(prefix.count).utf8)
        guard let value = try? JSONParser.parse(bytes), ExactMetadata.isReadable(value) else { return nil }
        let (effects, broken) = ExactMetadata.effects(value)
        return broken.isEmpty ? effects : nil
    }
}

extension FCPXMLReader {
    /// The effects of an item: the exact ones of a note, where the adjustments are still those that were written with it.
    mutating func effects(
        of element: MarkupElement,
        _ place: FCPXMLPlace,
        source: EditSize?
    ) throws(InterchangeError) -> EditEffects {
        let adjustments = FCPXMLAdjustments(frame: size, source: source, start: place.localStart)
        let (plain, problems) = try adjustments.effects(of: element)
        for problem in problems { warnings.add("\(problem) is left out (line \(element.line))") }
        for note in element.all("note") {
            guard let exact = FCPXMLNote.effects(note) else {
                leaveOut(note)
                continue
            }
            let written = MarkupElement(element.name, [:], adjustments.elements(of: exact).elements)
            if try adjustments.effects(of: written).effects.isClose(to: plain) { return exact }
            warnings.add(
                "the effects of a clip were changed after its note was written, and count (line \(element.line))"
            )
        }
        return plain
    }
}

extension EditEffects {
    /// As close as another program leaves them when it writes them anew.
    fileprivate func isClose(to other: EditEffects) -> Bool {
        volume.areClose(to: other.volume) && opacity.areClose(to: other.opacity)
            && transform.areClose(to: other.transform) && crop.areClose(to: other.crop)
    }
}

extension Array {
    fileprivate func areClose<Value>(to other: [EditRamp<Value>]) -> Bool where Element == EditRamp<Value> {
        let tolerance = CMTime(value: 1, timescale: 1000)
        func areClose(_ first: Value, _ second: Value) -> Bool {
            zip(first.numbers, second.numbers).allSatisfy { abs($0 - $1) <= 0.001 * Swift.max(1, abs($0)) }
        }
        return count == other.count
            && zip(self, other).allSatisfy { first, second in
                first.range.start.isClose(to: second.range.start, within: tolerance)
                    && first.range.end.isClose(to: second.range.end, within: tolerance)
                    && areClose(first.start, second.start) && areClose(first.end, second.end)
            }
    }
}
