import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool devices", .waitsForPrograms)
struct DevicesVerbTests {
    @Test("devices are listed by what they are for")
    func text() throws {
        let desk = try CaptureDesk()
        let outcome = try desk.run(#""$tool" devices"#)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            outcome.output == """
                cameras:
                  front  Front (default)
                      640x480 420v, 30, 15 a second
                      352x288 420v, 30, 15 a second
                      320x240 420v, 30, 15 a second
                microphones:
                  desk  Desk (default)
                      48000 Hz, 2 channels
                screens:
                  wall  Wall (default)
                      640x360 BGRA, 1 to 120 a second

                """
        )
        #expect(outcome.errors.isEmpty)
    }

    @Test("as JSON they are objects with the keys that help names")
    func json() throws {
        let camera = #"{"id": "c", "name": "C\u001b[1m", "position": "back", "hasControls": true}"#
        let desk = try CaptureDesk(SyntheticFile.text(cameras: [camera]))
        let outcome = try desk.run(#""$tool" devices --json"#)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let devices = try #require(try desk.json(outcome.output) as? [[String: Any]])
        #expect(devices.map { $0["kind"] as? String } == ["camera", "microphone", "screen"])
        #expect(devices.map { $0["mediaType"] as? String } == ["video", "audio", "video"])
        #expect(devices.map { $0["id"] as? String } == ["c", "desk", "wall"])
        for device in devices {
            for key in ["id", "name", "mediaType", "kind", "provider", "default", "formats", "controls"] {
                #expect(device[key] != nil, "\(key)")
                #expect(DevicesVerb.help.text.contains("\"\(key)\""))
            }
        }
        #expect(devices[0]["position"] as? String == "back" && devices[0]["name"] as? String == "C\u{1b}[1m")
        #expect(devices[1]["systemSound"] as? Bool == false)
        let sound = try #require((devices[1]["formats"] as? [[String: Any]])?.first)
        #expect(sound["sampleRate"] as? Double == 48_000 && sound["channels"] as? Int == 2)
        let format = try #require((devices[0]["formats"] as? [[String: Any]])?.first)
        #expect(format.keys.sorted() == ["coding", "frameRates", "height", "width"])
        let controls = try #require(devices[0]["controls"] as? [[String: Any]])
        #expect(controls.allSatisfy { Set($0.keys).isSuperset(of: ["identifier", "minimum", "maximum", "value"]) })
        #expect(controls.contains { $0["menu"] is [String: String] })
    }

    @Test("codings have the names that synthetic devices take", arguments: ["420v", "yuvs", "BGRA", "jpeg", "avc1"])
    func coding(name: String) throws {
        let desk = try CaptureDesk(SyntheticFile.text(cameras: [#"{"id": "c", "coding": "\#(name)"}"#]))
        let outcome = try desk.run(#""$tool" devices --json"#)
        let devices = try #require(try desk.json(outcome.output) as? [[String: Any]])
        let format = try #require((devices[0]["formats"] as? [[String: Any]])?.first)
        #expect(format["coding"] as? String == name)
    }

    @Test("without devices it says why, on standard error with --json")
    func missing() throws {
        let desk = try CaptureDesk("{}")
        let text = try desk.run(#""$tool" devices"#)
        #expect(text.code == 0)
        #expect(text.output.contains("cameras: none\n") || text.output.contains("cameras:\n"))
        #expect(text.output.contains("missing:\n"))
        #expect(text.output.contains("cameras: none\n") == text.output.contains("  no cameras of v4l2: "))
        #expect(text.output.contains("  no screens of x11: "))
        #expect(text.output.contains("  no screens of portal: "))
        let json = try desk.run(#""$tool" devices --json"#)
        #expect(json.errors.contains("assettool: no screens of x11: "))
        #expect(try desk.json(json.output) is [[String: Any]])
    }

    @Test("of a Wayland desktop it says what its X server does not know")
    func wayland() {
        let words = "of this Wayland desktop only windows of X11 are seen"
        #expect(WaylandDesktop.shortcoming(of: "x11", ["WAYLAND_DISPLAY": "wayland-0"]) == words)
        #expect(WaylandDesktop.shortcoming(of: "x11", ["WAYLAND_DISPLAY": ""]) == nil)
        #expect(WaylandDesktop.shortcoming(of: "x11", [:]) == nil)
        #expect(WaylandDesktop.shortcoming(of: "synthetic", ["WAYLAND_DISPLAY": "wayland-0"]) == nil)
    }

    @Test("a microphone of ALSA's is there where no sound server is, and is recorded")
    func cards() async throws {
        let desk = try CaptureDesk("{}")
        let ramp = (0..<96_000).map { Float($0 % 1000) / 4096 }
        try ramp.withUnsafeBytes { Data($0) }.write(to: desk.url("tape.raw"))
        try desk.folder.write(
            """
            pcm.plug { @args [ SLAVE ] @args.SLAVE { type string } type plug slave.pcm $SLAVE }
            pcm.silent { type null }
            pcm.tape {
                type file slave.pcm silent file "/dev/null" infile "\(desk.url("tape.raw").path)" format raw
                hint { show on description "A tape" }
            }
            """,
            to: "alsa.conf"
        )
        let list = try desk.run(#"ALSA_CONFIG_PATH="$PWD/alsa.conf" "$tool" devices"#)
        guard !list.output.contains("libasound is not installed") else {
            return print("*** LEFT OUT: nothing was recorded through ALSA, since libasound is not installed ***")
        }
        #expect(list.output.contains("\n  tape  A tape"), "\(list.output)")
        let record = try desk.run(
            #"ALSA_CONFIG_PATH="$PWD/alsa.conf" "$tool" record --microphone tape -o t.wav --duration 0.5"#
        )
        #expect(record.code == 0, "\(record.errors)")
        // A file has no clock: how fast it is read is found out while it is recorded.
        let sound = try await AVURLAsset(url: desk.url("t.wav")).load(.duration)
        #expect(abs(sound.seconds - 0.5) < 0.02)
    }

    @Test("who forbids the machine's devices is told so, also by record")
    func forbidden() throws {
        let desk = try CaptureDesk("{}")
        let reason = "ASSETKIT_CAPTURE=off forbids the machine's devices"
        let list = try desk.run(#"ASSETKIT_CAPTURE=off "$tool" devices"#)
        for kind in [
            "cameras of v4l2", "microphones of alsa", "microphones of pulse", "screens of portal", "screens of x11",
        ] {
            #expect(list.output.contains("  no \(kind): \(reason)\n"), "\(list.output)")
        }
        let record = try desk.run(#"ASSETKIT_CAPTURE=off "$tool" record --camera default -o a.mov"#)
        #expect(record.code == 1 && record.errors.contains("there is no camera: \(reason);"), "\(record.errors)")
    }

    @Test("a file of devices that is not there is the reason, in the system's words", arguments: ["camera", "screen"])
    func noFile(kind: String) throws {
        let desk = try CaptureDesk("{}")
        let sentence = "none.json' (ASSETKIT_SYNTHETIC_DEVICES) cannot be read: No such file or directory"
        let variable = "ASSETKIT_CAPTURE=off ASSETKIT_SYNTHETIC_DEVICES=none.json"
        let list = try desk.run(#"\#(variable) "$tool" devices"#)
        #expect(list.output.contains("\(sentence)\n"), "\(list.output)")
        let record = try desk.run(#"\#(variable) "$tool" record -o a.mov --\#(kind)=default"#)
        #expect(record.code == 1 && record.errors.hasPrefix("assettool: there is no \(kind): the devices of '"))
        #expect(record.errors.contains("\(sentence); 'assettool devices'"), "\(record.errors)")
    }

    @Test("--watch ends when nobody reads it any more")
    func closedPipe() throws {
        let desk = try CaptureDesk()
        let outcome = try desk.run(#"{ "$tool" devices --watch; echo $? > code; } | head -1; cat code"#)
        #expect(outcome.output == "cameras:\n0\n")
        #expect(outcome.errors.isEmpty)
    }

    @Test(
        "--watch tells what comes and goes, a line each, until a signal: Ctrl-C is no failure",
        arguments: [("INT", 0), ("TERM", 143)] as [(String, Int32)]
    )
    func watch(signal: String, code: Int32) throws {
        let desk = try CaptureDesk()
        let outcome = try desk.run(
            """
            "$tool" devices --watch --json > out & pid=$!
            until [ "$(wc -l < out)" -ge 3 ]; do sleep 0.02; done
            kill -\(signal) $pid; wait $pid
            """
        )
        #expect(outcome.code == code, "\(outcome.errors)")
        let lines = try desk.folder.text(of: "out").split(separator: "\n").map {
            try desk.json(String($0)) as? [String: Any]
        }
        #expect(lines.map { $0?["event"] as? String } == ["present", "present", "present"])
        #expect(lines.map { $0?["kind"] as? String } == ["camera", "microphone", "screen"])
    }

    @Test("a device that is unplugged goes, and comes when it is back")
    func comingAndGoing() async throws {
        let folder = try ScratchFolder()
        let id = "watched-\(UUID().uuidString)"
        try folder.write(#"{"cameras": [{"id": "\#(id)", "name": "Watched"}]}"#, to: "devices.json")
        let recorder = ConsoleRecorder()
        let devices = try CaptureDevices(synthetic: folder.path("devices.json"))
        let watch = Task {
            try await DeviceWatch(devices: devices, printsJSON: false).run(recorder.console) {
                let present = DeviceReport.list(devices)
                try recorder.console.write("\(present.count) present")
                return present
            }
        }
        func wait(for line: String) async throws {
            var patience = Patience("for '\(line)'")
            while !recorder.results.contains(line) {
                try patience.check()
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        try await wait(for: "1 present")
        AKSyntheticDevices.unplug(id)
        try await wait(for: "disconnected")
        AKSyntheticDevices.plug(id)
        try await wait(for: "\nconnected")
        watch.cancel()
        try await watch.value
        #expect(
            recorder.results == """
                1 present
                disconnected  camera  \(id)  Watched
                connected  camera  \(id)  Watched
                """
        )
    }

    @Test("a wrong command line is told")
    func mistakes() async {
        let outcome = await ConsoleRecorder.run("devices", "front")
        #expect(outcome.code == .wrongCommandLine)
        #expect(outcome.messages.hasPrefix("assettool: devices takes options alone, but 'front' follows"))
    }
}
