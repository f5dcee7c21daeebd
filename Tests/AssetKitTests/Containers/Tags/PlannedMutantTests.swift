import Foundation
import Glibc
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitContainers

/// The corpus brings a program that breaks files in ways that its makers thought of: wrong sizes, hidden and repeated
/// parts, hostile integers.
@Suite(
    "Containers, copies that the corpus breaks",
    .enabled(if: ContainerCorpus.canBreakFiles, "the corpus or Python is not there")
)
struct PlannedMutantTests {
    /// How many broken copies of each file an everyday run tries.
    private static let copiesOfEach = 5

    private func makeCopies(of entry: ContainerCorpus.Entry, in folder: URL) throws -> [URL] {
        let corpus = try #require(ContainerCorpus.folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let status = run([
            ContainerCorpus.python, corpus.appending(path: "mutate.py").path, corpus.appending(path: entry.file).path,
            "--seed", "2026", "--count", String(Self.copiesOfEach), "--out", folder.path,
        ])
        #expect(status == 0, "\(entry.file)")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    /// Runs a program without its output. (Foundation's `Process` now and then leaks, which the address sanitizer would
    /// report as ours.)
    private func run(_ words: [String]) -> CInt {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        actions.closeInherited()
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        guard posix_spawn(&child, words[0], &actions, nil, &arguments, environ) == 0 else { return -1 }
        var status: CInt = -1
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// True when there was an answer.
    private func read(_ bytes: Data) -> Bool {
        guard let window = try? ByteWindow(AKDataSource(bytes)) else { return false }
        if MatroskaFile.isLikely(bytes.prefix(4)) {
            guard let file = try? MatroskaFile.open(window) else { return false }
            return (try? MatroskaScan.run(file, window: window)) != nil
        }
        let quick = try? RawAudioFile.read(window)
        let whole = try? RawAudioFile.read(window, effort: .scan(isCancelled: { false }))
        return quick?.duration != nil || whole?.duration != nil
    }

    @Test("each gives an answer or an error in bounded time")
    func copies() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "assetkit-mutants-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let containers = ContainerCorpus.audio.union(ContainerCorpus.matroska)
        // One of each three, of those that are small enough to be quick.
        let entries = ContainerCorpus.entries(in: containers).filter { (1..<150_000).contains($0.size) }
        var count = 0
        var answers = 0
        let clock = ContinuousClock()
        for (number, entry) in entries.enumerated() where number.isMultiple(of: 3) {
            for copy in try makeCopies(of: entry, in: folder.appending(path: String(number))) {
                // Foundation leaks a page for every empty file it reads.
                let size = try copy.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
                let bytes = size > 0 ? try Data(contentsOf: copy) : Data()
                count += 1
                let time = clock.measure { answers += read(bytes) ? 1 : 0 }
                #expect(time < .seconds(10), "\(copy.lastPathComponent)")
            }
        }
        print("planned mutants: \(count), \(answers) with an answer")
        #expect(count >= 200)
        #expect(answers >= 100)
    }
}
