import Testing

@testable import assettool

@Suite("Keys of play")
struct PlayKeysTests {
    @Test(
        "keys do what they do in players of the command line",
        arguments: [
            ("space", .togglePause), (" ", .togglePause), ("p", .togglePause), ("right", .seek(5)), ("left", .seek(-5)),
            ("up", .seek(60)), ("down", .seek(-60)), (".", .step(1)), (",", .step(-1)), ("]", .multiplyRate(1.1)),
            ("[", .multiplyRate(1 / 1.1)), ("}", .multiplyRate(2)), ("{", .multiplyRate(0.5)),
            ("backspace", .resetRate),
            ("9", .changeVolume(-0.02)), ("0", .changeVolume(0.02)), ("/", .changeVolume(-0.02)),
            ("*", .changeVolume(0.02)), ("m", .toggleMute), ("f", .toggleFullscreen), ("escape", .leaveFullscreen),
            (">", .nextFile), ("return", .nextFile), ("<", .previousFile), ("q", .quit), ("Q", .quit),
        ] as [(String, PlayCommand)]
    )
    func commands(key: String, command: PlayCommand) { #expect(PlayCommand(key: key) == command) }

    @Test("other keys do nothing", arguments: ["x", "F", "f1", "tab", "pageUp", "", "ü"])
    func others(key: String) { #expect(PlayCommand(key: key) == nil) }

    @Test(
        "what a terminal sends is read as keys",
        arguments: [
            ("q", ["q"]), (" m.", [" ", "m", "."]),
            ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", ["up", "down", "right", "left"]),
            ("\u{1B}OA\u{1B}OD", ["up", "left"]), ("\u{1B}", ["escape"]), ("\u{1B}\u{1B}[C", ["escape", "right"]),
            ("\u{7F}\u{8}\r\n", ["backspace", "backspace", "return", "return"]), ("\u{1B}[Cq", ["right", "q"]),
        ] as [(String, [String])]
    )
    func terminal(bytes: String, keys: [String]) { #expect(TerminalKeyReader.keys(in: Array(bytes.utf8)) == keys) }

    @Test(
        "of sequences that mean nothing here no piece is taken for a key",
        arguments: [
            "\u{1B}[5~", "\u{1B}[1;2C", "\u{1B}[15~", "\u{1B}OP", "\u{1B}[", "\u{1B}O", "\u{1B}[200~", "\u{1B}m", "ü€",
        ]
    )
    func unknown(bytes: String) {
        #expect(TerminalKeyReader.keys(in: Array(bytes.utf8)).isEmpty)
        #expect(TerminalKeyReader.keys(in: Array(bytes.utf8) + [0x1B, 0x1B]).suffix(1) == ["escape"])
    }
}
