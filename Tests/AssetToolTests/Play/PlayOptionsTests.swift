import AssetKit
import Testing

@testable import assettool

@Suite("Options of play")
struct PlayOptionsTests {
    private func options(_ arguments: String...) throws -> PlayOptions { try Self.options(arguments) }

    private static func options(_ arguments: [String]) throws -> PlayOptions {
        try PlayOptions(ParsedArguments(arguments, for: PlayVerb.help))
    }

    @Test("a file alone plays at its own speed, to where the machine has something")
    func defaults() throws {
        let options = try options("a.mp4", "b.mp4")
        #expect(options.files == ["a.mp4", "b.mp4"])
        #expect((options.rate, options.volume) == (1, 1))
        #expect(options.pitch == .timeDomain)
        #expect((options.sound, options.pictures) == (.automatic, .automatic))
        #expect(options.from == nil && options.to == nil && options.trackIDs == nil && options.geometry == nil)
        #expect(!options.loops && !options.isQuiet && !options.printsStatistics && !options.overwrites)
    }

    @Test("sound goes where it is told to")
    func sound() throws {
        #expect(try options("a", "--audio", "pulse").sound == .pulse(nil))
        #expect(try options("a", "--audio", "pulse:sink:1").sound == .pulse("sink:1"))
        #expect(try options("a", "--audio", "alsa:hw:0,0").sound == .alsa("hw:0,0"))
        #expect(try options("a", "--audio=file:b:c.WAV").sound == .file("b:c.WAV"))
        #expect(try options("a", "--audio", "none").sound == .none)
    }

    @Test("pictures show where they are told to")
    func pictures() throws {
        #expect(try options("a", "--video", "x11").pictures == .window)
        #expect(try options("a", "--video", "terminal").pictures == .terminal)
        #expect(try options("a", "--video", "file:o/%%%05d.JPEG").pictures == .files("o/%%%05d.JPEG"))
        #expect(try options("a", "--video", "none").pictures == .none)
        let geometry = try options("a", "--geometry", "-0+20").geometry
        #expect(geometry?.horizontal == .init(0, isFromEnd: true))
    }

    @Test("speeds, tracks, volumes and the rest are read")
    func values() throws {
        #expect(try options("a", "--rate", "-0.5").rate == -0.5)
        #expect(try options("a", "--rate", "0.03125").rate == 0.03125)
        #expect(try options("a", "--pitch", "Spectral").pitch == .spectral)
        #expect(try options("a", "--tracks", "3,1,3").trackIDs == [1, 3])
        #expect(try options("a", "--volume", "0").volume == 0)
        #expect(try options("a", "--from", "10f").from?.text == "10f")
        #expect(try options("a", "--to", "-5").to?.isFromEnd == true)
        let switches = try options("a", "--loop", "-q", "-y", "--stats", "json", "--allow-references")
        #expect(switches.loops && switches.isQuiet && switches.overwrites && switches.printsStatistics)
        #expect(switches.allowsReferences)
    }

    @Test(
        "a wrong command line is told in one sentence",
        arguments: [
            ([], "a file is missing"),
            (["-", "-"], "standard input can be read once only"),
            (["a", "--rate", "0"], "'0' is not a rate; --rate takes a number from 1/32 (0.03125) to 32"),
            (["a", "--rate", "33"], "'33' is not a rate"),
            (["a", "--rate", "nan"], "'nan' is not a rate"),
            (["a", "--rate", "fast"], "'fast' is not a rate"),
            (["a", "--pitch", "high"], "there is no way 'high' to change the speed of sound"),
            (["a", "--from", "soon"], "'soon' is not a time for --from"),
            (["a", "--to", "1,5"], "'1,5' is not a time for --to"),
            (["a", "--audio", "jack"], "--audio knows pulse, alsa, file:OUT.wav and none, not 'jack'"),
            (["a", "--audio", "none:x"], "--audio knows pulse"),
            (["a", "--audio", "file"], "--audio file: needs a name: file:OUT.wav"),
            (["a", "--audio", "file:"], "--audio file: needs a name: file:OUT.wav"),
            (["a", "--audio", "file:-"], "sound cannot go to standard output"),
            (["a", "--audio", "file:a.mp3"], "'a.mp3' must end in .wav"),
            (["a", "--video", "wayland"], "--video knows x11, terminal, file:PATTERN and none, not 'wayland'"),
            (["a", "--video", "x11:1"], "--video knows x11"),
            (["a", "--video", "file:"], "--video file: needs a pattern: file:%04d.png"),
            (["a", "--video", "file:a.png"], "it needs one place for their numbers, such as %05d"),
            (["a", "--video", "file:%d%d.png"], "it needs one place for their numbers, such as %05d"),
            (["a", "--video", "file:%t.png"], "it needs one place for their numbers, such as %05d"),
            (["a", "--video", "file:%d.gif"], "names end with .png, .jpg, .jpeg or .webp"),
            (["a", "--tracks", "1,"], "'1,' is no list of tracks"),
            (["a", "--tracks", "0"], "'0' is no list of tracks"),
            (["a", "--tracks", "video"], "'video' is no list of tracks"),
            (["a", "--volume", "1.1"], "'1.1' is not a volume; --volume takes a number from 0 to 1"),
            (["a", "--volume", "-1"], "'-1' is not a volume"),
            (["a", "--geometry", "large"], "'large' is no geometry; --geometry takes WxH, +X+Y or both"),
            (["a", "--geometry", "0x9"], "'0x9' is no geometry"),
            (["a", "--stats", "text"], "--stats knows json, not 'text'"),
            (["a", "--geometry", "9x9", "--video", "none"], "--geometry is for a window"),
            (["a", "--geometry", "9x9", "--video", "terminal"], "--geometry is for a window"),
            (["a", "--volume", "0.5", "--audio", "none"], "--volume cannot act with --audio none"),
            (["a", "--pitch", "spectral", "--audio", "none"], "--pitch cannot act with --audio none"),
        ] as [([String], String)]
    )
    func refusals(arguments: [String], sentence: String) throws {
        let error = try #require(throws: UsageError.self) { try Self.options(arguments) }
        #expect(error.message.contains(sentence), "\(error.message)")
        #expect(!error.message.contains("\n"))
    }

    @Test("help names every pitch there is, and every option's example parses")
    func help() throws {
        for pitch in ExportNames.pitches { #expect(PlayVerb.help.text.contains(pitch.name)) }
        for example in PlayVerb.help.examples {
            let words = example.command.split(separator: " ").map(String.init)
            #expect(words.prefix(2) == ["assettool", "play"])
            _ = try Self.options(Array(words.dropFirst(2)))
        }
    }
}
