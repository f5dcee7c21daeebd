import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("Vectors")
struct VectorTests {
    /// The committed file, or the one that `CMTIME_VECTORS` names.
    ///
    /// A relative name is meant from where the caller stands. That is the shell's `PWD`: `swift test --package-path`
    /// changes the folder of the process and leaves the variable as it is.
    private static func file(_ environment: [String: String]) -> String {
        guard let name = environment["CMTIME_VECTORS"], !name.isEmpty else { return PackageFolder.vectors.path }
        guard let caller = environment["PWD"] else { return name }
        return URL(filePath: name, relativeTo: URL(filePath: caller, directoryHint: .isDirectory)).path
    }

    private static func report(_ environment: [String: String]) -> VectorReport {
        do throws(WorkError) {
            return VectorReport(file: try FileContents.read(file(environment)))
        } catch {
            return VectorReport(unreadable: error.message)
        }
    }

    @Test("CMTIME_VECTORS names a file from where the caller stands, and an empty one names none")
    func settings() {
        let root = PackageFolder.root.path
        #expect(Self.file([:]) == PackageFolder.vectors.path)
        #expect(Self.file(["CMTIME_VECTORS": "", "PWD": "/"]) == PackageFolder.vectors.path)
        #expect(Self.file(["CMTIME_VECTORS": "/a/b c.jsonl", "PWD": root]) == "/a/b c.jsonl")
        let relative = ["CMTIME_VECTORS": "CMTimeLibTests/Vectors/cmtime.jsonl", "PWD": "\(root)/Tests"]
        #expect(Self.file(relative) == PackageFolder.vectors.path)
        #expect(Self.report(relative).total.run == 2153)
    }

    @Test("a missing file is one sentence, the closing line and a failure")
    func missingFile() {
        let report = Self.report(["CMTIME_VECTORS": "/nowhere/a.jsonl"])
        let reason = "cannot read '/nowhere/a.jsonl': No such file or directory"
        #expect(report.text == "failed: \(reason)\nvectors: 0 run, 1 failed")
        #expect(report.total.failed == 1)
    }

    @Test("every vector gives what it expects")
    func allVectors() {
        let report = Self.report(ProcessInfo.processInfo.environment)
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
        "a dictionary with anything but integers that fit makes no time",
        arguments: [
            #"null"#, #"{}"#, #"{"value":"x","timescale":1,"epoch":0,"flags":1}"#,
            #"{"value":1.5,"timescale":1,"epoch":0,"flags":1}"#, #"{"value":null,"timescale":1,"epoch":0,"flags":1}"#,
            #"{"value":1,"timescale":1,"epoch":0,"flags":true}"#, #"{"value":[1],"timescale":1,"epoch":0,"flags":1}"#,
            #"{"value":{},"timescale":1,"epoch":0,"flags":1}"#,
            #"{"value":9223372036854775808,"timescale":1,"epoch":0,"flags":1}"#,
        ]
    )
    func foreignDictionaries(dictionary: String) {
        let invalid = #"{"value":0,"timescale":0,"flags":0,"epoch":0}"#
        let line = #"{"id":"x","op":"fromDictionary","dictionary":\#(dictionary),"expect":\#(invalid)}"#
        #expect(VectorReport(file: Data(line.utf8)).text.hasSuffix("vectors: 1 run, 0 failed"))
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
            (#"{"id":"x""#, "not a test case: it is not JSON"),
            ("[1]", "not a test case: it is JSON, but no object"),
            (#"{"id":"x","seconds":1e400}"#, "not a test case: seconds is a number too large for binary64"),
            (#"{"id":"x","a":{"b":[1,-1e999]}}"#, "not a test case: a.b.1 is a number too large for binary64"),
            (#"{"id":"x","a":"\ud800"}"#, "not a test case: "),
            ("", "holds no test case"),
        ]
    )
    func failures(line: String, reason: String) throws {
        let report = VectorReport(file: Data(line.utf8))
        let failure = try #require(report.failures.first)
        #expect(failure.reason.contains(reason))
        #expect(!failure.reason.contains("Error"))
        #expect(report.total.failed == 1)
        #expect(report.text.hasSuffix("vectors: \(report.total.run) run, 1 failed"))
    }
}
