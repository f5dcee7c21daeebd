import Testing

@testable import assettool

@Suite("JSON")
struct JSONTests {
    @Test("a document stands on indented lines, with its keys in their order")
    func layout() {
        let document = JSON.object([
            ("z", .array([.integer(1), .object([("a", .null)])])), ("a", .boolean(true)), ("none", .array([])),
            ("nothing", .object([])), ("half", .number(0.5)), ("whole", .number(3)), ("endless", .number(.infinity)),
        ])
        #expect(
            document.text == """
                {
                  "z": [
                    1,
                    {
                      "a": null
                    }
                  ],
                  "a": true,
                  "none": [],
                  "nothing": {},
                  "half": 0.5,
                  "whole": 3.0,
                  "endless": null
                }
                """
        )
    }

    @Test(
        "texts are quoted, and nothing in them acts on a terminal",
        arguments: [
            ("", #""""#),
            ("plain ASCII ~", #""plain ASCII ~""#),
            (#"a "b" \c"#, #""a \"b\" \\c""#),
            ("a\nb\r\tc", #""a\nb\r\tc""#),
            ("\u{1b}[31m\u{7f}\u{0}", #""\u001b[31m\u007f\u0000""#),
            ("e\u{301} 日本 🎬", "\"e\u{301} 日本 🎬\""),
            ("a\u{202e}b\u{2028}", #""a\u202eb\u2028""#),
        ]
    )
    func texts(_ text: String, _ quoted: String) {
        #expect(JSON.string(text).text == quoted)
        #expect(JSON.object([(text, .null)]).text == "{\n  \(quoted): null\n}")
    }
}
