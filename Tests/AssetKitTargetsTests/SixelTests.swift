import AssetKitBase
import AssetKitClocks
import AssetKitMedia
import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKitTargets

@Suite("A terminal with sixels")
struct SixelTests {
    private let host = VirtualHostClock()
    private let events = Events<AKVideoTargetEvent>()
    private let folder = TemporaryFolder()
    private let output: FileHandle

    init() throws {
        try Data().write(to: folder.file("out"))
        output = try FileHandle(forWritingTo: folder.file("out"))
    }

    private var written: [UInt8] { get throws { Array(try Data(contentsOf: folder.file("out"))) } }

    private func makeTarget(_ grid: TerminalGrid, reservedRows: Int = 0) -> AKTerminalTarget {
        AKTerminalTarget(
            host: host,
            descriptor: output.fileDescriptor,
            reservedRows: reservedRows,
            drawing: .sixels
        ) { grid }
    }

    @Test("asks for as many pixels as there are in whole bands above the last row")
    func size() {
        // Nine rows of 20 pixels are 180, which is 30 bands; eight are 160, which is 26 and a part of one.
        #expect(
            makeTarget(TerminalGrid(columns: 40, rows: 10, width: 400, height: 200)).wish.size
                == CGSize(width: 400, height: 180)
        )
        #expect(
            makeTarget(TerminalGrid(columns: 40, rows: 10, width: 400, height: 200), reservedRows: 2).wish.size
                == CGSize(width: 400, height: 156)
        )
    }

    @Test("draws blocks where the terminal does not tell how large it is in pixels")
    func unknownSize() throws {
        let target = makeTarget(TerminalGrid(columns: 4, rows: 3))
        #expect(target.wish.size == CGSize(width: 4, height: 4))
        try target.open(.zero, events: events.add)
        try target.present(TestPicture.make(width: 4, height: 4), itemTime: .zero, hostTime: 0)
        #expect(String(decoding: try written, as: UTF8.self).contains("▀"))
    }

    @Test("draws every pixel, in the nearest of 256 colours or the one beside it")
    func pixels() throws {
        let target = makeTarget(TerminalGrid(columns: 10, rows: 5, width: 100, height: 100))
        try target.open(.zero, events: events.add)
        let (width, height) = (100, 72)
        try target.present(TestPicture.make(width: width, height: height, seed: 135), itemTime: .zero, hostTime: 0)
        let text = try written
        // 72 rows of pixels are four rows of cells, so the picture begins at the top.
        #expect(String(decoding: text, as: UTF8.self).contains("\u{1B}[1;1H\u{1B}P"))
        let picture = try #require(SixelPicture(text))
        #expect((picture.width, picture.height) == (width, height))
        var errors: [Int] = []
        for row in 0..<height {
            for column in 0..<width {
                let color = try #require(picture.rows[row][column])
                let wanted = TestPicture.pixel(column, row, 135)
                for (percent, shift) in [(color.red, UInt32(16)), (color.green, 8), (color.blue, 0)] {
                    errors.append(abs(percent * 255 / 100 - Int(wanted >> shift & 0xFF)))
                }
            }
        }
        // The levels are 0, 95, 135, 175, 215 and 255.
        #expect(try #require(errors.max()) <= 95)
        #expect(errors.reduce(0, +) / errors.count <= 24)
    }

    @Test("stands in the middle, and leaves nothing of a picture of another shape")
    func middle() throws {
        let target = makeTarget(TerminalGrid(columns: 10, rows: 5, width: 100, height: 100))
        try target.open(.zero, events: events.add)
        try target.present(TestPicture.make(width: 100, height: 36), itemTime: .zero, hostTime: 0)
        #expect(String(decoding: try written, as: UTF8.self).contains("\u{1B}[2;1H\u{1B}P"))
        let before = try written.count
        host.advance(by: 1_000_000_000)
        try target.present(TestPicture.make(width: 40, height: 72), itemTime: .zero, hostTime: 0)
        let second = String(decoding: try written.dropFirst(before), as: UTF8.self)
        #expect(second.hasPrefix("\u{1B}[1;1H\u{1B}[2K"))
        #expect(second.contains("\u{1B}[1;4H\u{1B}P"))
    }

    @Test("what the terminal says of itself tells whether it has them")
    func answers() {
        func offers(_ text: String) -> Bool { TerminalAnswer.offersSixels(Array(text.utf8)) }
        #expect(offers("\u{1B}[?62;4c"))
        #expect(offers("\u{1B}[?63;1;2;4;6;9;15;22c"))
        #expect(offers("q\u{1B}[A\u{1B}[?62;22;4c"))
        #expect(!offers("\u{1B}[?62;22c"))
        #expect(!offers("\u{1B}[?4c"))
        #expect(!offers("\u{1B}[?62;14;44c"))
        #expect(!offers("\u{1B}[?62;4"))
        #expect(!offers(""))
    }
}
