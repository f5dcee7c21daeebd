import AssetKitBase
import AssetKitMedia
import AssetKitTargets
import CMTimeLib
import Foundation
import Testing

@Suite("A window")
struct WindowTargetTests {
    private let events = Events<AKVideoTargetEvent>()

    private func show(_ target: AKWindowTarget, _ picture: CVPixelBuffer) throws {
        try target.present(picture, itemTime: .zero, hostTime: 0)
    }

    /// Whether the screen shows a picture at a place, and how many pixels beside it are not black.
    private func compare(
        _ screen: [UInt8],
        _ screenWidth: Int,
        at left: Int,
        _ top: Int,
        width: Int,
        height: Int,
        seed: UInt8 = 0
    ) -> (wrong: Int, beside: Int) {
        var (wrong, beside) = (0, 0)
        for place in 0..<(screen.count / 3) {
            let (column, row) = (place % screenWidth - left, place / screenWidth - top)
            let (red, green, blue) = (screen[place * 3], screen[place * 3 + 1], screen[place * 3 + 2])
            if (0..<width).contains(column), (0..<height).contains(row) {
                let pixel = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
                if pixel | 0xFF00_0000 != TestPicture.pixel(column, row, seed) { wrong += 1 }
            } else if red | green | blue != 0 {
                beside += 1
            }
        }
        return (wrong, beside)
    }

    @Test("shows every pixel as it is, at the place that was asked for", arguments: [false, true])
    func pixels(avoidsSharedMemory: Bool) throws {
        guard let display = try PrivateDisplay() else { return }
        let target = AKWindowTarget(
            title: "A picture",
            geometry: AKWindowGeometry("320x240+30+40"),
            display: display.name,
            avoidsSharedMemory: avoidsSharedMemory
        )
        try target.open(CGSize(width: 1000, height: 500), events: events.add)
        #expect(target.wish == AKVideoTargetWish(size: CGSize(width: 320, height: 240), enlarges: true))
        try show(target, TestPicture.make(width: 320, height: 240, seed: 9))
        #expect(target.sharesMemory == !avoidsSharedMemory)
        #expect(try compare(display.screenshot(), 640, at: 30, 40, width: 320, height: 240, seed: 9) == (0, 0))
        // Smaller in one direction: black above and below.
        try show(target, TestPicture.make(width: 320, height: 180, seed: 8))
        #expect(try compare(display.screenshot(), 640, at: 30, 70, width: 320, height: 180, seed: 8) == (0, 0))
        target.clear()
        #expect(try display.screenshot().allSatisfy { $0 == 0 })
        target.close()
        #expect(events.all.isEmpty)
    }

    @Test("is as large as its pictures, and no larger than the screen")
    func ownSize() throws {
        guard let display = try PrivateDisplay() else { return }
        let small = AKWindowTarget(title: "small", display: display.name)
        try small.open(CGSize(width: 200, height: 100), events: events.add)
        #expect(small.wish.size == CGSize(width: 200, height: 100))
        let large = AKWindowTarget(title: "large", geometry: AKWindowGeometry("-0+0"), display: display.name)
        try large.open(CGSize(width: 1920, height: 1080), events: events.add)
        #expect(large.wish.size == CGSize(width: 640, height: 360))
    }

    @Test("tells which keys are pressed")
    func keys() throws {
        guard let display = try PrivateDisplay() else { return }
        let target = AKWindowTarget(title: "keys", geometry: AKWindowGeometry("100x100+0+0"), display: display.name)
        try target.open(.zero, events: events.add)
        try show(target, TestPicture.make(width: 100, height: 100))
        try display.xdotool("mousemove", "50", "50", "search", "--name", "keys", "windowfocus")
        let keys = [
            "space", "Left", "Right", "Up", "Down", "Escape", "Return", "Prior", "Next", "Home", "End", "q", "F",
        ]
        try display.xdotool("key", "bracketleft", "9")
        for key in keys { try display.xdotool("key", key) }
        #expect(events.wait { if case .key("F") = $0 { true } else { nil } } == true)
        let names = [
            "[", "9", "space", "left", "right", "up", "down", "escape", "return", "pageUp", "pageDown", "home", "end",
            "q",
            "F",
        ]
        #expect(events.texts == names.map { "key \($0)" })
    }

    @Test("asks for another picture when its size changes, and shows the last one until then")
    func resize() throws {
        guard let display = try PrivateDisplay() else { return }
        let target = AKWindowTarget(title: "size", geometry: AKWindowGeometry("64x48+0+0"), display: display.name)
        try target.open(.zero, events: events.add)
        try show(target, TestPicture.make(width: 64, height: 48))
        try display.xdotool("search", "--name", "size", "windowsize", "128", "100")
        #expect(events.wait { if case .needsPicture = $0 { true } else { nil } } == true)
        #expect(target.wish.size == CGSize(width: 128, height: 100))
        let screen = try display.screenshot()
        // Each pixel twice in both directions, two black rows above and below.
        for (column, row) in [(0, 2), (77, 51), (127, 97)] {
            let place = (row * 640 + column) * 3
            let pixel = UInt32(screen[place]) << 16 | UInt32(screen[place + 1]) << 8 | UInt32(screen[place + 2])
            #expect(pixel | 0xFF00_0000 == TestPicture.pixel(column / 2, (row - 2) / 2, 0))
        }
        #expect(screen[(1 * 640 + 5) * 3 + 2] == 0)
        try show(target, TestPicture.make(width: 128, height: 96, seed: 3))
        #expect(try compare(display.screenshot(), 640, at: 0, 2, width: 128, height: 96, seed: 3) == (0, 0))
    }

    @Test("fills a screen that has no window manager, and goes back to where it was")
    func fullscreen() throws {
        guard let display = try PrivateDisplay() else { return }
        let target = AKWindowTarget(title: "full", geometry: AKWindowGeometry("64x48+20+10"), display: display.name)
        try target.open(.zero, events: events.add)
        target.isFullscreen = true
        #expect(events.wait { if case .needsPicture = $0 { true } else { nil } } == true)
        #expect(target.wish.size == CGSize(width: 640, height: 480))
        try show(target, TestPicture.make(width: 640, height: 480, seed: 7))
        #expect(try compare(display.screenshot(), 640, at: 0, 0, width: 640, height: 480, seed: 7) == (0, 0))
        target.isFullscreen = false
        try show(target, TestPicture.make(width: 64, height: 48, seed: 6))
        #expect(events.wait(count: 2))
        #expect(target.wish.size == CGSize(width: 64, height: 48))
        try show(target, TestPicture.make(width: 64, height: 48, seed: 6))
        #expect(try compare(display.screenshot(), 640, at: 20, 10, width: 64, height: 48, seed: 6) == (0, 0))
    }

    @Test("shows its picture again after another window was in front of it, without asking for it")
    func expose() throws {
        guard let display = try PrivateDisplay() else { return }
        let target = AKWindowTarget(title: "behind", geometry: AKWindowGeometry("64x48+0+0"), display: display.name)
        try target.open(.zero, events: events.add)
        try show(target, TestPicture.make(width: 64, height: 48, seed: 5))
        let other = AKWindowTarget(title: "front", geometry: AKWindowGeometry("100x100+0+0"), display: display.name)
        try other.open(.zero) { _ in }
        try show(other, TestPicture.make(width: 100, height: 100, seed: 1))
        #expect(try compare(display.screenshot(), 640, at: 0, 0, width: 100, height: 100, seed: 1) == (0, 0))
        other.close()
        var result = (wrong: -1, beside: -1)
        for _ in 0..<50 where result != (0, 0) {
            result = try compare(display.screenshot(), 640, at: 0, 0, width: 64, height: 48, seed: 5)
        }
        #expect(result == (0, 0))
        #expect(events.all.isEmpty)
    }

    @Test("is lost with its display, and the process goes on", arguments: [false, true])
    func lost(presentsMeanwhile: Bool) throws {
        guard let display = try PrivateDisplay() else { return }
        let target = AKWindowTarget(title: "lost", display: display.name)
        try target.open(CGSize(width: 64, height: 48), events: events.add)
        let picture = try TestPicture.make(width: 64, height: 48)
        try show(target, picture)
        display.kill()
        if presentsMeanwhile { #expect(throws: AVError.self) { for _ in 0..<100 { try show(target, picture) } } }
        let reason = events.wait { if case .lost(let reason) = $0 { reason } else { nil } }
        #expect(reason == "the display of the window is gone")
        let error = #expect(throws: AVError.self) { try show(target, picture) }
        #expect(error?.description == "the picture cannot be shown: the display of the window is gone")
        target.isFullscreen = true
        target.clear()
        target.close()
        #expect(events.texts == ["lost: the display of the window is gone"])
    }

    @Test("can be opened again after it was closed")
    func again() throws {
        guard let display = try PrivateDisplay() else { return }
        let target = AKWindowTarget(title: "again", geometry: AKWindowGeometry("64x48+0+0"), display: display.name)
        for seed in UInt8(1)...3 {
            try target.open(.zero, events: events.add)
            try show(target, TestPicture.make(width: 64, height: 48, seed: seed))
            #expect(try compare(display.screenshot(), 640, at: 0, 0, width: 64, height: 48, seed: seed) == (0, 0))
            target.close()
        }
        #expect(events.all.isEmpty)
    }

    @Test("says in one sentence that there is no display")
    func noDisplay() throws {
        let target = AKWindowTarget(title: "nowhere", display: ":54321")
        let error = #expect(throws: AVError.self) { try target.open(CGSize(width: 64, height: 48)) { _ in } }
        #expect(
            error?.description == "there is no display to open a window on: nobody answers at the display ':54321'"
        )
    }

    @Test("says in one sentence that a display has too few colours")
    func fewColours() throws {
        guard let display = try PrivateDisplay(depth: 16) else { return }
        let target = AKWindowTarget(title: "grey", display: display.name)
        let error = #expect(throws: AVError.self) { try target.open(CGSize(width: 64, height: 48)) { _ in } }
        let reason = "the display does not show 16 million colours (TrueColor of 24 bits)"
        #expect(error?.description == "there is no display to open a window on: \(reason)")
    }

    @Test(
        "reads geometries as X11 writes them",
        arguments: [
            ("640x360", "640x360"), ("640x360+10+20", "640x360+10+20"), ("-0+5", "-0+5"), ("10x10+-5-7", "10x10+-5-7"),
            ("", nil), ("640", nil), ("0x10", nil), ("10x10+5", nil), ("10x10+5+5x", nil),
        ] as [(String, String?)]
    )
    func geometry(text: String, read: String?) {
        #expect(AKWindowGeometry(text)?.description == read)
    }
}
