import Foundation
import TestSupport
import Testing

@testable import AssetKitBase
@testable import AssetKitContainers

@Suite("Transport streams, units")
struct TransportStreamReaderTests {
    private struct Found: Equatable {
        var position: Int64
        var shown: Int64?
        var decoded: Int64?
        var bytes: [UInt8]
    }

    /// A packet of stream 0x100, filled up with what stuffs one.
    private static func packet(
        _ payload: [UInt8],
        counter: UInt8,
        begins: Bool = false,
        stream: Int = 0x100
    ) -> [UInt8] {
        let head = [0x47, (begins ? 0x40 : 0) | UInt8(stream >> 8), UInt8(stream & 255)]
        let room = 184 - payload.count
        guard room > 0 else { return head + [0x10 | counter] + payload }
        let stuffing = room > 1 ? [UInt8(room - 1), 0] + [UInt8](repeating: 255, count: room - 2) : [0]
        return head + [0x30 | counter] + stuffing + payload
    }

    /// The head of a unit that is shown at 3 and decoded at 1. `count`: how many bytes follow; nil does not say so.
    private static func head(_ count: Int?) -> [UInt8] {
        let length = count.map { $0 + 13 } ?? 0
        return [0, 0, 1, 0xE0, UInt8(length >> 8), UInt8(length & 255), 0x80, 0xC0, 10]
            + [0x31, 0, 1, 0, 7] + [0x11, 0, 1, 0, 3]
    }

    private static func read(_ bytes: [UInt8], _ others: Set<Int>? = []) throws -> ([Found], TransportStreamReader) {
        let layout = try #require(TransportStreamLayout([UInt8](repeating: 0x47, count: 4096)))
        let reader = TransportStreamReader(AKDataSource(Data(bytes)), layout, streams: [0x100], others: others)
        var found: [Found] = []
        while try reader.next({ unit, bytes in
            found.append(
                Found(
                    position: unit.position,
                    shown: unit.presentationTicks,
                    decoded: unit.decodeTicks,
                    bytes: Array(bytes)
                )
            )
        }) {}
        return (found, reader)
    }

    @Test("a unit is put together of its packets, and ends where the next one begins, or where it says")
    func units() throws {
        let film =
            packets([1, 2, 3], nil, 0) + Self.packet([4, 5], counter: 1) + packets([6], 1, 2) + packets([7, 8], nil, 3)
        let (found, reader) = try Self.read(film)
        #expect(reader.isRegular && reader.isAtEnd)
        #expect(found.map(\.bytes) == [[1, 2, 3, 4, 5], [6], [7, 8]])
        #expect(found.map(\.position) == [0, 376, 564])
        #expect(found.allSatisfy { $0.shown == 3 && $0.decoded == 1 })
    }

    private func packets(_ bytes: [UInt8], _ count: Int?, _ counter: UInt8) -> [UInt8] {
        Self.packet(Self.head(count) + bytes, counter: counter, begins: true)
    }

    @Test(
        "what not every writer does ends it",
        arguments: [
            "a number is left out", "a mark is missing", "damage", "a unit without its end", "bytes too many",
            "half a packet", "a stream that nobody knows", "a scrambled packet", "a head that is none",
        ]
    )
    func unusual(_ what: String) throws {
        let good = packets([1, 2, 3], nil, 0)
        var film: [UInt8]
        switch what {
        case "a number is left out": film = good + Self.packet([4], counter: 2)
        case "a mark is missing": film = good + [0] + Self.packet([4], counter: 1).dropFirst()
        case "damage": film = good; film[1] |= 0x80
        case "a unit without its end": film = packets([1, 2], 5, 0)
        case "bytes too many": film = packets([1, 2], 3, 0) + Self.packet([3, 4], counter: 1)
        case "half a packet": film = good + good.prefix(100)
        case "a stream that nobody knows":
            film = good + Self.packet(Self.head(nil), counter: 0, begins: true, stream: 0x333)
        case "a scrambled packet": film = good; film[3] |= 0x80
        default: film = Self.packet([0, 0, 2] + Self.head(nil), counter: 0, begins: true)
        }
        let (_, reader) = try Self.read(film)
        #expect(!reader.isRegular)
    }

    @Test("tables may be told again, and nothing new")
    func tables() throws {
        func table(_ program: UInt8) -> [UInt8] {
            let section: [UInt8] = [0, 0, 0xB0, 13, 0, 1, 0xC1, 0, 0, 0, program, 0xE2, 0, 1, 2, 3, 4]
            return Self.packet(section, counter: 0, begins: true, stream: 0)
        }
        let unit = packets([1], nil, 0)
        #expect(try Self.read(table(1) + unit + table(1)).1.isRegular)
        #expect(try !Self.read(table(1) + unit + table(2)).1.isRegular)
        #expect(try Self.read(table(1) + unit + table(2), nil).1.isRegular)
    }

    @Test("whatever bytes there are, it comes to an end")
    func noise() throws {
        var random = SeededGenerator(seed: 5)
        let good = packets([1, 2, 3], nil, 0) + Self.packet([4, 5], counter: 1) + packets([6], 1, 2)
        for _ in 0..<2000 {
            var film = good + good + good
            for _ in 0..<Int.random(in: 1..<6, using: &random) {
                film[Int.random(in: 0..<film.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let (found, _) = try Self.read(film)
            #expect(found.count <= film.count / 188)
        }
    }
}
