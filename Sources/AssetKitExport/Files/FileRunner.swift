internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSinks

/// Makes a file of samples, whoever brings them: exports and joins have no other way to one. It gets its name when it is complete;
/// whatever goes wrong, nothing is left, unless it appears at once: then what has been written stays, except when the client
/// gave up. Blocks.
struct FileRunner {
    let sink: SinkPlan
    let path: String
    var appearance = OutputFile.Appearance.whenPublished
    /// What has the name goes.
    let replaces: Bool
    let flag: CancellationFlag

    /// Makes the file and answers how many bytes it has. `supply` brings all samples, and what only the end tells. `check` hears
    /// how many bytes there are, and throws why the complete file shall not get its name.
    func run(
        open: FileWriter.Opener,
        supply: (FileWriter) throws -> SinkEnding,
        check: (_ byteCount: Int64) throws -> Void
    ) throws -> Int64 {
        let file = try OutputFile(path, appears: appearance, replaces: replaces, flag: flag)
        let writer = try FileWriter(sink, to: file, replaces: replaces, open: open)
        try Self.complete(writer, flag, supply: supply) { try check(file.length) }
        return file.length
    }

    /// Has samples brought to a writer, and completes what it writes.
    static func complete(
        _ writer: FileWriter,
        _ flag: CancellationFlag,
        supply: (FileWriter) throws -> SinkEnding,
        check: () throws -> Void
    ) throws {
        do {
            let ending = try supply(writer)
            try flag.check()
            try writer.finish(ending) {
                do {
                    try check()
                } catch {
                    throw flag.isCancelled ? CancellationError() : error
                }
                try flag.check()
            }
        } catch {
            stop(writer, flag, because: error)
            throw error
        }
    }

    /// Nothing more is written. Fragments that have been written are of use, unless nobody wants them any more.
    static func stop(_ writer: FileWriter, _ flag: CancellationFlag, because error: any Error) {
        if error is CancellationError || flag.isCancelled { writer.cancel() } else { writer.abandon(error) }
    }
}
