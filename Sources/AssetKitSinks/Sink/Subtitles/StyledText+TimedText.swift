internal import AssetKitBitstream
internal import AssetKitISOMedia

extension StyledText {
    /// A sample of timed text or of QuickTime's text: a length, the text, and boxes of which one tells styles
    /// (3GPP TS 26.245, 5.17).
    init(timedText bytes: [UInt8]) {
        self.init()
        guard bytes.count >= 2 else { return }
        let count = Int(bytes[0]) << 8 | Int(bytes[1])
        let text = ISOText.text(Array(bytes.dropFirst(2).prefix(count)))
        var styles = Self.styles(bytes.dropFirst(2 + count))[...]
        guard !styles.isEmpty else {
            append(text, [])
            return
        }
        // Positions count characters; the ranges of styles come in ascending order.
        for (index, scalar) in text.unicodeScalars.enumerated() {
            while let first = styles.first, first.range.upperBound <= index { styles.removeFirst() }
            let style = styles.first.flatMap { $0.range.contains(index) ? $0.style : nil } ?? []
            append(String(scalar), style)
        }
    }

    /// The sample of timed text.
    var timedText: [UInt8] {
        var text: [UInt8] = []
        for scalar in plain.unicodeScalars {
            let units = Array(String(scalar).utf8)
            guard text.count + units.count <= 0xFFFF else { break }
            text += units
        }
        var bytes: [UInt8] = []
        bytes.appendBig(UInt16(text.count))
        bytes += text
        var (records, place, count): ([UInt8], Int, UInt16) = ([], 0, 0)
        for run in runs {
            let end = place + run.text.unicodeScalars.count
            if !run.style.isEmpty, end <= 0xFFFF {
                records.appendBig(UInt16(place))
                records.appendBig(UInt16(end))
                // The first font, its face, its size, white.
                records += [0, 1, run.style.rawValue, 16, 255, 255, 255, 255]
                count += 1
            }
            place = end
        }
        guard count > 0 else { return bytes }
        bytes.appendBig(UInt32(10 + records.count))
        bytes += Array("styl".utf8)
        bytes.appendBig(count)
        return bytes + records
    }

    private static func styles(_ boxes: ArraySlice<UInt8>) -> [(range: Range<Int>, style: Style)] {
        var rest = boxes
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard (8...rest.count).contains(size) else { return [] }
            let body = Array(rest.prefix(size).dropFirst(8))
            if rest.dropFirst(4).starts(with: Array("styl".utf8)), body.count >= 2 { return records(body) }
            rest = rest.dropFirst(size)
        }
        return []
    }

    private static func records(_ body: [UInt8]) -> [(range: Range<Int>, style: Style)] {
        let count = Int(body[0]) << 8 | Int(body[1])
        let found = (0..<count).compactMap { index -> (range: Range<Int>, style: Style)? in
            let start = 2 + index * 12
            guard body.count >= start + 12 else { return nil }
            let from = Int(body[start]) << 8 | Int(body[start + 1])
            let end = Int(body[start + 2]) << 8 | Int(body[start + 3])
            return from < end ? (from..<end, Style(rawValue: body[start + 6] & 7)) : nil
        }
        return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}
