import AssetKit

/// The file of `--synthetic`: devices that there are none of.
struct SyntheticScript {
    let file: String
    /// Whose devices they are.
    let identities: Set<String>

    init(_ file: String) throws(WorkError) {
        self.file = file
        let data = try FileContents.read(file, limit: 16 << 20, for: "list of devices")
        let description: AKSyntheticDevices.Description
        do {
            description = try JSONDecoder().decode(AKSyntheticDevices.Description.self, from: data)
        } catch {
            throw Self.failure(file, Self.reason(error))
        }
        identities = Set(
            (description.cameras ?? []).map(\.id) + (description.microphones ?? []).map(\.id)
                + (description.screens ?? []).map(\.id)
        )
        guard !identities.isEmpty else {
            throw Self.failure(file, "it describes no cameras, microphones or screens")
        }
    }

    /// Has the devices beside those of the machine.
    func add() throws(WorkError) {
        do {
            try AKSyntheticDevices.add(contentsOf: URL(filePath: file))
        } catch {
            throw Self.failure(file, Self.reason(error))
        }
    }

    private static func failure(_ file: String, _ reason: String) -> WorkError {
        WorkError(message: "cannot read the devices of \(quoted(file)): \(reason)")
    }

    /// What is wrong, and where.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
        case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
            DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(place(context.codingPath)): \(context.debugDescription)"
        default: FileFailure.reason(error)
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.map { $0.intValue.map { "number \($0 + 1)" } ?? $0.stringValue }.joined(separator: ", ")
    }
}

extension OptionSpec {
    static let synthetic = OptionSpec(
        "synthetic",
        value: "SCRIPT",
        "use the devices of a JSON file, which there are none of, and no others (default: the machine's)"
    )
}
