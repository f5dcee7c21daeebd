import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("X11: which screens there are")
struct X11ProviderTests {
    @Test("a server's screen is a device")
    func facts() throws {
        guard let server = try PrivateXServer(640, 481) else { return }
        let provider = X11Provider(display: server.name)
        #expect(provider.name == "x11")
        #expect(provider.obstacle == nil)
        #expect(provider.access(to: .screen) == .authorized)
        let facts = try #require(provider.devices().first)
        #expect(provider.devices() == [facts])
        #expect(facts.id == "x11:\(server.name)/screen")
        #expect((facts.kind, facts.name, facts.model) == (.screen, "Screen", "640 x 481 pixels"))
        #expect(facts.isDefault && facts.obstacle == nil && facts.controls.isEmpty)
        let rates = DeviceRates.between(
            shortest: CMTime(value: 1, timescale: 120),
            longest: CMTime(value: 1, timescale: 1)
        )
        let format = DevicePictureFormat(.pixels(kCVPixelFormatType_32BGRA), width: 640, height: 480, rates: rates)
        #expect(facts.formats == [.pictures(format)])
    }

    @Test("the display of the environment is meant, as it is when somebody asks")
    func environment() throws {
        guard let server = try PrivateXServer() else { return }
        let name = server.name
        let provider = X11Provider { ["DISPLAY": name + ".0"] }
        #expect(provider.devices().map(\.id) == ["x11:\(name)/screen"])
    }

    @Test("each monitor is a device, and changes are told")
    func monitors() throws {
        guard PrivateXServer.has("xrandr"), let server = try PrivateXServer() else { return }
        let provider = X11Provider(display: server.name)
        let changes = Monitor(0)
        let watch = provider.watch {
            changes.withLock { $0 += 1 }
            changes.announce()
        }
        #expect(watch != nil)
        try server.addMonitor("left", x: 0, width: 320, height: 480)
        let count = changes.wait(until: .now + ScreenSink.patience) { $0 > 0 ? $0 : nil }
        #expect(count != nil)
        let facts = provider.devices()
        #expect(facts.map(\.name).sorted() == ["Screen left", "Screen screen"])
        #expect(facts.count { $0.isDefault } == 1)
        let left = facts.first { $0.name == "Screen left" }
        #expect(left?.id == "x11:\(server.name)/left")
        #expect(left?.formats.first?.pictures?.width == 320)
    }

    @Test("a refresh rate is known where the server knows one")
    func refresh() throws {
        guard PrivateXServer.has("xrandr"), let server = try PrivateXServer() else { return }
        try server.resize(320, 240)
        // 6 MHz for 350 x 270.
        #expect(X11Provider(display: server.name).devices().map(\.model) == ["320 x 240 pixels, 63.49 Hz"])
    }

    @Test("that a server is gone is told, and that it is there again")
    func restart() throws {
        // A number of its own: the usual ones others take at once.
        let number = 10_000 + Int(getpid() % 20_000)
        guard let first = try PrivateXServer(number: number) else { return }
        let provider = X11Provider(display: first.name)
        let lists = Monitor([[String]]())
        let watch = provider.watch {
            let names = provider.devices().map(\.name)
            lists.withLock { $0.append(names) }
            lists.announce()
        }
        #expect(watch != nil)
        func hears(_ names: [String]) -> Bool? {
            lists.wait(until: .now + ScreenSink.patience) { $0.last == names ? true : nil }
        }
        first.kill()
        #expect(hears([]) == true)
        let second = try PrivateXServer(number: number)
        #expect(second?.name == first.name)
        #expect(hears(["Screen"]) == true)
    }

    @Test("nothing is told when nobody holds the watch any more")
    func endOfWatch() throws {
        guard PrivateXServer.has("xrandr"), let server = try PrivateXServer() else { return }
        let provider = X11Provider(display: server.name)
        let (old, new) = (Monitor(0), Monitor(0))
        var watch = provider.watch { old.withLock { $0 += 1 } }
        #expect(watch != nil)
        watch = provider.watch {
            new.withLock { $0 += 1 }
            new.announce()
        }
        try server.addMonitor("left", x: 0, width: 320, height: 480)
        #expect(new.wait(until: .now + ScreenSink.patience) { $0 > 0 ? true : nil } == true)
        #expect(old.withLock { $0 } == 0)
        _ = watch
    }

    @Test(
        "says in half a sentence why there are none",
        arguments: [
            ([:], "DISPLAY is not set"), (["DISPLAY": ""], "DISPLAY is not set"),
            (["DISPLAY": ":54321"], "the display ':54321' cannot be opened"),
            (["WAYLAND_DISPLAY": "wayland-0"], "DISPLAY is not set"),
        ] as [([String: String], String)]
    )
    func obstacles(environment: [String: String], obstacle: String) {
        let provider = X11Provider { environment }
        #expect(provider.obstacle == obstacle)
        #expect(provider.devices().isEmpty)
        #expect(provider.watch {} == nil)
        #expect(provider.access(to: .screen) == .denied(obstacle))
        // Whether others are allowed to see is not for it to say.
        #expect(provider.access(to: .camera) == .restricted("an X server has nothing but screens"))
        let error = #expect(throws: AVError.self) { try provider.open("x11::0/screen") }
        #expect(error?.description == "cannot open the screen 'x11::0/screen': \(obstacle)")
        #expect(error?.code == .deviceNotConnected)
    }

    @Test("a screen that is not there cannot be opened")
    func unknown() throws {
        guard let server = try PrivateXServer() else { return }
        let provider = X11Provider(display: server.name)
        for id in ["x11:\(server.name)/HDMI-1", "x11::54321/screen", "screen", ""] {
            let error = #expect(throws: AVError.self) { try provider.open(id) }
            #expect(error?.description == "cannot open the screen '\(id)': there is none of that name")
        }
    }

    @Test("a screen of too few colours says so")
    func fewColours() throws {
        guard let server = try PrivateXServer(depth: 16) else { return }
        let provider = X11Provider(display: server.name)
        let reason = "the display does not show 16 million colours (TrueColor of 24 bits)"
        let facts = try #require(provider.devices().first)
        #expect(facts.obstacle == reason)
        let error = #expect(throws: AVError.self) { try provider.open(facts.id) }
        #expect(error?.description == "cannot open the screen '\(facts.id)': \(reason)")
    }

    @Test(
        "displays have one name each",
        arguments: [(":0", ":0"), (":0.0", ":0"), (":0.1", ":0.1"), ("a.b:10.0", "a.b:10"), ("a.0", "a.0")]
    )
    func names(name: String, identity: String) {
        let display = X11Display(name)
        #expect(display.identity == identity)
        #expect(display.output(of: display.id(of: "DP-1/2")) == "DP-1/2")
        #expect(display.output(of: "x11::7/DP-1") == nil)
    }
}
