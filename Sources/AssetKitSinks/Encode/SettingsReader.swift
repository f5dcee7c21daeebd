internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import CMTimeLib
internal import Foundation

/// Reads values out of a client's dictionary of settings. What is there and has another type throws, by name.
struct SettingsReader {
    private let values: [String: Any]
    /// What the dictionary is called in sentences.
    private let name: String

    init(_ values: [String: Any], _ name: String) { (self.values, self.name) = (values, name) }

    /// Throws for keys that nobody knows.
    func check(_ known: Set<String>) throws(MediaProblem) {
        guard let unknown = values.keys.filter({ !known.contains($0) }).min() else { return }
        throw .unsupported("\(name) cannot have the key '\(unknown)'")
    }

    func number(_ key: String) throws(MediaProblem) -> Number? {
        guard let value = values[key] else { return nil }
        guard let number = Number(value) else { throw .unsupported("\(name) has no number for \(key), but '\(value)'") }
        return number
    }

    func whole(_ key: String) throws(MediaProblem) -> Int? {
        guard let number = try number(key) else { return nil }
        guard let whole: Int = number.whole() else {
            throw .unsupported("\(name) has no whole number for \(key), but \(number.double)")
        }
        return whole
    }

    func required(_ key: String) throws(MediaProblem) -> Int {
        guard let value = try whole(key) else { throw .unsupported("\(name) has no value for \(key)") }
        return value
    }

    func text(_ key: String, among known: [String]? = nil) throws(MediaProblem) -> String? {
        guard let value = values[key] else { return nil }
        guard let text = PropertyList.text(value) else {
            throw .unsupported("\(name) has no text for \(key), but '\(value)'")
        }
        guard known.map({ $0.contains(text) }) ?? true else {
            throw .unsupported("\(name) cannot have '\(text)' for \(key)")
        }
        return text
    }

    func dictionary(_ key: String) throws(MediaProblem) -> [String: Any]? {
        guard let value = values[key] else { return nil }
        guard let dictionary = PropertyList.dictionary(value) else {
            throw .unsupported("\(name) has no dictionary for \(key), but '\(value)'")
        }
        return dictionary
    }

    /// The number of ITU-T H.273 of a text of Core Video's; "not known" where nothing is said.
    func code(_ key: String, _ find: (CFString?) -> Int32) throws(MediaProblem) -> Int32 {
        guard let text = try text(key) else { return PictureColor.unknown }
        let code = find(text)
        guard code != PictureColor.unknown else { throw .unsupported("\(name) cannot have '\(text)' for \(key)") }
        return code
    }

    /// Bytes, or what a value of Swift has instead.
    func value(_ key: String) -> Any? { values[key] }
}
