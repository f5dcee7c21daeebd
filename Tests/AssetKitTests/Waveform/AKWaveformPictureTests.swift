import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitReading
@testable import AssetKitBase

@Suite("Waveform pictures")
struct AKWaveformPictureTests {
    /// One point a pixel: silence, then full scale, then half of it.
    private static let waveform = AKWaveform.test(
        Array(
            [[0, 0], [-32768, 32767], [-16384, 16384]].map { [Int16]($0) }.flatMap { Array(repeating: $0, count: 20) }
                .joined()
        )
    )

    @Test("columns are as high as the sound is loud")
    func columns() {
        let columns = WaveformLayout(Self.waveform, Self.style(60, 40)).peaks(of: 0)
        #expect(columns.count == 60)
        #expect(columns[10] == .init(top: 20, bottom: 21))
        #expect(columns[30] == .init(top: 0, bottom: 40))
        #expect(columns[50] == .init(top: 10, bottom: 30))
    }

    @Test("decibels take the same room each, and what is below the floor is flat")
    func decibels() {
        var style = Self.style(60, 40)
        style.scale = .decibels(floor: -12.041_2)
        let columns = WaveformLayout(Self.waveform, style).peaks(of: 0)
        #expect(columns[10] == .init(top: 20, bottom: 21))
        #expect(columns[30] == .init(top: 0, bottom: 40))
        // Half of full scale is 6 dB below it, half of the way to the floor.
        #expect(columns[50] == .init(top: 10, bottom: 30))
        style.scale = .decibels(floor: -6)
        #expect(WaveformLayout(Self.waveform, style).peaks(of: 0)[50] == .init(top: 20, bottom: 21))
    }

    @Test("no sample is lost and no column is empty, whatever the width", arguments: [1, 7, 59, 60, 61, 100, 600])
    func widths(width: Int) {
        let columns = WaveformLayout(Self.waveform, Self.style(width, 40)).peaks(of: 0)
        #expect(columns.count == width)
        #expect(columns.contains { $0.top == 0 && $0.bottom == 40 })
        #expect(columns.allSatisfy { $0.top < $0.bottom && $0.top >= 0 && $0.bottom <= 40 })
        #expect(zip(columns, columns.dropFirst()).allSatisfy { $0.top <= $1.bottom && $1.top <= $0.bottom })
    }

    @Test("the pixels are those of the columns, in the colours asked for")
    func pixels() throws {
        var style = Self.style(60, 40)
        style.foreground = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        style.background = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
        let image = try Self.waveform.image(style)
        #expect((image.width, image.height) == (60, 40))
        for (x, column) in WaveformLayout(Self.waveform, style).peaks(of: 0).enumerated() {
            for y in 0..<40 {
                let isInside = (column.top..<column.bottom).contains(y)
                #expect(Self.pixel(image, x, y) == (isInside ? [255, 0, 0, 255] : [0, 0, 255, 255]))
            }
        }
    }

    @Test("a clear background is transparent in both kinds of picture")
    func transparent() throws {
        var style = Self.style(60, 40)
        style.background = .clear
        #expect(Self.pixel(try Self.waveform.image(style), 0, 0) == [0, 0, 0, 0])
        #expect(try !Self.svg(Self.waveform, style).contains("M0 0h60v40"))
        #expect(try Self.svg(Self.waveform, Self.style(60, 40)).contains("M0 0h60v40"))
    }

    @Test("an SVG document of one known waveform")
    func vectors() throws {
        let text = try Self.svg(AKWaveform.test([0, 0, -32768, 32767]), Self.style(4, 4))
        let size = ##"width="4" height="4" viewBox="0 0 4 4""##
        #expect(text.hasPrefix(##"<svg xmlns="http://www.w3.org/2000/svg" \##(size) shape-rendering="crispEdges">"##))
        let lines = text.split(separator: "\n")
        #expect(lines.contains(##"<path fill="#2970d1" d="M0 3V2h2V0h2V4h-2V3h-2z"/>"##))
        #expect(lines.last == "</svg>")
    }

    @Test("channels share the height, with a gap between them")
    func channels() {
        let waveform = AKWaveform.test(Array(repeating: Int16(0), count: 12), channelCount: 3)
        let layout = WaveformLayout(waveform, Self.style(10, 99))
        #expect(layout.bands == [0..<31, 33..<64, 66..<99])
    }

    @Test("mean power lies within the peaks")
    func power() throws {
        let waveform = AKWaveform.test([-30000, 30000, -20000, 20000], power: [15000, 10000])
        let layout = WaveformLayout(waveform, Self.style(2, 100))
        let power = try #require(layout.power(of: 0))
        for (peak, mean) in zip(layout.peaks(of: 0), power) {
            #expect(peak.top < mean.top && mean.bottom < peak.bottom)
        }
        #expect(WaveformLayout(Self.waveform, Self.style(2, 100)).power(of: 0) == nil)
    }

    @Test("a waveform without points is a picture of its background")
    func empty() throws {
        let image = try AKWaveform.test([]).image(AKWaveformStyle())
        #expect(Self.pixel(image, 600, 120) == [255, 255, 255, 255])
    }

    @Test(
        "sizes that cannot be drawn are refused",
        arguments: [(0, 10), (10, 0), (-1, 5), (40000, 10), (32767, 32767)]
    )
    func sizes(width: Int, height: Int) {
        #expect(throws: AVError.self) { try Self.waveform.image(Self.style(width, height)) }
        #expect(throws: AVError.self) { try Self.waveform.svgData(Self.style(width, height)) }
    }

    private static func style(_ width: Int, _ height: Int) -> AKWaveformStyle {
        var style = AKWaveformStyle()
        (style.width, style.height, style.showsTimeAxis) = (width, height, false)
        return style
    }

    private static func svg(_ waveform: AKWaveform, _ style: AKWaveformStyle) throws -> String {
        String(decoding: try waveform.svgData(style), as: UTF8.self)
    }

    private static func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
        image.withPixels { span in
            (0..<4).map { span.unsafeLoadUnaligned(fromByteOffset: y * image.bytesPerRow + x * 4 + $0, as: UInt8.self) }
        }
    }
}
