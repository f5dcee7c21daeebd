/// What a document says beside what a composition can show: kept as it was read, and written back where the format can
/// carry it.
package struct EditExtras: Sendable, Equatable {
    /// Under the names that programs chose for theirs.
    package var metadata: [String: JSONValue]
    /// Effects that nothing here understands.
    package var effects: [JSONValue]
    /// Members of the object itself: a colour, media in other resolutions, what later versions brought.
    package var fields: [String: JSONValue]

    package init(
        metadata: [String: JSONValue] = [:],
        effects: [JSONValue] = [],
        fields: [String: JSONValue] = [:]
    ) {
        self.metadata = metadata
        self.effects = effects
        self.fields = fields
    }

    package var isEmpty: Bool { metadata.isEmpty && effects.isEmpty && fields.isEmpty }
}
