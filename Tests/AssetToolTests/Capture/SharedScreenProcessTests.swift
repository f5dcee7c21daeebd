import AssetKit
import TestSupport
import Testing

@testable import assettool

/// What people see of it on a desktop of Wayland: `scripts/test-desktop/desktop.py` stands for one. Several of them at once take each
/// other's time.
@Suite("assettool on a desktop that shares its screen", .serialized, .waitsForPrograms)
struct SharedScreenProcessTests {
    private let desk: CaptureDesk

    init() throws { desk = try CaptureDesk("{}") }

    /// Runs commands on a desktop, to which `say WORDS` speaks, and of which `heard WORDS` waits for something to happen. Nil where
    /// something is not installed that it takes.
    private func run(_ command: String, _ options: String = "--rate 30") throws -> ToolProcess? {
        let outcome = try desk.run(
            """
            folder=$(mktemp -d /tmp/desk-XXXXXX); mkfifo words; : > events
            python3 '\(PackageFolder.root.path)/scripts/test-desktop/desktop.py' $folder --size 64x48 \(options) \
                < words > events 2> trouble & desktop=$!
            exec 9> words
            say() { echo "$*" >&9; }
            heard() { until grep -q "^$*" events; do kill -0 $desktop 2>/dev/null || exit 77; sleep 0.02; done; }
            finish() { exec 9>&-; wait $desktop; rm -rf $folder; }
            trap finish EXIT
            heard ready
            export WAYLAND_DISPLAY=wayland-0 XDG_STATE_HOME=$PWD/state DBUS_SESSION_BUS_ADDRESS=unix:path=$folder/run/bus
            \(command)
            """
        )
        guard outcome.code == 77 else { return outcome }
        let trouble = try desk.folder.text(of: "trouble")
        #expect(trouble.hasPrefix("desktop: there is no "), "\(trouble)")
        print("*** LEFT OUT: no desktop was there to share a screen of: \(trouble) ***")
        return nil
    }

    private func events(_ prefix: String) throws -> [Substring] {
        try desk.folder.text(of: "events").split(separator: "\n").filter { $0.hasPrefix(prefix) }
    }

    private func size(_ name: String) async throws -> CGSize? {
        try await AVURLAsset(url: desk.url(name)).loadTracks(withMediaType: .video).first?.load(.naturalSize)
    }

    private func duration(_ name: String) async throws -> Double {
        try await AVURLAsset(url: desk.url(name)).load(.duration).seconds
    }

    private static let name = "Screen or window (the desktop asks which)"

    @Test("its screen is listed first, without a size, and nobody is asked for that")
    func devices() throws {
        guard let outcome = try run(#""$tool" devices; "$tool" devices --json > list"#) else { return }
        #expect(outcome.code == 0, "\(outcome.errors)")
        let lines = """
            screens:
              portal:screen  \(Self.name) (default)
                  BGRA, 1 to 120 a second, as large as what is chosen
            """
        #expect(outcome.output.contains(lines), "\(outcome.output)")
        let devices = try #require(try desk.json(desk.folder.text(of: "list")) as? [[String: Any]])
        let screen = try #require(devices.first { $0["id"] as? String == "portal:screen" })
        #expect(screen["provider"] as? String == "portal" && screen["default"] as? Bool == true)
        let format = try #require((screen["formats"] as? [[String: Any]])?.first)
        #expect(format.keys.sorted() == ["coding", "frameRates"])
        #expect(try events("dialogs: CreateSession").isEmpty)
    }

    @Test("what is chosen is recorded, and the next time nothing is asked")
    func recording() async throws {
        let outcome = try run(
            """
            "$tool" record --screen -o a.mp4 --duration 1 && "$tool" record --screen -o b.mp4 --duration 1 --size 32x
            """
        )
        guard let outcome else { return }
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors == "")
        #expect(outcome.output.hasPrefix("a.mp4: 0:00:01.000, "), "\(outcome.output)")
        #expect(try await size("a.mp4") == CGSize(width: 64, height: 48))
        #expect(try await size("b.mp4") == CGSize(width: 32, height: 24))
        #expect(try events("dialogs: SelectSources").map { $0.contains("restore_data") } == [false, true])
        let state = try FileManager.default.contentsOfDirectory(atPath: desk.folder.path("state/assetkit"))
        #expect(state == ["shared-screen-assettool"])
    }

    @Test("a still screen is recorded at the rate that was asked for")
    func still() async throws {
        guard let outcome = try run(#""$tool" record --screen -o a.mov --duration 2 --fps 10 --json"#, "") else {
            return
        }
        #expect(outcome.code == 0, "\(outcome.errors)")
        let report = try #require(try desk.json(outcome.output) as? [String: Any])
        // The first one has its own time, and those behind it lie on the grid.
        #expect([19, 20].contains(report["pictures"] as? Int), "\(outcome.output)")
        #expect(try await duration("a.mov") == 2)
    }

    @Test("a part of it is as large as that part, and what is no part is told")
    func part() async throws {
        let outcome = try run(
            """
            "$tool" record --screen 32x20+4+6 -o a.mov --duration 0.3 && ! "$tool" record --screen 320x200+0+50 -o b.mov &&
                ! "$tool" record --screen 320x200+0+0 -o c.mov && ! "$tool" snapshot --screen 300x100+0+0 -o d.png
            """
        )
        guard let outcome else { return }
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try await size("a.mov") == CGSize(width: 32, height: 20))
        let reason = "there is no picture of that part of what is shared: it has 64 x 48 pixels"
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(outcome.errors.contains("the region 320x200+0+0 does not lie on '\(Self.name)'"), "\(outcome.errors)")
        #expect(outcome.errors.contains("the region 300x100+0+0 does not lie on '\(Self.name)'"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: desk.folder.path("c.mov")))
        #expect(!FileManager.default.fileExists(atPath: desk.folder.path("d.png")))
    }

    @Test("who says no is told so, and nothing is left", arguments: ["", "--size 32x"])
    func refusal(options: String) throws {
        guard let outcome = try run(#"say dialogs no; "$tool" record --screen -o a.mp4 \#(options)"#) else { return }
        #expect(outcome.code == 1)
        let reason = "'\(Self.name)' may not be used: the desktop's dialog was answered with no"
        #expect(outcome.errors == "assettool: cannot record 'a.mp4': \(reason)\n")
        #expect(!FileManager.default.fileExists(atPath: desk.folder.path("a.mp4")))
    }

    @Test("Ctrl-C while the desktop asks takes the dialog away", arguments: ["", "--size 32x"])
    func interruptedDialog(options: String) throws {
        let outcome = try run(
            """
            say dialogs wait
            "$tool" record --screen -o a.mp4 \(options) & pid=$!
            heard 'dialogs: dialog open'; kill -INT $pid; wait $pid; code=$?
            heard 'dialogs: dialog closed'; exit $code
            """
        )
        guard let outcome else { return }
        #expect(outcome.code == 130)
        let errors = "assettool: cannot record 'a.mp4': nothing was chosen to be recorded\n"
        #expect(outcome.errors == errors, "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: desk.folder.path("a.mp4")))
    }

    @Test("who ends sharing ends the recording, which is a whole movie and no failure")
    func ended() async throws {
        let outcome = try run(
            """
            "$tool" record --screen -o a.mp4 --fragment-interval 0.2 & pid=$!
            until [ -s a.mp4 ] && grep -q moof a.mp4; do sleep 0.02; done
            say dialogs close; wait $pid
            """
        )
        guard let outcome else { return }
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.hasSuffix("; sharing was ended from the desktop\n") && outcome.errors.isEmpty)
        #expect(try await duration("a.mp4") > 0)
        #expect(try desk.isOrdinary("a.mp4"))
    }

    @Test(
        "where the portal or PipeWire is gone the recording is complete up to there",
        arguments: ["portal", "pipewire"]
    )
    func lost(name: String) async throws {
        let outcome = try run(
            """
            "$tool" record --screen -o a.mp4 --fragment-interval 0.2 & pid=$!
            until [ -s a.mp4 ] && grep -q moof a.mp4; do sleep 0.02; done
            say kill \(name); wait $pid
            """
        )
        guard let outcome else { return }
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("cannot record 'a.mp4' any further: "), "\(outcome.errors)")
        #expect(try await duration("a.mp4") > 0)
    }

    @Test("a recording that is killed has what it had, and the next one needs nobody's answer")
    func killed() async throws {
        let outcome = try run(
            """
            "$tool" record --screen -o a.mp4 --fragment-interval 0.2 & pid=$!
            until [ -s a.mp4 ] && grep -q moof a.mp4; do sleep 0.02; done
            kill -KILL $pid; wait $pid
            "$tool" record --screen -o b.mp4 --duration 0.5 && "$tool" recover a.mp4 -o c.mp4
            """
        )
        guard let outcome else { return }
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try await duration("a.mp4") > 0)
        #expect(try await duration("b.mp4") == 0.5)
        #expect(try events("dialogs: SelectSources").map { $0.contains("restore_data") } == [false, true])
        #expect(try await duration("c.mp4") > 0)
        #expect(try desk.isOrdinary("c.mp4"))
    }

    @Test("a recording that may not become larger where it is ends with a failure, and what it had is there")
    func tooLarge() async throws {
        let command = #"ulimit -f 16; "$tool" record --screen -o a.mov --fragment-interval 0.2 --duration 1m"#
        guard let outcome = try run("(\(command))") else { return }
        #expect(outcome.code == 1, "\(outcome.errors)")
        let reason = "cannot record 'a.mov' any further: the file would become larger than files may be here"
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(try await duration("a.mov") > 0)
    }

    @Test("a snapshot waits for the answer")
    func snapshot() throws {
        let outcome = try run(
            """
            say dialogs wait
            "$tool" snapshot --screen -o a.png --json & pid=$!
            heard 'dialogs: dialog open'; say dialogs answer yes; wait $pid
            """
        )
        guard let outcome else { return }
        #expect(outcome.code == 0, "\(outcome.errors)")
        let report = try #require(try desk.json(outcome.output) as? [String: Any])
        #expect(report["width"] as? Int == 64 && report["height"] as? Int == 48)
    }
}
