/// The value of a tag as the file holds it.
package enum TagValue: Hashable, Sendable {
    case text(String)
    case number(Int64)
    case data([UInt8])
    /// Bytes that are read when somebody asks for them.
    case stored(StoredTagData)

    package var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    package var stored: StoredTagData? {
        if case .stored(let stored) = self { return stored }
        return nil
    }
}
