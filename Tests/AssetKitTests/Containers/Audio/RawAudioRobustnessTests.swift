import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitContainers

@Suite("Audio files and tags, broken files", .enabled(if: ContainerCorpus.isPresent, "the corpus is not there"))
struct RawAudioRobustnessTests {
    /// How many broken copies of each file a run tries; the first ones are the same in all of them.
    static let mutantsOfEach = LongRun.isOn ? 4 : 2

    private func exercise(_ bytes: [UInt8]) -> Bool {
        var isAnswered = false
        for effort in [RawAudioFile.Effort.headers, .scan(isCancelled: { false })] {
            guard let window = try? ByteWindow(bytes: bytes),
                let file = try? RawAudioFile.read(window, effort: effort)
            else { continue }
            isAnswered = true
            _ = file.duration?.seconds
            _ = file.entries.map(\.commonKey)
            _ = file.index?.entry(atOrBefore: 1_000)
            for entry in file.entries {
                if case .stored(let stored) = entry.value { _ = try? stored.bytes(from: window, limit: 1 << 20) }
            }
        }
        return isAnswered
    }

    @Test("broken copies give an answer or an error, and never much work")
    func mutants() throws {
        var answers = 0
        var errors = 0
        let clock = ContinuousClock()
        for (number, entry) in ContainerCorpus.entries(in: ContainerCorpus.audio).enumerated() {
            // Of long files the first part has all that can break.
            let bytes = [UInt8](try ContainerCorpus.data(of: entry).prefix(60_000))
            var mutator = ByteMutator(seed: UInt64(number))
            for _ in 0..<Self.mutantsOfEach {
                let mutant = mutator.mutant(of: bytes)
                let time = clock.measure { if exercise(mutant) { answers += 1 } else { errors += 1 } }
                #expect(time < .seconds(10), "\(entry.file)")
            }
        }
        print("audio mutants: \(answers) answers, \(errors) errors")
        #expect(answers > 50 * Self.mutantsOfEach)
        #expect(answers + errors >= 100 * Self.mutantsOfEach)
    }

    @Test("files cut anywhere in their first part give an answer or an error")
    func truncation() throws {
        for container in ["mp3", "flac", "ogg", "wav", "aifc", "caf"] {
            let entry = try #require(
                ContainerCorpus.entries(in: [container]).filter { $0.class == "valid" }.min { $0.size < $1.size }
            )
            let bytes = [UInt8](try ContainerCorpus.data(of: entry))
            for count in stride(from: 0, to: min(bytes.count, 600), by: 7) { _ = exercise(Array(bytes.prefix(count))) }
        }
    }
}
