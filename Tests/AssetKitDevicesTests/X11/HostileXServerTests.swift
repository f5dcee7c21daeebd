import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import Foundation
import Testing

@Suite("X11: servers that lie, or stand still")
struct HostileXServerTests {
    /// How long a server may take here, in milliseconds: those that answer do so at once.
    private static let short = 400

    private func provider(_ server: FakeXServer, milliseconds: Int = 600_000) -> X11Provider {
        X11Provider(display: server.name, milliseconds: milliseconds)
    }

    @Test("a server that does as it should is a screen with a picture")
    func good() throws {
        let server = try FakeXServer()
        let facts = try #require(provider(server).devices().first)
        #expect((facts.name, facts.model) == ("Screen", "64 x 48 pixels, 60 Hz"))
        #expect(facts.id == "x11:\(server.name)/wall")
        let sample = try #require(try grab(server, showsCursor: true).samples(1)?.first)
        let pixels = try #require(Pixels(sample))
        #expect(pixels[5, 5] == 0xff55_5555)
        // The pointer's upper row is white, its lower one nothing.
        #expect(pixels[1, 1] == 0xffff_ffff && pixels[2, 1] == 0xffff_ffff && pixels[1, 2] == 0xff55_5555)
        #expect(server.isLeft())
    }

    @Test(
        "one that says nothing to a question makes nobody wait for ever, is asked once, and says so",
        arguments: [
            FakeXQuestion.setup, .extensionData("RANDR"), .randrVersion, .pointerVersion, .geometry, .monitors,
            .resources, .atomName, .outputInformation, .crtcInformation, .focus,
        ]
    )
    func mute(_ silent: FakeXQuestion) throws {
        let server = try FakeXServer { $0 == silent ? nil : $1 }
        let provider = provider(server, milliseconds: Self.short)
        #expect(provider.devices().isEmpty)
        let isLate: Set<FakeXQuestion> = [
            .geometry, .monitors, .resources, .atomName, .outputInformation, .crtcInformation,
        ]
        if !isLate.contains(silent) {
            #expect(provider.obstacle == "the display '\(server.name)' does not answer")
            #expect(provider.access(to: .screen) == .denied("the display '\(server.name)' does not answer"))
            #expect(server.connectionCount == 1)
        }
        #expect(throws: AVError.self) { try provider.open("x11:\(server.name)/wall") }
        #expect(server.isLeft())
    }

    @Test(
        "one that stops in the middle of an answer is cut off",
        arguments: [FakeXQuestion.setup, .geometry, .monitors, .resources, .atomName]
    )
    func half(_ cut: FakeXQuestion) throws {
        let server = try FakeXServer { question, usual in
            guard question == cut else { return usual }
            // It says that more is to come than comes.
            if question == .setup { return FakeXMessage(Array(usual.bytes.dropLast(8))) }
            return usual.with(FakeXMessage.four(1000), at: 4)
        }
        #expect(provider(server, milliseconds: Self.short).devices().isEmpty)
        #expect(server.isLeft())
    }

    @Test("a picture that does not come ends the run, and a stop does not wait for it")
    func stalledPicture() throws {
        let server = try FakeXServer { question, usual in
            question == .image ? usual.with(FakeXMessage.four(0xff_ffff), at: 4) : usual
        }
        let handle = try provider(server, milliseconds: Self.short).open("x11:\(server.name)/wall")
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.failure() == .stalled)
        handle.stop()
        #expect(sink.samples.isEmpty)
    }

    @Test(
        "a picture of which nothing comes ends the run soon, however long connecting may take",
        arguments: [true, false]
    )
    func silentPicture(isPointer: Bool) throws {
        let server = try FakeXServer { question, usual in question == (isPointer ? .pointer : .image) ? nil : usual }
        // An hour: whoever waits for as long as that says nothing in time.
        let handle = try provider(server, milliseconds: 3_600_000).open("x11:\(server.name)/wall")
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.failure() == .stalled)
        handle.close()
        #expect(sink.samples.isEmpty)
    }

    @Test(
        "a beginning whose numbers promise more than there is means no screen",
        arguments: [
            (24, FakeXMessage.two(60_000)), (29, [255]), (6, FakeXMessage.two(0)), (6, FakeXMessage.two(9)),
            (91, [255]), (94, FakeXMessage.two(9999)), (28, [0]),
        ]
    )
    func setup(_ place: Int, _ bytes: [UInt8]) throws {
        let server = try FakeXServer { question, usual in
            guard question == .setup else { return usual }
            let changed = usual.with(bytes, at: place)
            // As many bytes as it says.
            let count = 8 + (Int(changed.bytes[6]) | Int(changed.bytes[7]) << 8) * 4
            return FakeXMessage(Array(changed.bytes.prefix(count)))
        }
        let provider = provider(server)
        #expect(provider.obstacle == "the display '\(server.name)' cannot be opened")
        #expect(server.isLeft())
    }

    @Test("lists that promise more than there is end where they end")
    func lists() throws {
        let server = try FakeXServer { question, usual in
            switch question {
            // A thousand monitors with sixty thousand outputs, ten thousand modes, a name of sixty thousand letters.
            case .monitors: usual.with(FakeXMessage.four(1000), at: 12).with(FakeXMessage.two(60_000), at: 38)
            case .resources: usual.with(FakeXMessage.two(10_000), at: 20)
            case .atomName: usual.with(FakeXMessage.two(60_000), at: 8)
            default: usual
            }
        }
        // No monitor is whole, so all of the screen is one.
        #expect(provider(server).devices().map(\.id) == ["x11:\(server.name)/screen"])
        let other = try FakeXServer { question, usual in
            switch question {
            case .monitors: usual.with(FakeXMessage.four(1000), at: 12)
            case .resources: usual.with(FakeXMessage.two(10_000), at: 20)
            case .atomName: usual.with(FakeXMessage.two(60_000), at: 8)
            default: usual
            }
        }
        let facts = try #require(provider(other).devices().first)
        #expect((facts.id, facts.model) == ("x11:\(other.name)/wall", "64 x 48 pixels"))
    }

    @Test("a picture that is too short is refused, a pointer that is too short is not drawn")
    func pictures() throws {
        let short = try FakeXServer { question, usual in
            question == .image
                ? FakeXMessage(Array(usual.bytes.prefix(32 + 64))).with(FakeXMessage.four(16), at: 4) : usual
        }
        #expect(try grab(short).failure() == .broken("the X server does not let the screen be read"))
        let pointer = try FakeXServer { question, usual in
            question == .pointer ? usual.with(FakeXMessage.two(60_000) + FakeXMessage.two(60_000), at: 12) : usual
        }
        let sample = try #require(try grab(pointer, showsCursor: true).samples(1)?.first)
        #expect(try #require(Pixels(sample)).values.allSatisfy { $0 == 0xff55_5555 })
    }

    @Test("a screen of 4 billion pixels is no reason to ask for so much memory")
    func size() throws {
        let server = try FakeXServer(extensions: [:]) { question, usual in
            question == .geometry ? usual.with(FakeXMessage.four(.max), at: 16) : usual
        }
        #expect(try grab(server, "screen").failure() != nil)
    }

    @Test("devices that are asked for again and again leave no connection behind")
    func connections() throws {
        let server = try FakeXServer()
        let provider = provider(server)
        for _ in 0..<50 { #expect(provider.devices().count == 1) }
        #expect(server.connectionCount == 50)
        #expect(server.isLeft())
    }

    /// Lets a screen run until it has delivered or failed.
    private func grab(_ server: FakeXServer, _ output: String = "wall", showsCursor: Bool = false) throws -> ScreenSink
    {
        let handle = try provider(server).open("x11:\(server.name)/\(output)")
        let format = DevicePictureFormat(.pixels(kCVPixelFormatType_32BGRA), width: 0, height: 0, rates: GrabPace.rates)
        _ = try handle.configure(DeviceSetup(format: .pictures(format), showsCursor: showsCursor))
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.hasSomething())
        handle.close()
        return sink
    }
}
