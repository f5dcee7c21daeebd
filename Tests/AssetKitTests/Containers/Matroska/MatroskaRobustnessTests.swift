import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitContainers

@Suite("Matroska, broken files", .enabled(if: ContainerCorpus.isPresent, "the corpus is not there"))
struct MatroskaRobustnessTests {
    /// How many broken copies of each file a run tries; the first ones are the same in all of them.
    static let mutantsOfEach = LongRun.isOn ? 8 : 4

    private func exercise(_ bytes: [UInt8]) -> Bool {
        do {
            let window = try ByteWindow(bytes: bytes)
            let file = try MatroskaFile.open(window)
            _ = file.entries
            _ = file.tracks.map { ($0.fourCharCode, $0.video?.displaySize.width, $0.video?.pixelAspectRatio.vertical) }
            _ = file.preferredEdition?.chapters.map(\.start.seconds)
            _ = try MatroskaScan.run(file, window: window)
            return true
        } catch {
            return false
        }
    }

    @Test("broken copies give an answer or an error, and never much work")
    func mutants() throws {
        var answers = 0
        var errors = 0
        let clock = ContinuousClock()
        for (number, entry) in ContainerCorpus.entries(in: ContainerCorpus.matroska).enumerated() {
            // Large files have no other structure than small ones.
            guard entry.size < 200_000 else { continue }
            let bytes = [UInt8](try ContainerCorpus.data(of: entry))
            var mutator = ByteMutator(seed: UInt64(number))
            for _ in 0..<Self.mutantsOfEach {
                let mutant = mutator.mutant(of: bytes)
                let time = clock.measure { if exercise(mutant) { answers += 1 } else { errors += 1 } }
                #expect(time < .seconds(5), "\(entry.file)")
            }
        }
        print("Matroska mutants: \(answers) answers, \(errors) errors")
        #expect(answers > 6 * Self.mutantsOfEach)
        #expect(answers + errors >= 25 * Self.mutantsOfEach)
    }

    @Test("a file cut anywhere in its first part gives an answer or an error")
    func truncation() throws {
        let entry = try #require(ContainerCorpus.entries(in: ["webm"]).first { $0.class == "dummy-payload" })
        let bytes = [UInt8](try ContainerCorpus.data(of: entry))
        for count in 0..<min(bytes.count, 600) { _ = exercise(Array(bytes.prefix(count))) }
    }
}
