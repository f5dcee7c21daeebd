/// What a segment shows, without the place where it does.
struct EditContent<Source: Sendable & Hashable>: Sendable {
    let source: Source
    var map: EditMap
}
