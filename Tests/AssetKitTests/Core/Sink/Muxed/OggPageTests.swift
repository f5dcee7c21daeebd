import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitMedia

@Suite("Pages of Ogg")
struct OggPageTests {
    /// A first page of a stream with a serial number, and a packet of three bytes.
    private let first: [UInt8] = [
        0x4F, 0x67, 0x67, 0x53, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 7, 8, 9,
    ]

    private func number(_ page: [UInt8]) -> Int { page[18..<22].reversed().reduce(0) { $0 << 8 | Int($1) } }

    @Test("packets of any size come back from the pages that they were put on")
    func packets() {
        let sizes = [0, 1, 254, 255, 256, 510, 65_024, 65_025, 70_000, 3]
        let packets = sizes.enumerated().map { [UInt8](repeating: UInt8($0), count: $1) }
        for count in 0...packets.count {
            let some = Array(packets.prefix(count))
            let pages = OggPages.pages(of: some, like: first)
            #expect(OggPages.packets(pages) == some)
            #expect(pages.map(number) == Array(1..<pages.count + 1))
            #expect(pages.allSatisfy { $0[14..<18].elementsEqual([1, 2, 3, 4]) })
            let (split, rest) = OggPages.split(first + pages.joined())
            #expect(split == [first] + pages && rest.isEmpty)
        }
    }

    @Test("a page within a packet has no position, and one that goes on with a packet says so")
    func long() {
        let pages = OggPages.pages(of: [[UInt8](repeating: 5, count: 70_000)], like: first)
        #expect(pages.map { $0[5] } == [0, 1])
        #expect(pages.map { $0[6] } == [0xFF, 0])
        #expect(pages.map { $0[26] } == [255, 20])
    }

    @Test("bytes that are no whole page are left over")
    func rests() {
        for count in 0..<first.count {
            let (pages, rest) = OggPages.split(first + first.prefix(count))
            #expect(pages == [first] && rest.count == count)
        }
    }

    @Test("the sums of files by others are right", arguments: ["opus.ogg", "vorbis.ogg", "tags.ogg"])
    func sums(name: String) throws {
        let (pages, rest) = OggPages.split([UInt8](try Data(contentsOf: SampleMedia.url(name))))
        #expect(pages.count > 2 && rest.isEmpty)
        #expect(pages.allSatisfy { OggPages.renumbered($0, by: 0) == $0 })
        let later = pages.map { OggPages.renumbered($0, by: 5) }
        #expect(zip(later, pages).allSatisfy { number($0) == number($1) + 5 })
        // In pieces of any size the same comes out.
        for size in [1, 100, 4096] {
            var renumbering = OggRenumbering(by: 5)
            var made: [UInt8] = []
            let all = Array(pages.joined())
            for start in stride(from: 0, to: all.count, by: size) {
                made += all[start..<min(start + size, all.count)].withUnsafeBytes { renumbering.add($0) }
            }
            #expect(made == Array(later.joined()) && renumbering.rest.isEmpty)
        }
    }

    @Test("other comments take as many pages as they need", arguments: [(10, 0), (64_000, 0), (100_000, 1)])
    func comments(count: Int, added: Int) throws {
        let (pages, _) = OggPages.split([UInt8](try Data(contentsOf: SampleMedia.url("opus.ogg"))))
        let content = [UInt8](repeating: 9, count: count)
        let header = try #require(OggHeader(replacing: pages[0] + pages[1], codec: .opus) { _ in content })
        #expect(header.addedPageCount == added)
        let made = OggPages.split(header.bytes).pages
        #expect(made.count == 2 + added && made.first == pages.first)
        #expect(OggPages.packets(made.dropFirst()) == [Array("OpusTags".utf8) + content])
        #expect(OggHeader(replacing: pages[0] + pages[1], codec: .vorbis) { $0 } == nil)
    }
}
