import Foundation
import TestSupport

/// Makes broken copies of the corpus with the corpus' own script.
enum Mutator {
    private static let python = "/usr/bin/python3"

    /// There is something to run the script with.
    static let isPossible: Bool = {
        if FileManager.default.isExecutableFile(atPath: python) { return true }
        TestNotes.write("*** LEFT OUT: there is no \(python); no mutants are made ***\n")
        return false
    }()

    /// The script failed.
    struct Failure: Error {
        let status: Int32
    }

    /// Small files to break: up to six of every container.
    static func parents(_ entries: [CorpusEntry], below size: Int64) -> [CorpusEntry] {
        let small = entries.filter { $0.class == .valid && $0.size < size && $0.size > 0 }
        let byContainer = Dictionary(grouping: small, by: \.container)
        return byContainer.sorted { $0.key < $1.key }.flatMap { $0.value.prefix($0.key == "mp4" ? 40 : 6) }
    }

    /// Writes `count` mutants of each file into a folder.
    static func make(_ parents: [CorpusEntry], count: Int, seed: Int, in folder: ScratchFolder) throws -> [URL] {
        let jobs = parents.map { ["file": $0.file, "seed": seed, "count": count] as [String: Any] }
        let plan = try folder.write(try JSONSerialization.data(withJSONObject: ["jobs": jobs]), to: "plan.json")
        let arguments = [
            Corpus.folder.appending(path: "mutate.py").path, "--plan", plan.path, "--files", Corpus.folder.path,
            "--out", folder.url("mutants").path,
        ]
        let process = Process.limited(python, arguments)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url("mutants").path).sorted()
        return names.map { folder.url("mutants").appending(path: $0) }
    }
}
