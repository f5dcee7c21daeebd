import AssetKit

/// Makes an edit, and renders, converts or describes it as the command line says.
struct ComposeRunner: Sendable {
    let options: ComposeOptions

    /// Everything that can be wrong with the names is told before anything is read.
    func render(_ rendering: ComposeRendering, _ console: Console) async throws -> ExportReport {
        let target = rendering.isDryRun ? nil : try target(rendering.output)
        let edit = try await edit(console)
        if let target { try refuse(target, among: edit) }
        return try await rendering.run(edit, to: target, console)
    }

    /// What a document names is an input too, and only known when it has been read.
    private func refuse(_ target: OutputTarget, among edit: ComposedEdit) throws(WorkError) {
        guard let file = FileIdentity(path: target.path) else { return }
        let sources = Set(edit.composition.tracks.flatMap { $0.segments.compactMap(\.sourceURL) })
        guard sources.contains(where: { $0.isFileURL && FileIdentity(path: $0.path) == file }) else { return }
        throw WorkError(message: "cannot write \(quoted(target.name)): it is an input; give another name")
    }

    /// Writes the edit as another document. Of a document nothing is opened.
    func convert(to output: String, _ console: Console) async throws -> ConvertReport {
        let target = try target(output)
        let name = PathText.lastComponent(PathText.withoutEnding(output))
        let (document, warnings) = try await document(named: name, console)
        return try write(document, target, warnings)
    }

    /// What the edit holds. Of a document nothing is opened.
    func describe(_ console: Console) async throws -> EditReport {
        let (document, warnings) = try await document(named: "", console)
        return EditReport(document: document, warnings: warnings)
    }

    /// The edit as a document. Of parts one is made, with a name.
    private func document(
        named name: String,
        _ console: Console
    ) async throws -> (document: AKEditDocument, warnings: [String]) {
        switch options.edit {
        case .document(let file):
            let document = try open(file)
            return (document, document.warnings)
        case .parts(let list):
            var parts = ComposeParts(list, options, console)
            let made = try await parts.document(named: name)
            return (made.document, made.warnings + made.document.warnings)
        }
    }

    /// Reads a document, and opens nothing that it names.
    private func open(_ name: String) throws(WorkError) -> AKEditDocument {
        do {
            return try AKEditDocument(contentsOf: FileArgument.url(name))
        } catch {
            throw WorkError(message: error.localizedDescription, because: error)
        }
    }

    private func target(_ output: String) throws(WorkError) -> OutputTarget {
        let inputs = options.inputs.compactMap { FileIdentity(path: $0) }
        return try OutputTarget(output, overwrites: options.overwrites, inputs: inputs)
    }

    private func write(_ document: AKEditDocument, _ target: OutputTarget, _ warnings: [String]) throws -> ConvertReport
    {
        do {
            let url = URL(filePath: target.path)
            let rest = try document.write(to: url, replacesExistingFile: options.overwrites)
            return ConvertReport(output: target.name, warnings: warnings + rest)
        } catch {
            throw WorkError(message: error.localizedDescription, because: error)
        }
    }

    private func edit(_ console: Console) async throws -> ComposedEdit {
        switch options.edit {
        case .parts(let list):
            var parts = ComposeParts(list, options, console)
            return try await parts.make()
        case .document(let name):
            let document = try open(name)
            do {
                let opened = try await document.composition(allowsReferences: options.allowsReferences)
                var edit = ComposedEdit(composition: opened.composition)
                (edit.videoComposition, edit.mix) = (opened.videoComposition, opened.audioMix)
                edit.warnings = opened.warnings
                guard opened.composition.duration > .zero else {
                    let reason = opened.warnings.last.map { ": \($0)" } ?? ""
                    throw WorkError(message: "there is nothing to show in \(quoted(name))\(reason)")
                }
                return edit
            } catch let error as AVError {
                throw WorkError(
                    message: "cannot compose \(quoted(name)): \(error.localizedDescription)",
                    because: error
                )
            }
        }
    }
}

/// A document that was made of another.
struct ConvertReport: Sendable {
    let output: String
    let warnings: [String]

    var json: JSON {
        var fields: [(key: String, value: JSON)] = [("output", .string(output))]
        if !warnings.isEmpty { fields.append(("warnings", .array(warnings.map { .string($0) }))) }
        return .object(fields)
    }
}
