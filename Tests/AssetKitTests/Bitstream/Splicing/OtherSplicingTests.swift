import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitBitstream
@testable import AssetKitContainers

@Suite("Splicing, other codecs")
struct OtherSplicingTests {
    @Test("HEVC: an open group begins with a broken link, and nothing else changes")
    func hevc() throws {
        let media = try SpliceMedia("hevc-open-gop.mp4", codec: "hevc", box: "hvcC")
        let first = try media.first(.rewritten)
        var splicer = try media.splicer()
        #expect(try splicer.entry(media.samples[0]) != .none)
        #expect(try splicer.entry(media.samples[first + 1]) == .none)
        let copy = try #require(try splicer.copied(media.samples[first], isFirst: true))
        #expect(splicer.restIsUntouched)
        #expect(try splicer.entry(copy) == .clean)
        #expect(try splicer.copied(copy, isFirst: true) == nil)
        let differences = zip(copy, media.samples[first]).filter { $0.0 != $0.1 }
        #expect(copy.count == media.samples[first].count)
        #expect(differences.map { $0.0 >> 1 } == [18] && differences.map { $0.1 >> 1 } == [21])
        #expect(try splicer.copied(media.samples[first + 1], isFirst: false) == nil)
        #expect(throws: SpliceObstacle.notAnEntry) { try splicer.copied(media.samples[first + 1], isFirst: true) }
    }

    @Test("HEVC: pictures that wait to be shown are not dropped, layers are not joined")
    func hevcDetails() throws {
        let media = try SpliceMedia("hevc-open-gop.mp4", codec: "hevc", box: "hvcC")
        let first = try media.first(.rewritten)
        var splicer = try media.splicer()
        _ = try splicer.adopt(encoderHeader: media.header, joinsOpenGroups: true)
        let units = try SpliceMedia.units(media.samples[first])
        let dropping = units.map { unit in
            unit[0] >> 1 == 21 ? unit.prefix(2) + [unit[2] | 0x40] + unit.dropFirst(3) : unit
        }
        let plain = try splicer.copied(media.samples[first], isFirst: true)
        #expect(try splicer.copied(SpliceMedia.sample(dropping), isFirst: true) == plain)
        let other: [UInt8] = [21 << 1, 1 << 3 | 1, 0x80]
        #expect(try splicer.entry(SpliceMedia.sample(units + [other])) == .decodeOnly)
    }

    @Test("HEVC: IDR and BLA pictures stand for themselves, also with other layers, and CRA pictures do not")
    func hevcRefreshes() throws {
        let media = try SpliceMedia("hevc-open-gop.mp4", codec: "hevc", box: "hvcC")
        let splicer = try media.splicer()
        let other: [UInt8] = [1 << 1, 1 << 3 | 1, 0x80]
        for (kind, refreshes) in [(16, true), (18, true), (19, true), (20, true), (21, false), (1, false)] {
            let sample = SpliceMedia.sample([[UInt8(kind << 1), 1, 0x80], other])
            #expect(try splicer.refreshes(sample) == refreshes, "\(kind)")
        }
        #expect(try !splicer.refreshes([]))
    }

    @Test("HEVC: the encoder's sets get ids that move slices by whole bytes", arguments: [0, 1, 7, 15, 40])
    func hevcIDs(id: Int) throws {
        let media = try SpliceMedia("hevc.mp4", codec: "hevc", box: "hvcC")
        let configuration = try HEVCConfiguration(record: media.header[...])
        let arrays = try configuration.arrays.map { array in
            var array = array
            guard array.kind == HEVCUnitHeader.Kind.pictureParameterSet else { return array }
            array.units = try array.units.map { try HEVCSetRewriter.picture($0, id: id, sequenceID: 0) }
            return array
        }
        let encoder = try configuration.record(from: media.header, arrays: arrays, level: 30)
        for source in [media.header, encoder] {
            var splicer = try SampleSplicer(named: "hevc", header: source)
            let merged = try HEVCConfiguration(
                record: try splicer.adopt(encoderHeader: encoder, joinsOpenGroups: false)[...]
            )
            let pictures = try merged.pictureParameterSets.map { try HEVCPictureParameterSet(unit: $0[...]) }
            let sequences = try merged.sequenceParameterSets.map { try HEVCSequenceParameterSet(unit: $0[...]) }
            let videos = try merged.videoParameterSets.map { try HEVCVideoParameterSet(unit: $0[...]).id }
            #expect(videos == [0, 1] && sequences.map(\.videoID) == videos)
            #expect(sequences.map(\.id) == [0, 15] && pictures.map(\.sequenceID) == [0, 15])
            #expect(Set(pictures.map(\.id)).count == 2)
            #expect(BitWriter.keepsAlignment(from: id, to: pictures[1].id))
        }
    }

    @Test("AV1: a key frame gets the sequence header that it lacks")
    func av1() throws {
        let media = try SpliceMedia("av1.mp4", codec: "av1", box: "av1C")
        var splicer = try media.splicer()
        let key = media.samples[0]
        #expect(try splicer.entry(key) == .clean)
        #expect(try splicer.entry(media.samples[1]) == .none)
        let own = try AV1Configuration(record: media.header[...]).units
        let length = try AV1UnitHead(own[...], available: own.count)
        let header = Array(own.prefix(length.headerSize + length.payloadSize))
        let bare = Array(key.dropFirst(try #require(key.starts(with: header) ? header.count : nil)))
        #expect(try splicer.entry(bare) == .rewritten)
        #expect(try splicer.copied(bare, isFirst: true) == nil)
        #expect(try splicer.adopt(encoderHeader: [], joinsOpenGroups: false) == media.header)
        splicer.beginRun()
        #expect(try splicer.copied(bare, isFirst: true) == key)
        #expect(splicer.restIsUntouched)
        #expect(try splicer.copied([0x12, 0] + bare, isFirst: true) == [0x12, 0] + key)
        #expect(try splicer.copied(key, isFirst: true) == nil)
        #expect(try splicer.encoded(bare) == bare)
        // A key frame that is shown later: show_frame follows the kind.
        let frame = try AV1UnitHead(bare[...], available: bare.count)
        var hidden = bare
        hidden[frame.headerSize] &= ~0x10
        #expect(try splicer.entry(hidden) == .none)
    }

    @Test("VP9: key frames are entries, and nothing is ever rewritten")
    func vp9() throws {
        let media = try SpliceMedia("vp9.mp4", codec: "vp9", box: "vpcC")
        var splicer = try media.splicer()
        #expect(try splicer.entry(media.samples[0]) == .clean)
        #expect(try splicer.entry(media.samples[1]) == .none)
        #expect(try splicer.adopt(encoderHeader: [], joinsOpenGroups: false) == media.header)
        #expect(try splicer.copied(media.samples[0], isFirst: true) == nil)
        #expect(splicer.restIsUntouched)
        #expect(throws: SpliceObstacle.notAnEntry) { try splicer.copied(media.samples[1], isFirst: true) }
        let vp8 = try SampleSplicer(named: "vp8", header: [])
        #expect(try vp8.entry(Array(BitstreamVectors.vp8Key)) == .clean)
        #expect(try vp8.entry([0x31, 0, 0]) == .none)
    }

    @Test("MPEG-4: the object layer stands before the first copied picture")
    func mpeg4() throws {
        let descriptor = try ElementaryStreamDescriptor(record: BitstreamVectors.esdsMPEG4)
        let header = Array(try #require(descriptor.decoderConfiguration))
        var splicer = try SampleSplicer(named: "mpeg4", header: header)
        let (intra, other): ([UInt8], [UInt8]) = ([0, 0, 1, 0xB6, 0x10, 1, 2], [0, 0, 1, 0xB6, 0x50, 1, 2])
        #expect(try splicer.entry(intra) == .clean)
        #expect(try splicer.entry(other) == .none)
        #expect(try splicer.entry(intra + other) == .decodeOnly)
        #expect(try splicer.entry([]) == .none)
        #expect(try splicer.copied(intra, isFirst: true) == nil)
        #expect(try splicer.adopt(encoderHeader: header, joinsOpenGroups: false) == header)
        #expect(try splicer.copied(intra, isFirst: true) == header + intra)
        #expect(try splicer.copied(header + intra, isFirst: true) == nil)
        #expect(try splicer.copied(other, isFirst: false) == nil)
        #expect(try splicer.encoded(intra) == header + intra)
        #expect(try splicer.encoded(header + intra) == header + intra)
        #expect(try splicer.encoded(other) == other)
        #expect(throws: SpliceObstacle.notAnEntry) { try splicer.copied(other, isFirst: true) }
        let packed = try SampleSplicer(named: "mpeg4", header: header + [0, 0, 1, 0xB2] + Array("DivX503b1393p".utf8))
        #expect(try packed.entry(intra) == .decodeOnly)
    }

    @Test("MPEG-2: a group without the pictures before it is closed and counts from its first one")
    func mpeg2() throws {
        // The first bytes are a sequence header with two extensions, a group and a picture follow.
        let header = Array(BitstreamVectors.mpeg2)
        let own = header.prefix(34)
        func picture(_ number: Int, _ kind: Int) -> [UInt8] {
            [0, 0, 1, 0, UInt8(number >> 2), UInt8(number & 3) << 6 | UInt8(kind) << 3 | 7, 0xFF, 0xF8]
        }
        let (open, closed): ([UInt8], [UInt8]) = ([0, 0, 1, 0xB8, 1, 2, 3, 0x20], [0, 0, 1, 0xB8, 1, 2, 3, 0x40])
        let sequence: [UInt8] = [0, 0, 1, 0xB3, 1, 2, 3]
        var splicer = try SampleSplicer(named: "mpeg2video", header: header)
        #expect(try splicer.entry(open + picture(2, 1)) == .clean)
        #expect(try splicer.entry(picture(2, 2)) == .none)
        #expect(try splicer.entry([]) == .none)
        #expect(try SampleSplicer(named: "mpeg2video", header: []).entry(open + picture(2, 1)) == .decodeOnly)
        // Two fields have a header each.
        let first = sequence + open + picture(2, 1) + picture(2, 2)
        #expect(try splicer.copied(first, isFirst: true) == sequence + closed + picture(0, 1) + picture(0, 2))
        #expect(!splicer.restIsUntouched)
        #expect(try splicer.copied(picture(5, 2), isFirst: false) == picture(3, 2))
        #expect(try splicer.copied(picture(1, 3), isFirst: false) == picture(1_023, 3))
        #expect(try splicer.copied(open + picture(2, 1), isFirst: false) == nil)
        #expect(splicer.restIsUntouched)
        splicer.beginRun()
        #expect(try splicer.copied(closed + picture(0, 1), isFirst: true) == nil)
        #expect(splicer.restIsUntouched)
        #expect(try splicer.adopt(encoderHeader: sequence, joinsOpenGroups: false) == header)
        splicer.beginRun()
        #expect(try splicer.copied(closed + picture(0, 1), isFirst: true) == own + closed + picture(0, 1))
        #expect(try splicer.encoded(picture(0, 1)) == sequence + picture(0, 1))
        #expect(try splicer.encoded(picture(1, 2)) == picture(1, 2))
    }

    @Test("other codecs are refused by name")
    func others() throws {
        var track = TrackFacts(trackID: 1, mediaType: .video)
        track.traits = CodecTraits.named("theora")
        let error = try #require(throws: SpliceObstacle.self) { try track.splicer([]) }
        #expect("\(error)" == "pictures of the codec theora cannot be joined with others")
    }
}
