import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("X11: pictures of a screen")
struct X11GrabTests {
    /// Colours of which none is near twice; what is in the fourth byte means nothing.
    private static func pixel(_ column: Int, _ row: Int) -> UInt32 {
        0x5A00_0000 | UInt32((column ^ row) & 0xFF) << 16 | UInt32(row & 0xFF) << 8 | UInt32(column & 0xFF)
    }

    /// Opens the screen of a server, and makes a picture of it.
    private func grab(
        _ server: PrivateXServer,
        _ region: CGRect? = nil,
        showsCursor: Bool = false,
        sharing: X11Sharing = .asItCan
    ) throws -> (picture: Pixels, setup: DeviceSetup, sharing: X11Sharing) {
        let provider = X11Provider(display: server.name, sharing: sharing)
        let facts = try #require(provider.devices().first)
        let handle = try #require(try provider.open(facts.id) as? X11Handle)
        let format = try #require(facts.formats.first)
        let setup = try handle.configure(DeviceSetup(format: format, region: region, showsCursor: showsCursor))
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        let sample = try #require(sink.samples(1)?.first)
        handle.stop()
        #expect(sink.failures.isEmpty)
        return (try #require(Pixels(sample)), setup, handle.sharing)
    }

    @Test("every pixel is as it is, however it comes", arguments: X11Sharing.allCases)
    func exact(sharing: X11Sharing) throws {
        guard let server = try PrivateXServer(641, 480) else { return }
        try server.paint(Self.pixel)
        let result = try grab(server, sharing: sharing)
        #expect(result.picture == Pixels(640, 480) { Self.pixel($0, $1) | 0xFF00_0000 })
        #expect(result.sharing == (sharing == .asItCan ? .descriptors : sharing))
        #expect(result.setup.region == nil)
        #expect(result.setup.format.pictures?.width == 640)
        #expect(result.setup.frameDuration == CMTime(value: 1, timescale: 30))
    }

    @Test(
        "a region is even, and on the screen",
        arguments: [
            (CGRect(x: 11, y: 23, width: 101, height: 35), CGRect(x: 11, y: 23, width: 100, height: 34)),
            (CGRect(x: 600, y: -20, width: 500, height: 60), CGRect(x: 600, y: 0, width: 40, height: 40)),
        ],
        [X11Sharing.asItCan, .nothing]
    )
    func region(regions: (asked: CGRect, given: CGRect), sharing: X11Sharing) throws {
        guard let server = try PrivateXServer() else { return }
        try server.paint(Self.pixel)
        let result = try grab(server, regions.asked, sharing: sharing)
        #expect(result.setup.region == regions.given)
        let format = result.setup.format.pictures
        #expect(CGSize(width: format?.width ?? 0, height: format?.height ?? 0) == regions.given.size)
        let (x, y) = (Int(regions.given.minX), Int(regions.given.minY))
        let expected = Pixels(Int(regions.given.width), Int(regions.given.height)) {
            Self.pixel(x + $0, y + $1) | 0xFF00_0000
        }
        #expect(result.picture == expected)
    }

    @Test("a monitor's region begins at its corner")
    func monitor() throws {
        guard PrivateXServer.has("xrandr"), let server = try PrivateXServer() else { return }
        try server.addMonitor("right", x: 320, y: 10, width: 320, height: 400)
        try server.paint(Self.pixel)
        let provider = X11Provider(display: server.name)
        let handle = try provider.open("x11:\(server.name)/right")
        let format = try #require(provider.devices().first { $0.name == "Screen right" }?.formats.first)
        let setup = try handle.configure(
            DeviceSetup(format: format, region: CGRect(x: 300, y: 5, width: 64, height: 8))
        )
        #expect(setup.region == CGRect(x: 300, y: 5, width: 20, height: 8))
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        let picture = sink.samples(1)?.first.flatMap(Pixels.init)
        #expect(picture == Pixels(20, 8) { Self.pixel(620 + $0, 15 + $1) | 0xFF00_0000 })
        handle.close()
    }

    @Test("pictures say what their colours mean")
    func colours() throws {
        guard let server = try PrivateXServer(64, 48) else { return }
        let provider = X11Provider(display: server.name)
        let handle = try provider.open("x11:\(server.name)/screen")
        let sink = ScreenSink()
        // Nobody has set it up: it is all of the screen.
        try handle.start(sink, on: SystemHostClock.shared)
        guard case .picture(let picture) = try #require(sink.samples(1)?.first).content else {
            Issue.record("no picture")
            return
        }
        handle.stop()
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA)
        #expect((CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture)) == (64, 48))
        #expect(CVImageBufferGetColorSpace(picture)?.takeUnretainedValue().name == CGColorSpace.sRGB)
    }

    @Test(
        "the pointer shows where it is, and nowhere when it is not wanted",
        arguments: [X11Sharing.asItCan, .nothing]
    )
    func pointer(sharing: X11Sharing) throws {
        // A server of old manners shows a pointer although no client has asked for one.
        guard PrivateXServer.has("xdotool"), let server = try PrivateXServer(options: ["-retro"]) else { return }
        try server.movePointer(100, 120)
        let without = try grab(server, sharing: sharing).picture
        let with = try grab(server, showsCursor: true, sharing: sharing)
        #expect(with.setup.showsCursor)
        let places = without.values.indices.filter { without.values[$0] != with.picture.values[$0] }
        let columns = places.map { $0 % without.width }
        let rows = places.map { $0 / without.width }
        #expect(places.count > 10)
        #expect(columns.allSatisfy { (84...116).contains($0) } && rows.allSatisfy { (104...136).contains($0) })
        #expect(with.picture.values.allSatisfy { $0 >= 0xFF00_0000 })
        // It has the same pixels where only a part of it is in the picture.
        let part = try grab(server, CGRect(x: 100, y: 110, width: 20, height: 10), showsCursor: true, sharing: sharing)
        #expect(part.picture == Pixels(20, 10) { with.picture[100 + $0, 110 + $1] })
        // It hangs over the corner.
        try server.movePointer(0, 0)
        let corner = try grab(server, showsCursor: true, sharing: sharing).picture
        #expect((0..<8).contains { place in corner[place, place] != without[place, place] })
        try server.movePointer(639, 479)
        let other = try grab(server, showsCursor: true, sharing: sharing).picture
        #expect(other != without)
    }

    @Test("a server without extensions is grabbed all the same")
    func extensions() throws {
        let options = ["MIT-SHM", "RANDR", "XFIXES"].flatMap { ["-extension", $0] } + ["-nocursor"]
        guard let server = try PrivateXServer(options: options) else { return }
        try server.paint(Self.pixel)
        let provider = X11Provider(display: server.name)
        #expect(provider.devices().map(\.id) == ["x11:\(server.name)/screen"])
        #expect(provider.watch {} == nil)
        // Away from the middle: without XFixes the server draws a pointer there by itself, and puts back what was below it.
        let result = try grab(server, CGRect(x: 0, y: 0, width: 200, height: 200), showsCursor: true)
        #expect(result.picture == Pixels(200, 200) { Self.pixel($0, $1) | 0xFF00_0000 })
        #expect(result.sharing == .nothing)
        #expect(!result.setup.showsCursor)
    }

    @Test("what cannot be is refused, and what was set up before stays")
    func refused() throws {
        guard let server = try PrivateXServer() else { return }
        let provider = X11Provider(display: server.name)
        let handle = try provider.open("x11:\(server.name)/screen")
        let rates = GrabPace.rates
        let right = DeviceFormat.pictures(
            DevicePictureFormat(.pixels(kCVPixelFormatType_32BGRA), width: 640, height: 480, rates: rates)
        )
        let small = try handle.configure(DeviceSetup(format: right, region: CGRect(x: 0, y: 0, width: 16, height: 8)))
        let jpeg = DeviceFormat.pictures(DevicePictureFormat(.jpeg, width: 640, height: 480, rates: rates))
        let formatError = #expect(throws: AVError.self) { try handle.configure(DeviceSetup(format: jpeg)) }
        #expect(formatError?.description == "a screen gives pictures of 32 bits with blue first only")
        let beside = DeviceSetup(format: right, region: CGRect(x: 700, y: 0, width: 10, height: 10))
        let regionError = #expect(throws: AVError.self) { try handle.configure(beside) }
        #expect(
            regionError?.description == "there is no picture of that part of the screen: it has 640 x 480 pixels"
        )
        #expect(try handle.controls().isEmpty)
        #expect(throws: AVError.self) { try handle.set([DeviceControlChange(.brightness, 1)]) }
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        let picture = sink.samples(1)?.first.flatMap(Pixels.init)
        #expect(small.format.pictures?.width == picture?.width && picture?.height == 8)
        // While it runs nothing can be set up, and afterwards nothing at all.
        let running = #expect(throws: AVError.self) { try handle.configure(small) }
        #expect(running?.description == "the screen cannot be set up: it is running")
        handle.close()
        let closed = #expect(throws: AVError.self) { try handle.start(sink, on: SystemHostClock.shared) }
        #expect(closed?.description == "the screen cannot be started: it is closed")
    }
}
