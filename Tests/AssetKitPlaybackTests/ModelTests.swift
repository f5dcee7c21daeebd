import AssetKit
import AssetKitTargets
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

/// Random commands, the same for the same seed, against the rules that hold whatever a client does.
@Suite("A player that anything is done to")
struct ModelTests {
    /// So many commands; `ASSETKIT_PLAYER_COMMANDS` asks for more.
    private static let commandCount =
        ProcessInfo.processInfo.environment["ASSETKIT_PLAYER_COMMANDS"].flatMap { Int($0) } ?? 120

    @Test("keeps to its rules", arguments: UInt64(1)...4)
    func rules(seed: UInt64) {
        var driver = PlayerDriver(seed: seed)
        for number in 0..<Self.commandCount {
            let command = driver.step()
            if let problem = driver.problem {
                Issue.record("seed \(seed), command \(number), \(command): \(problem)")
                return
            }
        }
        driver.finish()
        if let problem = driver.problem { Issue.record("seed \(seed), at the end: \(problem)") }
    }

    @Test("loses nothing when its device breaks in every way", arguments: UInt64(11)...14)
    func faults(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var faults = AKVirtualAudioTarget.Faults()
        faults.driftPPM = Double(random.below(600)) - 300
        faults.jitter = .milliseconds(Int64(random.below(8)))
        faults.seed = seed
        faults.positionStep = 1 + random.below(2000)
        faults.unknownAfterStart = .milliseconds(Int64(random.below(80)))
        faults.underruns = (1...5).map { place in
            (hostTime: 1_000_000_000 + Int64(place) * 700_000_000, duration: .milliseconds(Int64(1 + random.below(60))))
        }
        if random.below(2) == 0 {
            faults.death = 1_000_000_000 + Int64(random.below(4_000)) * 1_000_000
            if random.below(2) == 0 { faults.revival = faults.death.map { $0 + 700_000_000 } }
        }
        var driver = PlayerDriver(seed: seed, faults: faults)
        for number in 0..<Self.commandCount / 2 {
            let command = driver.step()
            if let problem = driver.problem {
                Issue.record("seed \(seed), command \(number), \(command): \(problem)")
                return
            }
        }
        driver.finish()
        if let problem = driver.problem { Issue.record("seed \(seed), at the end: \(problem)") }
    }
}
