import AssetKit

/// Makes an edit and renders it as the command line says.
struct ComposeRunner: Sendable {
    let options: ComposeOptions

    /// Everything that can be wrong with the names is told before anything is read.
    func run(_ console: Console) async throws -> ExportReport {
        let rendering = options.rendering
        var target: OutputTarget?
        if !rendering.isDryRun {
            let inputs = options.inputs.compactMap { FileIdentity(path: $0) }
            target = try OutputTarget(rendering.output, overwrites: rendering.overwrites, inputs: inputs)
        }
        var parts = ComposeParts(options, console)
        return try await rendering.run(try await parts.make(), to: target, console)
    }
}
