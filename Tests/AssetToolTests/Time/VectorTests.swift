import Foundation
import Testing

@testable import assettool

@Suite("Vectors")
struct VectorTests {
    /// The committed file, or the one that `CMTIME_VECTORS` names.
    private static var file: URL {
        ProcessInfo.processInfo.environment["CMTIME_VECTORS"].map { URL(filePath: $0) } ?? PackageFolder.vectors
    }

    @Test("every vector gives what it expects")
    func allVectors() throws {
        let report = VectorReport(file: try Data(contentsOf: Self.file))
        print(report.text)
        #expect(report.total.run > 0)
        #expect(report.failures.isEmpty)
        #expect(report.total.failed == report.failures.count)
    }

    @Test("the committed vectors are the ones beside the checkout")
    func committedVectorsAreCurrent() throws {
        let original = PackageFolder.shared.appending(path: "vectors/cmtime.jsonl")
        guard FileManager.default.fileExists(atPath: original.path) else {
            print("LEFT OUT: no ../shared beside the checkout, so the committed vectors were not compared with it")
            return
        }
        #expect(try Data(contentsOf: original) == Data(contentsOf: PackageFolder.vectors))
    }

    @Test(
        "a line that cannot be run fails",
        arguments: [
            (#"{"id":"x","op":"nonsense","expect":1,"basis":"header"}"#, "no operation is called 'nonsense'"),
            (#"{"id":"x","op":"make","value":1,"expect":1,"basis":"header"}"#, "timescale is missing"),
            (#"{"id":"x","op":"make","value":1,"timescale":4294967296,"expect":1}"#, "not an integer"),
            (
                #"{"id":"x","op":"constant","name":"zero","expect":{"value":1,"timescale":1,"flags":1,"epoch":0}}"#,
                "gave"
            ),
            (#"{"id":"x""#, "not a test case"),
            ("", "holds no test case"),
        ]
    )
    func failures(line: String, reason: String) throws {
        let report = VectorReport(file: Data(line.utf8))
        let failure = try #require(report.failures.first)
        #expect(failure.reason.contains(reason))
        #expect(report.total.failed == 1)
        #expect(report.text.hasSuffix("vectors: \(report.total.run) run, 1 failed"))
    }
}
