import Testing

@testable import AssetKit
@testable import AssetKitSinks

@Suite("Styled text")
struct StyledTextTests {
    private func text(_ runs: [StyledText.Run]) -> StyledText {
        var text = StyledText()
        for run in runs { text.append(run.text, run.style) }
        return text
    }

    @Test("neighbours of one style are one run, and nothing is none")
    func runs() {
        var found = text([
            .init(text: "a"), .init(text: "b"), .init(text: "", style: .bold), .init(text: "c", style: .bold),
        ])
        #expect(found.runs == [.init(text: "ab"), .init(text: "c", style: .bold)])
        found.append(text([.init(text: "d", style: .bold), .init(text: "e")]))
        #expect(found.runs == [.init(text: "ab"), .init(text: "cd", style: .bold), .init(text: "e")])
        #expect(found.plain == "abcde" && !found.isEmpty)
        #expect(StyledText("").isEmpty && StyledText("").runs.isEmpty)
    }

    @Test("empty space around a text goes, through runs that have nothing else")
    func trimmed() {
        let spaced = text([
            .init(text: "  "), .init(text: " a b ", style: .bold), .init(text: "\n\t", style: .italic),
        ])
        #expect(spaced.trimmed.runs == [.init(text: "a b", style: .bold)])
        #expect(StyledText(" \n ").trimmed.runs.isEmpty)
        #expect(StyledText("a").trimmed == StyledText("a"))
    }

    @Test("what is written with tags is read again", arguments: [SubtitleMarkup.subRip, .webVTT])
    func markup(kind: SubtitleMarkup) {
        let styled = text([
            .init(text: "a < b & "), .init(text: "c", style: [.bold, .italic]), .init(text: "d", style: .underlined),
            .init(text: " e"),
        ])
        #expect(StyledText(markup: styled.markup(kind), kind) == styled)
    }

    @Test("tags that are open to the end, closed too often or of other things change nothing else")
    func oddTags() {
        let known: [(String, SubtitleMarkup, [StyledText.Run])] = [
            ("<i>a", .subRip, [.init(text: "a", style: .italic)]),
            ("</i>a<i>b</i></i>c", .subRip, [.init(text: "a"), .init(text: "b", style: .italic), .init(text: "c")]),
            ("<font color=\"red\">a</font>", .subRip, [.init(text: "a")]),
            ("{\\an8}a {b}", .subRip, [.init(text: "a {b}")]),
            ("1 <2> 3", .subRip, [.init(text: "1 <2> 3")]),
            ("<v Anna>a</v> <c.x>b</c>", .webVTT, [.init(text: "a b")]),
        ]
        for (markup, kind, runs) in known { #expect(StyledText(markup: markup, kind).runs == runs, "\(markup)") }
    }
}
