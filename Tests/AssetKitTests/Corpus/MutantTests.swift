import AssetKit
import Foundation
import TestSupport
import Testing

@testable import AssetKitBase

@Suite("Broken media: an error or an answer", .enabled(if: Corpus.isExpected && Mutator.isPossible))
struct MutantTests {
    /// How many mutants the tool opens at least.
    static let count = 2000
    /// The library opens each so-many-th of them besides: the tool is the same library.
    static let step = LongRun.isOn ? 1 : 4

    @Test("mutants are answered by the library, and by the tool within 5 s and 512 MiB a file")
    func mutantsAreAnswered() async throws {
        let parents = try Mutator.parents(Corpus.entries(), below: 60_000)
        let perParent = Self.count / parents.count + 1
        var outcome = MutantOutcome()
        var report = BrokenMediaReport()
        for batch in stride(from: 0, to: parents.count, by: 16) {
            let folder = try ScratchFolder()
            let chosen = Array(parents[batch..<min(batch + 16, parents.count)])
            let mutants = try Mutator.make(chosen, count: perParent, seed: 4, in: folder)
            let some = stride(from: batch / 16 % Self.step, to: mutants.count, by: Self.step).map { mutants[$0] }
            outcome.add(try await Self.open(some))
            try await Self.open(mutants, by: 32, in: &report)
        }
        TestNotes.write("mutants: \(outcome)\nmutants, each few in a process: \(report)\n")
        #expect(report.opened + report.refused >= Self.count)
        #expect(outcome.opened + outcome.refused >= Self.count / Self.step - parents.count)
        #expect(outcome.untyped == [])
        #expect(report.bad == [])
        // Both open and refuse the same.
        #expect(outcome.paths.isDisjoint(with: report.refusedPaths))
        #expect(outcome.refusedPaths.isSubset(of: report.refusedPaths))
    }

    @Test("malformed files of the corpus are answered twice the same, and by the tool within 5 s and 512 MiB a file")
    func malformedFilesAreAnswered() async throws {
        let files = try Corpus.entries().filter { $0.class == .malformed }.map(Corpus.url)
        let first = try await Self.open(files)
        let second = try await Self.open(files)
        #expect(first.untyped == [])
        #expect(first.paths.symmetricDifference(second.paths) == [])
        var report = BrokenMediaReport()
        try await Self.open(files, by: 8, in: &report)
        TestNotes.write("malformed files, each few in a process: \(report)\n")
        #expect(report.bad == [])
        #expect(report.opened == first.opened && report.refused == first.refused)
    }

    /// Has the tool open files, a few in each process.
    private static func open(_ files: [URL], by count: Int, in report: inout BrokenMediaReport) async throws {
        for start in stride(from: 0, to: files.count, by: count) {
            try await report.open(files[start..<min(start + count, files.count)])
        }
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
    /// Of the files that opened.
    private(set) var paths: Set<String> = []
    private(set) var refusedPaths: Set<String> = []
    private(set) var refused = 0
    private(set) var untyped: [String] = []

    var description: String {
        "\(opened + refused) files, \(opened) opened, \(refused) refused, \(untyped.count) untyped errors"
    }

    mutating func add(_ other: MutantOutcome) {
        opened += other.opened
        paths.formUnion(other.paths)
        refusedPaths.formUnion(other.refusedPaths)
        refused += other.refused
        untyped += other.untyped
    }

    /// Asks a file for everything it could tell.
    mutating func open(_ file: URL) async {
        do {
            _ = try await AssetDump.lines(of: AVURLAsset(url: file))
            opened += 1
            paths.insert(file.path)
        } catch {
            refused += 1
            refusedPaths.insert(file.path)
            // An error that nobody gave a code and words comes out as unknown.
            let known = (error as? AVError).flatMap { $0.code == .unknown ? nil : $0 }
            if known?.localizedDescription.hasPrefix("cannot open '") != true {
                untyped.append("\(file.lastPathComponent): \(error)")
            }
        }
    }
}
