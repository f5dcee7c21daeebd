internal import CMTimeLib

// A value of an adjustment stands in an attribute, or in a parameter with key frames, whose times are the element's own.

/// Two numbers, as positions and scales have.
struct FCPXMLPair: EditValue {
    var x: Double
    var y: Double

    var numbers: [Double] { [x, y] }

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    init?(numbers: [Double]) {
        guard numbers.count == 2 else { return nil }
        self.init(numbers[0], numbers[1])
    }
}

extension MarkupElement {
    /// The value of an adjustment over the element's own time; nil where nothing is said.
    func curve<Value>(
        _ name: String,
        reading read: (String) -> Value?
    ) throws(InterchangeError) -> FCPXMLCurve<Value>? {
        let parameter = children.first { $0.name == "param" && $0["name"]?.lowercased() == name }
        var keys: [FCPXMLCurve<Value>.Key] = []
        for frame in parameter?.first("keyframeAnimation")?.all("keyframe") ?? [] {
            guard let time = try frame.time("time"), let value = frame["value"].flatMap(read) else {
                throw InterchangeError("a key frame has a time and a value", at: frame.place)
            }
            guard keys.last.map({ $0.time < time }) ?? true else {
                throw InterchangeError("key frames stand in the order of their times", at: frame.place)
            }
            keys.append(FCPXMLCurve<Value>.Key(time: time, value: value))
        }
        if let curve = FCPXMLCurve(keys: keys) { return curve }
        guard let text = parameter?["value"] ?? self[name] else { return nil }
        guard let value = read(text) else {
            throw InterchangeError("'\(text.shortened)' is no value of '\(name)'", at: place)
        }
        return FCPXMLCurve(constant: value)
    }

    /// Puts a value into an attribute, or with key frames into a parameter, its times counted from `start` on.
    mutating func set<Value>(
        _ name: String,
        _ curve: FCPXMLCurve<Value>,
        from start: CMTime,
        writing write: (Value) -> String
    ) {
        guard !curve.isConstant else {
            attributes[name] = write(curve.keys[0].value)
            return
        }
        let frames = curve.keys.map { key in
            MarkupElement(
                "keyframe",
                ["time": start.plus(key.time).fcpxml, "value": write(key.value), "curve": "linear"]
            )
        }
        let animation = MarkupElement("keyframeAnimation", [:], frames)
        children.append(MarkupElement("param", ["name": name], [animation]))
    }
}

enum FCPXMLNumber {
    /// Numbers with spaces between them, of a size that a picture can have to do with.
    static func values(_ text: String) -> [Double]? {
        let parts = text.split(separator: " ").map { Double($0) }
        let numbers = parts.compactMap(\.self)
        return numbers.count == parts.count && numbers.allSatisfy { abs($0) < 1e9 } ? numbers : nil
    }

    static func value(_ text: String) -> Double? { values(text).flatMap { Double(numbers: $0) } }

    static func pair(_ text: String) -> FCPXMLPair? { values(text).flatMap { FCPXMLPair(numbers: $0) } }

    /// To a millionth, and without a minus before zero.
    static func text(_ number: Double) -> String {
        let rounded = (number * 1_000_000).rounded() / 1_000_000
        let text = "\(rounded == 0 ? 0 : rounded)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func text(_ pair: FCPXMLPair) -> String { "\(text(pair.x)) \(text(pair.y))" }
}
