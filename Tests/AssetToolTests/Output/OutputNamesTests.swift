import AssetKit
import Testing

@testable import assettool

@Suite("Names of outputs")
struct OutputNamesTests {
    private let time = CMTime(value: 3_723_045, timescale: 1000)

    @Test(
        "a pattern is filled in",
        arguments: [
            ("t.jpg", "t.jpg"), ("t-%d.jpg", "t-7.jpg"), ("t-%03d.jpg", "t-007.jpg"), ("%n.png", "film.png"),
            ("%t.jpg", "01-02-03.045.jpg"), ("%n/%02d-%t.webp", "film/07-01-02-03.045.webp"),
            ("100%% %n.jpg", "100% film.jpg"), ("50% of %s.jpg", "50% of %s.jpg"), ("%%d.jpg", "%d.jpg"),
            ("%", "%"), ("%5d", "%5d"), ("%0d", "%0d"), ("%0999999d", "%0999999d"), ("%020d", "00000000000000000007"),
        ]
    )
    func patterns(pattern: String, name: String) {
        #expect(OutputPattern(pattern).name(number: 7, time: time, input: "film") == name)
    }

    @Test(
        "of a name it is told which output has it",
        arguments: [
            ("t-%03d.jpg", "t-007.jpg", 7), ("t-%03d.jpg", "t-1234.jpg", 1234), ("t-%03d.jpg", "t-07.jpg", nil),
            ("t-%d.jpg", "t-0.jpg", nil), ("t-%d.jpg", "t-.jpg", nil), ("t-%d.jpg", "t-7.png", nil),
            ("2024%d0.jpg", "202470.jpg", 7), ("2024%d0.jpg", "20247.jpg", nil), ("%d/%02d.jpg", "7/07.jpg", 7),
            ("%d/%02d.jpg", "7/08.jpg", nil), ("%n-%d.jpg", "film-7.jpg", 7), ("t.jpg", "t.jpg", nil),
            ("%d.jpg", "99999999999999999999.jpg", nil),
        ] as [(String, String, Int?)]
    )
    func numbers(pattern: String, name: String, number: Int?) {
        #expect(OutputPattern(pattern).number(of: name, time: time, input: "film") == number)
    }

    private func names(_ pattern: String, _ counts: [Int]) -> [[String]] {
        let inputs = counts.enumerated().map { index, count in
            (name: "f\(index)", times: (0..<count).map { CMTime(value: Int64($0), timescale: 1) })
        }
        return OutputNames.names(OutputPattern(pattern), for: inputs)
    }

    @Test("several outputs of one name are numbered, one is not")
    func numbering() {
        #expect(names("t.jpg", [1]) == [["t.jpg"]])
        #expect(names("t.jpg", [3]) == [["t-1.jpg", "t-2.jpg", "t-3.jpg"]])
        #expect(names("t", [2]) == [["t-1", "t-2"]])
        #expect(names("a.b/t", [2]) == [["a.b/t-1", "a.b/t-2"]])
        #expect(names("t-%02d.jpg", [2]) == [["t-01.jpg", "t-02.jpg"]])
        #expect(names("%t.jpg", [2]) == [["00-00-00.000.jpg", "00-00-01.000.jpg"]])
    }

    @Test("numbers run through all inputs, or start again where names tell inputs apart")
    func severalInputs() {
        #expect(names("t.jpg", [1, 0, 1]) == [["t-1.jpg"], [], ["t-2.jpg"]])
        #expect(names("t%d.jpg", [2, 1]) == [["t1.jpg", "t2.jpg"], ["t3.jpg"]])
        #expect(names("%n.jpg", [1, 1]) == [["f0.jpg"], ["f1.jpg"]])
        #expect(names("%n.jpg", [2, 1]) == [["f0-1.jpg", "f0-2.jpg"], ["f1.jpg"]])
        #expect(names("%n-%d.jpg", [2, 1]) == [["f0-1.jpg", "f0-2.jpg"], ["f1-1.jpg"]])
    }

    @Test("two outputs of the same name are a mistake")
    func sameName() {
        #expect(throws: UsageError.self) { try OutputNames.checkDistinct(["a", "b", "a"], "thumbnail") }
        #expect(throws: Never.self) { try OutputNames.checkDistinct(["a", "b", "A"], "thumbnail") }
    }

    @Test(
        "the name of an input is that of its file",
        arguments: [
            ("a/film.mp4", "film"), ("film", "film"), ("film.tar.gz", "film.tar"), (".hidden", ".hidden"),
            ("-", "stdin"),
            ("a b/100% é\n.mov", "100% é\n"), ("http://host/a/film.mp4?x=1", "film"),
            ("http://host/..%2F..%2Fetc%2Fpasswd.mp4", ".._.._etc_passwd"), ("https://host", "host"),
            ("/dir/film/", "film"),
        ]
    )
    func inputNames(file: String, name: String) {
        #expect(PathText.inputName(file) == name)
    }
}
