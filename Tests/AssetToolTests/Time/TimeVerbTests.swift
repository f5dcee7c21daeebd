import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool time")
struct TimeVerbTests {
    /// The JSON of an expression's result, parsed again.
    private func evaluate(_ expression: String, _ options: String...) async throws -> [String: JSONValue] {
        let recorder = ConsoleRecorder()
        let code = await Assettool.run(["time", expression, "--json"] + options, recorder.console)
        try #require(code == .done, "\(recorder.messages)")
        return try JSONDecoder().decode([String: JSONValue].self, from: Data(recorder.results.utf8))
    }

    @Test(
        "arithmetic is exact",
        arguments: [
            ("1/3 + 1/6", "1/2", "0.5"),
            ("12.5", "25/2", "12.5"),
            (".5s", "1/2", "0.5"),
            ("1/6", "1/6", "0.1(6)"),
            ("-5 + 3", "-2/1", "-2"),
            ("-(1/3)", "-1/3", "-0.(3)"),
            ("2 - 3 - 4", "-5/1", "-5"),
            ("2 + 3 * 4", "14/1", "14"),
            ("(2 + 3) * 4", "20/1", "20"),
            ("1/3/2", "1/6", "0.1(6)"),
            ("0.1 + 0.2", "3/10", "0.3"),
            ("01:02:03.5", "7447/2", "3723.5"),
            ("02:03.25", "493/4", "123.25"),
            ("100:00:00", "360000/1", "360000"),
            ("01:02:03:12@25", "93087/25", "3723.48"),
            ("01:00:00;00@29.97", "8999991/2500", "3599.9964"),
            ("01:00:00:00@30000/1001", "18018/5", "3603.6"),
            ("00:00:01:00@23.976", "1001/1000", "1.001"),
            ("00:00:01:00@25/2", "1/2", "0.5"),
            ("00:00:01:00@25/10010", "1/10010", "0.0(000999)"),
            ("00:00:01:00@25/1", "1/1", "1"),
            ("23.976", "2997/125", "23.976"),
            ("floor(-7/2)", "-4/1", "-4"),
            ("ceil(7/2)", "4/1", "4"),
            ("round(5/2)", "3/1", "3"),
            ("round(1/3, 10)", "3/10", "0.3"),
            ("convert(2/3, 10, roundTowardZero)", "3/5", "0.6"),
            ("convert(-1/3, 1, quickTime)", "-1/1", "-1"),
            (
                "9223372036854775807 * 9223372036854775807", "85070591730234615847396907784232501249/1",
                "85070591730234615847396907784232501249"
            ),
            (
                "99999999999999999999999999999999999999999999", "99999999999999999999999999999999999999999999/1",
                "99999999999999999999999999999999999999999999"
            ),
            (
                "1/99999999999999999999 * 1/99999999999999999999", "1/9999999999999999999800000000000000000001",
                "0.0000000000000000000000000000000000000001000000000000000000020000000000000000000300000000000000000004…"
            ),
            (
                "1/99999999999999999999999999999999999999", "1/99999999999999999999999999999999999999",
                "0.(00000000000000000000000000000000000001)"
            ),
            (
                "1/3 - 3.14159265358979323846264338327950288419716939937510 + 3.1415926535897932384626433832795028841971693993751",
                "1/3", "0.(3)"
            ),
        ]
    )
    func exact(expression: String, exact: String, decimal: String) async throws {
        let fields = try await evaluate(expression)
        #expect(fields["exact"] == .string(exact))
        #expect(fields["decimal"] == .string(decimal))
        #expect(fields["expression"] == .string(expression))
    }

    @Test(
        "the result counts as the expression does",
        arguments: [
            ("1001/30000 * 150", 150_150, 30000),
            ("300/600 + 1/3", 500, 600),
            ("1/3 + 1/6", 3, 6),
            ("2/4", 2, 4),
            ("convert(1/2, 600)", 300, 600),
            ("1/3/2", 1, 6),
            ("12.5", 25, 2),
        ]
    )
    func timescale(expression: String, value: Int64, timescale: Int64) async throws {
        guard case .object(let time) = try await evaluate(expression)["result"] else {
            Issue.record("no result")
            return
        }
        #expect(time["value"] == .number(integer: value, floatingPoint: Double(value)))
        #expect(time["timescale"] == .number(integer: timescale, floatingPoint: Double(timescale)))
        let seconds = Double(value) / Double(timescale)
        guard case .number(_, seconds) = time["seconds"] else {
            Issue.record("seconds are \(time["seconds"] as Any), not \(seconds)")
            return
        }
    }

    @Test("what no CMTime holds is rounded, and its flag says so")
    func rounded() async throws {
        let fields = try await evaluate("1/2147483647 + 1/2147483629")
        #expect(fields["flags"] == .array([.string("valid"), .string("hasBeenRounded")]))
        #expect(fields["exact"] == .string("4294967276/4611685975477714963"))
        #expect(try await evaluate("1/3")["flags"] == .array([.string("valid")]))
        #expect(
            try await evaluate("convert(1/3, 10)")["flags"] == .array([.string("valid"), .string("hasBeenRounded")])
        )
    }

    @Test("a number too large for a CMTime is an infinity with its flag")
    func infinite() async throws {
        let fields = try await evaluate("9223372036854775807 * 2")
        #expect(fields["flags"] == .array([.string("valid"), .string("positiveInfinity")]))
        #expect(fields["decimal"] == .string("18446744073709551614"))
    }

    @Test(
        "what does not fit the timescale asked for is an infinity",
        arguments: [
            ("convert(9223372036854775807, 2)", "positiveInfinity"),
            ("convert(-9223372036854775808, 2)", "negativeInfinity"),
            ("(-convert(9223372036854775807, 2))", "negativeInfinity"),
            ("round(99999999999999999999999999999999999999999999)", "positiveInfinity"),
            ("floor(-9223372036854775807.5 - 1)", "negativeInfinity"),
        ]
    )
    func convertedToInfinity(expression: String, name: String) async throws {
        let fields = try await evaluate(expression)
        #expect(fields["flags"] == .array([.string("valid"), .string(name)]))
        #expect(fields["exact"] == nil)
        let zero = JSONValue.number(integer: 0, floatingPoint: 0)
        #expect(fields["result"] == .object(["value": zero, "timescale": zero]))
        let text = await ConsoleRecorder.run("time", expression).results
        #expect(text == "time      \(name)\nflags     valid, \(name)")
    }

    @Test("a range shows what each of its members is")
    func rangeFlags() async throws {
        let text = await ConsoleRecorder.run("time", "range(1/3, 9223372036854775807 * 2)").results
        #expect(text.hasPrefix("start     1/3  0.(3) s\nduration  positiveInfinity  18446744073709551614 s\n"))
        let fields = try await evaluate("range(1/3, 9223372036854775807 * 2)")
        let (valid, infinite) = (JSONValue.string("valid"), JSONValue.string("positiveInfinity"))
        #expect(fields["flags"] == .array([valid, infinite]))
        #expect(fields["startFlags"] == .array([valid]))
        #expect(fields["durationFlags"] == .array([valid, infinite]))
        let plain = try await evaluate("range(1/3, 2)")
        #expect(plain["flags"] == .array([valid]))
        #expect(plain["startFlags"] == nil)
        #expect(plain["durationFlags"] == nil)
    }

    @Test(
        "timecode is shown at a rate",
        arguments: [
            ("3600", ["--rate", "29.97df"], "01:00:00;00"),
            ("3600", ["--rate", "29.97"], "00:59:56:12"),
            ("150f", ["--rate", "25"], "00:00:06:00"),
            ("1001/30", ["--rate", "29.97"], "00:00:33:10"),
            ("00:00:59;29 + 1f", ["--rate", "29.97"], "00:01:00;02"),
            ("01:00:00;00@29.97", [], "01:00:00;00"),
            ("timecode(1, 120)", [], "00:00:01:000"),
            ("timecode(86400 + 1/2, 24)", [], "24:00:00:12"),
            ("timecode(86400 + 1/2, 24)", ["--wrap"], "00:00:00:12"),
            ("-1f", ["--rate", "25"], "-00:00:00:01"),
            ("-1f", ["--rate", "25", "--wrap"], "23:59:59:24"),
        ]
    )
    func timecode(expression: String, options: [String], timecode: String) async throws {
        let recorder = ConsoleRecorder()
        let code = await Assettool.run(["time", "--json"] + options + ["--", expression], recorder.console)
        try #require(code == .done, "\(recorder.messages)")
        let fields = try JSONDecoder().decode([String: JSONValue].self, from: Data(recorder.results.utf8))
        #expect(fields["timecode"] == .string(timecode))
    }

    @Test(
        "times compare exactly",
        arguments: [
            ("1/3 < 0.3333333333333333333333", false), ("1/3 = 2/6", true), ("1/3 == 2/6", true), ("1/3 != 2/6", false),
            ("2 > 1", true), ("1 >= 1", true), ("1 <= 0", false), ("range(0, 1) == range(0/4, 4/4)", true),
            ("range(0, 1) != range(0, 2)", true),
        ]
    )
    func comparison(expression: String, result: Bool) async throws {
        #expect(try await evaluate(expression)["result"] == .boolean(result))
    }

    @Test(
        "ranges unite and intersect",
        arguments: [
            ("union(range(0, 5), range(7, 1))", "start     0/1  0 s\nduration  8/1  8 s\nend       8/1  8 s"),
            ("intersection(range(0, 5), range(3, 9))", "start     3/1  3 s\nduration  2/1  2 s\nend       5/1  5 s"),
            ("intersection(range(0, 5), range(7, 1))", "start     0/1  0 s\nduration  0/1  0 s\nend       0/1  0 s"),
        ]
    )
    func ranges(expression: String, text: String) async {
        let outcome = await ConsoleRecorder.run("time", expression)
        #expect(outcome.results == text)
    }

    @Test(
        "a caret stands under the offending character, and the exit code is 2",
        arguments: [
            ("1/0", 2, "division by zero"),
            ("5 / (2 - 2)", 4, "division by zero"),
            ("00:61:00:00@25", 3, "minutes"),
            ("00:00:00:25@25", 9, "frames"),
            ("00:01:00;00@29.97", 9, "drop-frame"),
            ("00:00:00;00@25", 8, "drop-frame"),
            ("01:75:00", 3, "minutes go from 0 to 59"),
            ("01:02:03:04", 11, "needs a rate"),
            ("1 + foo(2)", 4, "no function 'foo'"),
            ("rond(1, 2)", 0, "did you mean 'round'?"),
            ("50%", 2, "needs a file"),
            ("1 + end", 4, "needs a file"),
            ("3f", 1, "--rate"),
            ("(1 + 2", 6, "')' is missing"),
            ("1 +", 3, "missing"),
            ("2 3", 2, "not expected"),
            ("1.2.3", 3, "one decimal point"),
            ("5q", 1, "not a unit"),
            ("", 0, "empty"),
            ("convert(1, 0)", 11, "timescale"),
            ("convert(1, 2147483648)", 11, "timescale"),
            ("convert(1, 10, up)", 15, "rounding method"),
            ("range(0, -1)", 9, "not negative"),
            ("range(0, 1) + 1", 12, "takes times"),
            ("union(1, 2)", 6, "a range is expected"),
            ("convert(9223372036854775807, 2) + 1", 32, "takes times, not an infinity"),
            ("range(0, convert(9223372036854775807, 2))", 9, "a time is expected here, not an infinity"),
            ("1 < convert(9223372036854775807, 2)", 2, "a time cannot be compared with an infinity"),
            ("1 < 2 < 3", 6, "chained"),
            ("1 < range(0, 1)", 2, "compared"),
            ("timecode(1, 12.5)", 12, "timecode counts"),
            ("00:00:00:00@bad", 12, "'bad' is not a frame rate"),
            ("00:00:00:00@29.97df", 12, "'29.97df' is not a frame rate; ';' before the frames"),
            ("00:00:00:00@ 25", 12, "right behind the '@'"),
            ("00:00:00:00@25/0", 15, "division by zero"),
            ("00:00:00:00@25/1001", 8, "timecode counts"),
            ("🎬 + 1", 0, "time is expected"),
        ]
    )
    func errors(expression: String, offset: Int, message: String) async throws {
        let outcome = await ConsoleRecorder.run("time", "--", expression)
        #expect(outcome.code == .wrongCommandLine)
        #expect(outcome.results.isEmpty)
        let lines = outcome.messages.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        try #require(lines.count == 3)
        #expect(lines[0].hasPrefix("assettool: "))
        #expect(lines[0].contains(message))
        #expect(lines[1] == "  " + expression)
        #expect(lines[2] == String(repeating: " ", count: offset + 2) + "^")
    }

    @Test("no control character of the input reaches the terminal, and the caret stays in its column")
    func controlCharacters() async {
        let expression = "1\t+\u{1b}[31m\u{9b}\r\n\u{202e}2"
        let outcome = await ConsoleRecorder.run("time", "--", expression)
        let shown = "1 +\u{fffd}[31m\u{fffd} \u{fffd}2"
        let message = "assettool: a time is expected here, not '\u{fffd}'"
        #expect(outcome.messages == "\(message)\n  \(shown)\n     ^")
        for arguments in [["t\u{1b}c"], ["time", "--j\u{1b}c"], ["time", "--check", "/no\u{1b}c\nwhere"]] {
            let recorder = ConsoleRecorder()
            #expect(await Assettool.run(arguments, recorder.console) != .done)
            #expect(recorder.messages.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
        let json = await ConsoleRecorder.run("time", "-", "--json", input: "1\u{7f}\u{85}\u{1b}").results
        #expect(json.contains(#""expression": "1\u007f""#))
        #expect(!json.contains("\u{1b}"))
        let report = await ConsoleRecorder.run("time", "--check", "-", input: #"{"id":"a\u001b[2J","op":"b"}"#).results
        #expect(!report.contains("\u{1b}"))
        #expect(report.contains("failed: a\u{fffd}[2J b: "))
    }

    @Test("nesting and length have limits that answer instead of crashing")
    func hostileExpressions() async {
        for expression in [
            String(repeating: "(", count: 100_000), String(repeating: "-", count: 100_000) + "1",
            String(repeating: "round(", count: 5000), String(repeating: "9", count: 100_000),
            "0." + String(repeating: "9", count: 100_000),
            (0..<4000).map { "1/\(2_147_483_647 - $0 * 18)" }.joined(separator: " * "),
        ] {
            let outcome = await ConsoleRecorder.run("time", "--", expression)
            #expect(outcome.code == .wrongCommandLine, "\(expression.prefix(40))")
        }
        let product = (0..<40).map { "1/\(2_147_483_647 - $0 * 18)" }.joined(separator: " * ")
        #expect(await ConsoleRecorder.run("time", product).results.hasPrefix("time      0/1\n"))
        let long = Array(repeating: "1", count: 10_000).joined(separator: "+")
        #expect(await ConsoleRecorder.run("time", long).results.hasPrefix("time      10000/1"))
    }

    @Test("words need no quotes, and standard input takes an expression a line")
    func input() async {
        #expect(await ConsoleRecorder.run("time", "1/3", "+", "1/6").results.contains("exact     1/2"))
        let outcome = await ConsoleRecorder.run("time", "-", input: "1+1\n\n1/0\r\n2*3\n")
        #expect(outcome.code == .wrongCommandLine)
        #expect(outcome.results.contains("exact     2\n"))
        #expect(outcome.results.contains("exact     6\n"))
        #expect(outcome.messages.contains("division by zero"))
        let json = await ConsoleRecorder.run("time", "-", "--json", input: "1\n1/0\n")
        #expect(json.results.contains(#""error": "division by zero"#))
    }

    @Test("--check runs a file and answers by its outcome")
    func check() async {
        let good = await ConsoleRecorder.run("time", "--check", PackageFolder.vectors.path)
        #expect(good.code == .done)
        #expect(good.results.hasSuffix("vectors: 2153 run, 0 failed"))
        let bad = await ConsoleRecorder.run("time", "--check", "-", input: #"{"id":"a","op":"b"}"#)
        #expect(bad.code == .failed)
        let missing = await ConsoleRecorder.run("time", "--check", "/nowhere/at all.jsonl")
        #expect(missing.code == .failed)
        #expect(missing.messages == "assettool: cannot read '/nowhere/at all.jsonl': No such file or directory")
        let folder = await ConsoleRecorder.run("time", "--check", PackageFolder.root.path)
        #expect(folder.code == .failed)
        #expect(folder.messages.hasSuffix("Is a directory"))
    }
}
