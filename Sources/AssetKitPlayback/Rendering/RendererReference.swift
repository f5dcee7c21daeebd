/// Lets what outlives a renderer find it as long as it is there.
struct RendererReference<Renderer: RendererCore>: Sendable {
    weak let renderer: Renderer?
}
