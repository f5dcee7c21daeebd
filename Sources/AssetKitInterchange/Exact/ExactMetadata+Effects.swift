internal import CMTimeLib

// Ramps of a clip: `[{"range": [start, duration], "from": 1, "to": 0.5}]`, with lists of numbers for transforms
// (a, b, c, d, tx, ty) and crops (x, y, width, height).

extension ExactMetadata {
    static func members(of effects: EditEffects) -> [String: JSONValue] {
        let all = [
            "volume": list(effects.volume), "opacity": list(effects.opacity), "transform": list(effects.transform),
            "crop": list(effects.crop),
        ]
        return all.filter { $0.value != .array([]) }
    }

    /// The ramps of a clip's metadata, and the names of the lists that are not what they should be.
    static func effects(_ metadata: JSONValue) -> (effects: EditEffects, broken: [String]) {
        var broken: [String] = []
        func read<Value>(_ name: String) -> [EditRamp<Value>] {
            guard let value = metadata[name] else { return [] }
            guard let ramps: [EditRamp<Value>] = ramps(value) else {
                broken.append(name)
                return []
            }
            return ramps
        }
        let effects = EditEffects(
            volume: read("volume"),
            opacity: read("opacity"),
            transform: read("transform"),
            crop: read("crop")
        )
        return (effects, broken)
    }

    private static func list<Value>(_ ramps: [EditRamp<Value>]) -> JSONValue {
        .array(
            ramps.map { ramp in
                .object(["range": pair(ramp.range), "from": value(ramp.start), "to": value(ramp.end)])
            }
        )
    }

    private static func value(_ value: some EditValue) -> JSONValue {
        let numbers = value.numbers.map(JSONValue.double)
        return numbers.count == 1 ? numbers[0] : .array(numbers)
    }

    /// Nil unless all are whole, in order and do not overlap.
    private static func ramps<Value>(_ value: JSONValue) -> [EditRamp<Value>]? {
        guard let elements = value.arrayValue else { return nil }
        var ramps: [EditRamp<Value>] = []
        for element in elements {
            guard let range = range(element["range"]), let start: Value = numbers(element["from"]),
                let end: Value = numbers(element["to"]), range.start >= ramps.last?.range.end ?? .zero
            else { return nil }
            ramps.append(EditRamp(range: range, start: start, end: end))
        }
        return ramps
    }

    private static func numbers<Value: EditValue>(_ value: JSONValue?) -> Value? {
        guard let value else { return nil }
        let elements = value.arrayValue ?? [value]
        let numbers = elements.compactMap(\.doubleValue)
        return numbers.count == elements.count ? Value(numbers: numbers) : nil
    }
}
