import AssetKitBase
import AssetKitClocks
import AssetKitMedia
import AssetKitTargets
import CMTimeLib
import Foundation
import TestSupport
import Testing

@Suite("A terminal")
struct TerminalTargetTests {
    private let host = VirtualHostClock()
    private let events = Events<AKVideoTargetEvent>()
    private let folder = TemporaryFolder()
    private let output: FileHandle

    init() throws {
        try Data().write(to: folder.file("out"))
        output = try FileHandle(forWritingTo: folder.file("out"))
    }

    private func makeTarget(_ grid: @escaping @Sendable () -> (columns: Int, rows: Int)?) -> AKTerminalTarget {
        AKTerminalTarget(host: host, descriptor: output.fileDescriptor, reservedRows: 1) {
            grid().map { TerminalGrid(columns: $0.columns, rows: $0.rows) }
        }
    }

    /// What was written, with ESC as ^.
    private var text: String {
        ((try? String(contentsOf: folder.file("out"), encoding: .utf8)) ?? "").replacing("\u{1B}", with: "^")
    }

    @Test("draws two pixels in a cell, tells colours where they change, and gives the terminal back")
    func draw() throws {
        let target = makeTarget { (2, 2) }
        try target.open(.zero, events: events.add)
        #expect(target.wish == AKVideoTargetWish(size: CGSize(width: 2, height: 2), enlarges: true))
        try target.present(TestPicture.make(width: 2, height: 2, seed: 255), itemTime: .zero, hostTime: 0)
        target.close()
        let upper = ["^[38;2;255;0;0m", "^[48;2;255;3;0m▀", "^[38;2;255;0;1m", "^[48;2;255;3;1m▀"]
        #expect(text == "^[?1049h^[?25l^[2J^[1;1H" + upper.joined() + "^[0m^[0m^[?25h^[?1049l")
    }

    @Test("has black around a picture that is smaller, and tells a colour once")
    func centred() throws {
        let target = makeTarget { (3, 4) }
        try target.open(.zero, events: events.add)
        try target.present(TestPicture.make(width: 1, height: 2), itemTime: .zero, hostTime: 0)
        let black = "^[38;2;0;0;0m^[48;2;0;0;0m▀▀▀"
        #expect(
            text.hasSuffix(
                "^[1;1H\(black)^[2;1H^[38;2;0;0;0m^[48;2;0;0;0m▀^[48;2;0;3;0m▀^[48;2;0;0;0m▀^[3;1H\(black)^[0m"
            )
        )
    }

    @Test("writes text into the rows that it draws no pictures on, as much of it as fits")
    func reserved() throws {
        let target = makeTarget { (6, 3) }
        target.show("too early")
        try target.open(.zero, events: events.add)
        target.show("0:01.2")
        target.show("no row", inReservedRow: 1)
        target.close()
        target.show("too late")
        #expect(text == "^[?1049h^[?25l^[2J^[3;1H^[0m^[2K0:01.^[0m^[?25h^[?1049l")
    }

    @Test("draws at most 15 pictures a second, and the last one in any case")
    func pace() throws {
        let target = makeTarget { (1, 2) }
        try target.open(.zero, events: events.add)
        for index in 0..<60 {
            let picture = try TestPicture.make(width: 1, height: 2, seed: UInt8(index))
            try target.present(picture, itemTime: .zero, hostTime: 0)
            if index < 59 { host.advance(by: 1_000_000_000 / 60) }
        }
        host.advance(by: 1_000_000_000)
        let reds = text.matches(of: /38;2;([0-9]+)/).compactMap { Int($0.output.1) }
        #expect((15...17).contains(reds.count))
        #expect(reds.first == 0)
        #expect(reds.last == 59)
        #expect(reds == reds.sorted())
    }

    @Test("asks for another picture when its size has changed")
    func resize() throws {
        let columns = Protected(4)
        let target = makeTarget { (columns.withLock { $0 }, 4) }
        try target.open(.zero, events: events.add)
        try target.present(TestPicture.make(width: 4, height: 6), itemTime: .zero, hostTime: 0)
        columns.withLock { $0 = 2 }
        #expect(target.wish.size == CGSize(width: 2, height: 6))
        host.advance(by: 1_000_000_000)
        try target.present(TestPicture.make(width: 4, height: 6), itemTime: .zero, hostTime: 0)
        host.advance(by: 1_000_000_000)
        try target.present(TestPicture.make(width: 2, height: 3), itemTime: .zero, hostTime: 0)
        #expect(events.texts == ["needsPicture"])
    }

    @Test("is refused where there is none, and lost where it goes")
    func none() throws {
        let real = AKTerminalTarget(descriptor: output.fileDescriptor)
        let error = #expect(throws: AVError.self) { try real.open(.zero, events: events.add) }
        #expect(error?.description == "there is no terminal to show pictures in: output goes somewhere else")
        let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
        let target = AKTerminalTarget(host: host, descriptor: full.fileDescriptor) {
            TerminalGrid(columns: 1, rows: 1)
        }
        #expect(throws: AVError.self) { try target.open(.zero, events: events.add) }
    }
}
