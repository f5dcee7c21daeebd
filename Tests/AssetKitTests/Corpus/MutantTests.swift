import AssetKit
import Foundation
import Testing

@Suite("Broken media: an error or an answer", .enabled(if: Corpus.isExpected && Mutator.isPossible))
struct MutantTests {
    /// How many mutants a run opens at least.
    static let count = 2000

    @Test("mutants neither crash nor hang")
    func mutantsAreAnswered() async throws {
        let parents = try Mutator.parents(Corpus.entries(), below: 60_000)
        let perParent = Self.count / parents.count + 1
        var outcome = MutantOutcome()
        for batch in stride(from: 0, to: parents.count, by: 16) {
            let folder = try ScratchFolder()
            let chosen = Array(parents[batch..<min(batch + 16, parents.count)])
            let mutants = try Mutator.make(chosen, count: perParent, seed: 4, in: folder)
            outcome.add(try await Self.open(mutants))
        }
        TestNotes.write("mutants: \(outcome)\n")
        #expect(outcome.opened + outcome.refused >= Self.count)
        #expect(outcome.slow == [])
        #expect(outcome.untyped == [])
    }

    @Test("malformed files of the corpus are answered fast, twice the same")
    func malformedFilesAreAnswered() async throws {
        let files = try Corpus.entries().filter { $0.class == .malformed }.map(Corpus.url)
        let first = try await Self.open(files)
        let second = try await Self.open(files)
        #expect(first.slow == [] && first.untyped == [])
        #expect(first.opened == second.opened && first.refused == second.refused)
    }

    /// Opens files, several at once.
    private static func open(_ files: [URL]) async throws -> MutantOutcome {
        try await withThrowingTaskGroup(of: MutantOutcome.self) { group in
            for part in 0..<4 {
                group.addTask {
                    var outcome = MutantOutcome()
                    for index in stride(from: part, to: files.count, by: 4) { await outcome.open(files[index]) }
                    return outcome
                }
            }
            return try await group.reduce(into: MutantOutcome()) { $0.add($1) }
        }
    }
}

/// What came of opening broken files.
struct MutantOutcome: Sendable, CustomStringConvertible {
    private(set) var opened = 0
    private(set) var refused = 0
    private(set) var slow: [String] = []
    private(set) var untyped: [String] = []

    var description: String {
        "\(opened + refused) files, \(opened) opened, \(refused) refused, \(slow.count) too slow, \(untyped.count) untyped errors"
    }

    mutating func add(_ other: MutantOutcome) {
        opened += other.opened
        refused += other.refused
        slow += other.slow
        untyped += other.untyped
    }

    /// Asks a file for everything it could tell.
    mutating func open(_ file: URL) async {
        let start = ContinuousClock.now
        do {
            _ = try await AssetDump.lines(of: AVURLAsset(url: file))
            opened += 1
        } catch {
            refused += 1
            let isSentence = (error as? AVError)?.localizedDescription.hasPrefix("cannot open '") == true
            if !isSentence { untyped.append("\(file.lastPathComponent): \(error)") }
        }
        // A file is opened within milliseconds. The limit is generous because all tests of the package share the threads.
        if ContinuousClock.now - start > .seconds(60) { slow.append(file.lastPathComponent) }
    }
}
