import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitWriting

/// Processes that are killed in the middle of a byte. `scripts/fault-runs.sh` kills hundreds.
@Suite("Killed while writing")
struct KillTests {
    private let folder = TemporaryFolder()

    /// What was left, over all kills.
    private struct Tally {
        var killed = 0
        var withoutHeader = 0
        var worst = CMTime.zero
        var withoutFragment = 0
    }

    @Test("a recording whose process is killed plays, and lacks little more than a fragment")
    func recordings() async throws {
        let whole = try await KilledProcesses.record(
            to: folder.path("whole.mov"),
            notes: folder.path("notes"),
            killedAt: nil
        )
        var random = SeededGenerator(seed: 7)
        var tally = Tally()
        for number in 0..<KilledProcesses.count {
            let (path, notes) = (folder.path("\(number).mov"), folder.path("\(number).txt"))
            let limit = Int.random(in: 0..<whole, using: &random)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, notes = notes as String, limit = limit as Int] in
                _ = try await KilledProcesses.record(to: path, notes: notes, killedAt: limit)
            }
            try await check(path, notes, &tally, "killed at byte \(limit) of \(whole)")
            guard try await KilledProcesses.survivors(path)?.contains(where: { $0 > 0 }) ?? false else { continue }
            _ = try await AVAssetWriter.akRecoverMovie(at: URL(filePath: path))
            try listen(path, "recovered after \(limit)")
        }
        report(tally, "recordings")
    }

    @Test("an export in fragments whose process is killed plays, and lacks little more than a fragment")
    func exports() async throws {
        let whole = try await KilledProcesses.export(
            to: folder.path("whole.mp4"),
            notes: folder.path("notes"),
            killedAt: nil
        )
        #expect(try await AVURLAsset(url: URL(filePath: folder.path("whole.mp4"))).load(.containsFragments))
        var random = SeededGenerator(seed: 8)
        var tally = Tally()
        for number in 0..<KilledProcesses.count {
            let (path, notes) = (folder.path("\(number).mp4"), folder.path("\(number).txt"))
            let limit = Int.random(in: 0..<whole, using: &random)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, notes = notes as String, limit = limit as Int] in
                _ = try await KilledProcesses.export(to: path, notes: notes, killedAt: limit)
            }
            try await check(path, notes, &tally, "killed at byte \(limit) of \(whole)")
        }
        report(tally, "exports")
    }

    private func check(_ path: String, _ notes: String, _ tally: inout Tally, _ when: String) async throws {
        tally.killed += 1
        guard let counts = try await KilledProcesses.survivors(path) else {
            tally.withoutHeader += 1
            #expect(try NotingSink.handed(0, in: notes).count <= 1, "\(when)")
            return
        }
        #expect(counts.count == 2, "\(when)")
        for (track, count) in counts.enumerated() {
            let (handed, left) = try KilledProcesses.ends(track, left: count, notes: notes)
            #expect(handed - left <= KilledProcesses.interval + KilledProcesses.slack, "track \(track), \(when)")
            tally.worst = max(tally.worst, handed - left)
        }
        // Without a fragment there is nothing to decode.
        guard counts.contains(where: { $0 > 0 }) else { return tally.withoutFragment += 1 }
        try listen(path, when)
    }

    /// FFmpeg has nothing to say.
    private func listen(_ path: String, _ when: String) throws {
        guard Oracle.isThere else { return }
        let complaints = try Oracle.complaints(path)
        #expect(complaints == "", "\(when)")
    }

    private func report(_ tally: Tally, _ what: String) {
        guard ProcessInfo.processInfo.environment["ASSETKIT_KILLS"] != nil else { return }
        let worst = Int(tally.worst.seconds * 1000),
            allowed = Int((KilledProcesses.interval + KilledProcesses.slack).seconds * 1000)
        let line =
            "\(what): \(tally.killed) killed, \(tally.withoutHeader) before the header, \(tally.withoutFragment) before the first fragment, "
            + "at most \(worst) ms lost of \(allowed) allowed\n"
        FileHandle.standardError.write(Data(line.utf8))
    }
}
