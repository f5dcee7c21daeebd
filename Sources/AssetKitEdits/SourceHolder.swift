/// Keeps a source of whatever type, so that nothing below a list depends on the type: what is generic is slow where the
/// compiler does not make it for its types, and it does not across modules.
final class SourceHolder<Source: Sendable>: Sendable {
    let source: Source

    init(_ source: Source) { self.source = source }
}
