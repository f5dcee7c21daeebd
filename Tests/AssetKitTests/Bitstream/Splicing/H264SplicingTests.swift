import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitMedia

@Suite("Splicing, H.264")
struct H264SplicingTests {
    private typealias Kind = H264UnitHeader.Kind

    /// An open group, the record of the film and the sets in it.
    private struct Subject {
        let media: SpliceMedia
        let units: [[UInt8]]
        let next: [[UInt8]]
        let sets: H264Sets

        init() throws {
            media = try SpliceMedia.h264Open()
            let first = try media.first(.rewritten)
            units = try SpliceMedia.units(media.samples[first])
            next = try SpliceMedia.units(media.samples[first + 1])
            sets = try H264Sets(record: media.header[...])
        }

        func entry(_ units: [[UInt8]]) throws -> SpliceEntry {
            try media.splicer().entry(SpliceMedia.sample(units))
        }

        func withSlices(_ change: ([UInt8]) throws -> [UInt8]) rethrows -> [[UInt8]] {
            try units.map { $0[0] & 31 == 1 ? try change($0) : $0 }
        }

        func marked(_ unit: [UInt8], _ commands: [H264ReferenceMarking.Command]) throws -> [UInt8] {
            try SpliceRoundTrip.rewritten(unit, sets, H264SliceRewriter.Changes(marking: .commands(commands)))
        }
    }

    /// A unit with a recovery point message.
    private static func recoveryPoint(frames: Int, isExact: Bool) -> [UInt8] {
        var builder = BitBuilder()
        builder.golomb(frames)
        builder.flag(isExact)
        builder.unsigned(0, 3)
        let message = builder.payload
        return [6, 6, UInt8(message.count)] + message + [0x80]
    }

    @Test("the entries of an open and of a closed film")
    func entries() throws {
        let open = try SpliceMedia.h264Open()
        let splicer = try open.splicer()
        let entries = try open.samples.map { try splicer.entry($0) }
        #expect(entries[0] == .clean)
        #expect(entries.contains(.rewritten))
        #expect(!entries.dropFirst().contains(.clean))
        let closed = try SpliceMedia("h264-bframes.mp4", codec: "h264", box: "avcC")
        let closedSplicer = try closed.splicer()
        let kinds = Set(try closed.samples.map { try closedSplicer.entry($0) })
        #expect(kinds == [.clean, .none])
    }

    @Test("without an exact recovery point decoding cannot begin")
    func recoveryPoints() throws {
        let subject = try Subject()
        let slices = subject.units.filter { $0[0] & 31 == 1 }
        #expect(try subject.entry(subject.units) == .rewritten)
        #expect(try subject.entry(slices) == .none)
        #expect(try subject.entry([Self.recoveryPoint(frames: 0, isExact: true)] + slices) == .rewritten)
        #expect(try subject.entry([Self.recoveryPoint(frames: 0, isExact: false)] + slices) == .none)
        #expect(try subject.entry([Self.recoveryPoint(frames: 9, isExact: true)] + slices) == .none)
    }

    @Test("an IDR picture stands for itself, also with other views, and a recovery point does not")
    func refreshes() throws {
        let splicer = try SpliceMedia.h264Open().splicer()
        let subject = try Subject()
        #expect(try splicer.refreshes(SpliceMedia.sample([[0x65, 0x80], [0x74, 0x80]])))
        #expect(try !splicer.refreshes(SpliceMedia.sample(subject.units)))
        #expect(try !splicer.refreshes([]))
    }

    @Test("what no IDR picture can be made of is only decoded")
    func refused() throws {
        let subject = try Subject()
        let point = [Self.recoveryPoint(frames: 0, isExact: true)]
        // A picture that refers to others, one that nobody refers to, one in parts.
        #expect(try subject.entry(point + subject.next.filter { $0[0] & 31 == 1 }) == .decodeOnly)
        #expect(try subject.entry(subject.withSlices { [$0[0] & 0x1F] + $0.dropFirst() }) != .rewritten)
        #expect(try subject.entry(subject.units + [[0x22, 0x80]]) == .decodeOnly)
        #expect(try subject.entry(subject.units + [[0x74, 0x80]]) == .decodeOnly)
        for command in [
            H264ReferenceMarking.Command.keepCurrentLongTerm(index: 0), .forgetLongTerm(number: 1), .forgetAll,
            .limitLongTerm(count: 1), .keepLongTerm(difference: 0, index: 0),
        ] {
            #expect(try subject.entry(subject.withSlices { try subject.marked($0, [command]) }) == .decodeOnly)
        }
        let short = try subject.withSlices { try subject.marked($0, [.forgetShortTerm(difference: 2)]) }
        #expect(try subject.entry(short) == .rewritten)
    }

    @Test("groups of slices are not rewritten")
    func sliceGroups() throws {
        let subject = try Subject()
        let own = try #require(subject.sets.pictures.values.first)
        var builder = BitBuilder()
        for value in [own.id, own.sequenceID] { builder.golomb(value) }
        builder.flag(own.isArithmeticCoded)
        builder.flag(own.hasBottomFieldOrder)
        for value in [1, 0, 10, 10, 0, 0] { builder.golomb(value) }
        builder.unsigned(0, 3)
        for _ in 0..<3 { builder.signedGolomb(0) }
        builder.flag(own.hasDeblockingControl)
        builder.unsigned(0, 2)
        #expect(try subject.entry([[0x68] + builder.payload] + subject.units) == .decodeOnly)
    }

    @Test("a run from an open group begins with an IDR picture and counts from it")
    func run() throws {
        let subject = try Subject()
        let first = try subject.media.first(.rewritten)
        var splicer = try subject.media.splicer()
        splicer.beginRun()
        let copy = try #require(try splicer.copied(subject.media.samples[first], isFirst: true))
        #expect(!splicer.restIsUntouched)
        #expect(try splicer.entry(copy) == .clean)
        let slice = try #require(try SpliceMedia.units(copy).first { $0[0] & 31 == 5 })
        let header = try slice.withUnsafeBytes { try subject.sets.slice($0).header }
        #expect((header.frameNumber, header.pictureOrderLeastBits) == (0, 0))
        #expect(header.marking == .refresh(dropsEarlierOutput: false, isLongTerm: false))
        let quantizers = try splicer.quantizers(copy)
        #expect(try splicer.quantizers(subject.media.samples[first]) == quantizers)
        #expect(quantizers.count == 1 && (1...51).contains(quantizers.sum))
        // A true IDR picture ends it.
        #expect(try splicer.copied(subject.media.samples[first + 1], isFirst: false) != nil)
        #expect(try splicer.copied(subject.media.samples[0], isFirst: false) == nil)
        #expect(splicer.restIsUntouched)
        #expect(try splicer.copied(subject.media.samples[first + 1], isFirst: false) == nil)
        splicer.beginRun()
        #expect(!splicer.restIsUntouched)
    }

    @Test("commands forget only what is there, and long-term references end the run")
    func commands() throws {
        let subject = try Subject()
        var splicer = try subject.media.splicer()
        func copied(_ commands: [H264ReferenceMarking.Command]) throws -> H264ReferenceMarking? {
            splicer.beginRun()
            _ = try splicer.copied(SpliceMedia.sample(subject.units), isFirst: true)
            let reference = subject.next.map { $0[0] & 31 == 1 ? [$0[0] | 0x60] + $0.dropFirst() : $0 }
            let marked = try reference.map { $0[0] & 31 == 1 ? try subject.marked($0, commands) : $0 }
            let copy = try #require(try splicer.copied(SpliceMedia.sample(marked), isFirst: false))
            let slice = try #require(try SpliceMedia.units(copy).first { $0[0] & 31 == 1 })
            return try slice.withUnsafeBytes { try subject.sets.slice($0).header.marking }
        }
        // The picture right behind the first one can forget that one, and nothing before it.
        let commands = [H264ReferenceMarking.Command.forgetShortTerm(difference: 0), .forgetShortTerm(difference: 1)]
        #expect(try copied(commands) == .commands([commands[0]]))
        #expect(throws: SpliceObstacle.self) { try copied([.keepCurrentLongTerm(index: 0)]) }
        #expect(throws: SpliceObstacle.self) { try copied([.forgetAll]) }
    }

    @Test("what a film has lost of a run is no obstacle, and what holds nothing stays as it is")
    func losses() throws {
        let media = try SpliceMedia.h264Open()
        let first = try media.first(.rewritten)
        for lost in first + 5..<first + 15 {
            var splicer = try media.splicer()
            splicer.beginRun()
            for place in first..<first + 30 where place != lost {
                let copy = try splicer.copied(media.samples[place], isFirst: place == first)
                #expect(copy != nil, "\(lost), \(place)")
            }
            #expect(try splicer.copied([UInt8](repeating: 0, count: 40), isFirst: false) == nil)
        }
    }

    @Test("a run cannot begin where decoding cannot")
    func notAnEntry() throws {
        let subject = try Subject()
        var splicer = try subject.media.splicer()
        #expect(throws: SpliceObstacle.notAnEntry) {
            try splicer.copied(SpliceMedia.sample(subject.next), isFirst: true)
        }
    }
}
