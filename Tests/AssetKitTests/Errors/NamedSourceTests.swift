import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitCore

@Suite("Names of sources in what goes wrong with them")
struct NamedSourceTests {
    /// Why something failed with a source of this name; nil where it has become no problem of media.
    private func reason(_ failure: any Error, in name: String?) -> String? {
        do {
            let _: Bool = try MediaProblem.naming(name) { throw failure }
            return nil
        } catch {
            return (error as? MediaProblem)?.reason
        }
    }

    @Test("a name is put in front, also one that is a word of the reason", arguments: ["a.mp4", "it", "changed"])
    func inFront(name: String) {
        #expect(reason(MediaProblem.hasChanged, in: name) == "in '\(name)', it has changed while it was read")
    }

    @Test("a name is told once, whoever else would tell it, and another name is told too")
    func once() {
        let problem = MediaProblem(code: .mediaChanged, inSource: "a.mp4", reason: "it has changed")
        #expect(reason(problem, in: "a.mp4") == "in 'a.mp4', it has changed")
        #expect(reason(problem, in: "b.mp4") == "in 'b.mp4', in 'a.mp4', it has changed")
    }

    @Test("without a name all stays as it is, and giving up has none")
    func unnamed() {
        #expect(reason(MediaProblem.hasChanged, in: nil) == "it has changed while it was read")
        #expect(reason(CancellationError(), in: "a.mp4") == nil)
    }
}
