/// What a segment shows, without the place where it does.
struct EditContent: Sendable {
    /// A `SourceHolder` of what the list calls a source.
    let source: any AnyObject & Sendable
    var map: EditMap
}
