import Foundation
import TestSupport
import Testing

@Suite("Sample media")
struct SampleFilesTests {
    @Test("truth.json lists every file there is, and no other")
    func everyFileIsListed() throws {
        let truth = try SampleMedia.truth()
        #expect(truth.schema == 1)
        let listed = Set(truth.files.map(\.name))
        let present = Set(try FileManager.default.contentsOfDirectory(atPath: SampleMedia.folder.path))
        #expect(listed == present.subtracting(["README.md", "truth.json"]))
        #expect(listed.count == truth.files.count)
        #expect(truth.files.count >= 109)
    }

    @Test("the files are those that truth.json was written for, and small together")
    func filesAreUnchanged() throws {
        let truth = try SampleMedia.truth()
        #expect(truth.files.reduce(0) { $0 + $1.byteCount } <= 12_000_000)
        let list = truth.files.map { "\($0.sha256)  \($0.name)\n" }.joined()
        let sums = FileManager.default.temporaryDirectory.appending(path: "assetkit-\(UUID().uuidString).sha256")
        try Data(list.utf8).write(to: sums)
        defer { try? FileManager.default.removeItem(at: sums) }
        let process = Process.limited("/usr/bin/sha256sum", ["--check", "--strict", "--quiet", sums.path])
        process.currentDirectoryURL = SampleMedia.folder
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
