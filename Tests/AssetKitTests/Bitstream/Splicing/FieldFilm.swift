import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBitstream

/// An H.264 film of 32x32 pixels whose pictures are frames and pairs of fields in turn (PAFF), in open groups, written
/// by hand because no encoder at hand makes such films.
///
/// A group is, in decoding order, I9 B7 B8 P12 B10 B11 P15 B13 B14, with numbers in the order they are shown.
struct FieldFilm {
    struct Options: CustomTestStringConvertible {
        /// Whether the picture of that place in decoding order is a pair of fields.
        let hasFields: @Sendable (Int) -> Bool
        /// The first B picture of a group is a reference, so that frame numbers are missing without it.
        var isPyramid = false
        /// The first P picture of a group forgets the reference before the group by commands.
        var usesCommands = false
        let testDescription: String
    }

    static let all: [Options] = [
        Options(hasFields: { _ in true }, testDescription: "fields"),
        Options(hasFields: { _ in false }, testDescription: "frames that could be fields"),
        Options(hasFields: { $0 % 2 == 0 }, testDescription: "every other picture as fields"),
        Options(hasFields: { $0 % 9 == 7 }, testDescription: "fields where decoding begins"),
        Options(hasFields: { $0 % 9 != 7 }, testDescription: "a frame where decoding begins"),
        Options(hasFields: { _ in true }, isPyramid: true, testDescription: "fields, with references left out"),
        Options(hasFields: { $0 % 2 == 1 }, isPyramid: true, testDescription: "mixed, with references left out"),
        Options(hasFields: { _ in true }, usesCommands: true, testDescription: "fields that forget fields"),
        Options(hasFields: { $0 % 3 == 0 }, usesCommands: true, testDescription: "mixed, and some are forgotten"),
        Options(
            hasFields: { $0 % 4 < 2 },
            isPyramid: true,
            usesCommands: true,
            testDescription: "mixed, some left out and some forgotten"
        ),
    ]

    private enum Kind: Int {
        case p, b, i
    }

    private struct Picture {
        var kind: Kind
        var order: Int
        var isReference: Bool
        /// How many P pictures and I pictures of the group, this one not counted, come before.
        var place: Int
    }

    private let options: Options
    private var generator = SeededGenerator(seed: 5)
    private var frameNumber = 0
    /// frame_num of the I picture of the group.
    private var groupNumber = 0

    static let frameNumberBits = 4
    static let orderBits = 6

    private init(_ options: Options) {
        self.options = options
    }

    static func make(_ options: Options, groups: Int, in folder: TemporaryFolder) throws -> SpliceFilm {
        var film = FieldFilm(options)
        let pictures = film.pictures(groups: groups)
        let samples = pictures.enumerated().map { film.sample($1, index: $0) }
        let header = try AVCConfiguration.record(sequences: [film.sequenceSet], pictures: [pictureSet])
        return try SpliceFilm(
            name: "fields",
            stream: SpliceStream(codec: "h264", header: header, samples: samples),
            times: pictures.map(\.order),
            in: folder
        )
    }

    /// Three mini groups a group: I B B, P B B, P B B in decoding order.
    private func pictures(groups: Int) -> [Picture] {
        var pictures: [Picture] = []
        for anchor in 0..<groups * 3 {
            let order = anchor * 3
            pictures.append(
                Picture(kind: anchor % 3 == 0 ? .i : .p, order: order, isReference: true, place: anchor % 3)
            )
            guard anchor > 0 else { continue }
            let isReference = options.isPyramid && anchor % 3 == 0
            pictures.append(Picture(kind: .b, order: order - 2, isReference: isReference, place: anchor % 3))
            pictures.append(Picture(kind: .b, order: order - 1, isReference: false, place: anchor % 3))
        }
        return pictures
    }

    // MARK: Parameter sets

    private var sequenceSet: [UInt8] {
        var bits = BitBuilder()
        for value in [77, 0, 10] { bits.unsigned(value, 8) }
        for value in [0, Self.frameNumberBits - 4, 0, Self.orderBits - 4] { bits.golomb(value) }
        bits.golomb(options.isPyramid ? 3 : 2)  // references
        bits.flag(false)
        for value in [1, 0] { bits.golomb(value) }  // two macroblocks wide, one high in a field
        for value in [false, false, true, false, true] { bits.flag(value) }  // fields, not adaptive; usability follows
        for _ in 0..<4 { bits.flag(false) }  // shape, overscan, signal, chroma place
        for _ in 0..<4 { bits.flag(false) }  // timing, decoders, picture structure
        bits.flag(true)  // a restriction of the order
        bits.flag(true)
        for value in [0, 0, 6, 6, 2, 4] { bits.golomb(value) }
        return [0x67] + EmulationPrevention.inserted(into: bits.payload)
    }

    private static var pictureSet: [UInt8] {
        var bits = BitBuilder()
        for value in [0, 0] { bits.golomb(value) }
        for _ in 0..<2 { bits.flag(false) }
        for value in [0, 0, 0] { bits.golomb(value) }
        bits.unsigned(0, 3)  // no weights
        for _ in 0..<3 { bits.signedGolomb(0) }
        for value in [true, false, false] { bits.flag(value) }  // deblocking can be switched off
        return [0x68] + bits.payload
    }

    // MARK: Pictures

    private mutating func sample(_ picture: Picture, index: Int) -> [UInt8] {
        if index == 0 || (picture.kind == .i && index > 0) { groupNumber = frameNumber }
        var units: [[UInt8]] = []
        // Decoding can begin here: recovery_frame_cnt 0, exact.
        if picture.kind == .i, index > 0 { units.append([6, 6, 1, 0b1100_0100, 0x80]) }
        if options.hasFields(index) {
            units.append(slice(picture, parity: 0, isRefresh: index == 0))
            units.append(slice(picture, parity: 1, isRefresh: false))
        } else {
            units.append(slice(picture, parity: nil, isRefresh: index == 0))
        }
        if picture.isReference { frameNumber += 1 }
        return SpliceMedia.sample(units)
    }

    private mutating func slice(_ picture: Picture, parity: Int?, isRefresh: Bool) -> [UInt8] {
        let isSecond = parity == 1
        let kind = isSecond && picture.kind == .i ? Kind.p : picture.kind
        var bits = BitBuilder()
        for value in [0, kind.rawValue, 0] { bits.golomb(value) }
        bits.unsigned(frameNumber & ((1 << Self.frameNumberBits) - 1), Self.frameNumberBits)
        bits.flag(parity != nil)
        if let parity { bits.flag(parity == 1) }
        if isRefresh { bits.golomb(0) }
        bits.unsigned((picture.order * 2 + (isSecond ? 1 : 0)) & ((1 << Self.orderBits) - 1), Self.orderBits)
        let counts = referenceCounts(picture, kind, isField: parity != nil, isSecond: isSecond)
        if kind == .b { bits.flag(true) }  // spatial
        if kind != .i {
            bits.flag(true)
            for count in counts { bits.golomb(count - 1) }
            writeOrder(of: picture, kind, isField: parity != nil, to: &bits)
        }
        if picture.isReference { writeMarking(picture, parity: parity, isRefresh: isRefresh, to: &bits) }
        bits.signedGolomb(0)
        bits.golomb(1)  // no deblocking
        writeMacroblocks(kind, counts, isField: parity != nil, to: &bits)
        let idc: UInt8 = picture.isReference ? 0x60 : 0
        return [idc | (isRefresh ? 5 : 1)] + EmulationPrevention.inserted(into: bits.payload)
    }

    /// Only references of the group, except where a picture is shown before the group.
    private func referenceCounts(_ picture: Picture, _ kind: Kind, isField: Bool, isSecond: Bool) -> [Int] {
        switch kind {
        case .i: return []
        case .b: return isField ? [2, 2] : [1, 1]
        case .p:
            // The second field of an I picture refers to the first one, which has the other parity.
            guard picture.kind == .p else { return [1] }
            // The first field of the second P picture makes the I picture go, so the second field has fewer.
            let count = picture.place == 1 || options.isPyramid || isSecond ? 1 : 2
            return [isField ? 2 * count : count]
        }
    }

    /// The references in another order where the first ones are not those of the group.
    private func writeOrder(of picture: Picture, _ kind: Kind, isField: Bool, to bits: inout BitBuilder) {
        let isFirstP = picture.kind == .p && picture.place == 1
        let isSecondI = kind == .p && picture.kind == .i
        guard isSecondI || (isFirstP && options.isPyramid && groupNumber > 0) else {
            for _ in 0..<(kind == .b ? 2 : 1) { bits.flag(false) }
            return
        }
        bits.flag(true)
        bits.golomb(0)
        if isSecondI {
            bits.golomb(0)  // the first field: one less than this one
        } else if isField {
            let distance = frameNumber - groupNumber
            bits.golomb(2 * distance - 1)
            for value in [0, 0] { bits.golomb(value) }  // the other field of that frame
        } else {
            bits.golomb(frameNumber - groupNumber - 1)
        }
        bits.golomb(3)
    }

    private func writeMarking(_ picture: Picture, parity: Int?, isRefresh: Bool, to bits: inout BitBuilder) {
        if isRefresh {
            bits.unsigned(0, 2)
            return
        }
        let forgets = options.usesCommands && picture.kind == .p && picture.place == 1 && groupNumber > 0
        guard forgets, parity != 1 else {
            bits.flag(false)
            return
        }
        bits.flag(true)
        let distance = frameNumber - groupNumber + 1
        // The last reference before the group, as a frame or by its two fields.
        for difference in parity == nil ? [distance - 1] : [2 * distance - 1, 2 * distance] {
            bits.golomb(1)
            bits.golomb(difference)
        }
        bits.golomb(0)
    }

    // MARK: Macroblocks

    private mutating func writeMacroblocks(_ kind: Kind, _ counts: [Int], isField: Bool, to bits: inout BitBuilder) {
        for index in 0..<(isField ? 2 : 4) {
            if kind != .i { bits.golomb(0) }  // none skipped
            // Samples in P and B pictures too, here and there.
            if kind == .i || (index == 1 && Bool.random(using: &generator)) {
                writeSamples(kind, to: &bits)
            } else {
                writePrediction(kind, counts, to: &bits)
            }
        }
    }

    private mutating func writeSamples(_ kind: Kind, to bits: inout BitBuilder) {
        bits.golomb([Kind.i: 25, .p: 30, .b: 48][kind] ?? 25)
        while !bits.bits.count.isMultiple(of: 8) { bits.flag(false) }
        for _ in 0..<384 { bits.unsigned(Int.random(in: 1...255, using: &generator), 8) }
    }

    private mutating func writePrediction(_ kind: Kind, _ counts: [Int], to bits: inout BitBuilder) {
        // From the first list, the second or both.
        let choice = kind == .p ? 0 : Int.random(in: 1...3, using: &generator)
        bits.golomb(choice)
        let lists = kind == .p || choice == 1 ? [0] : choice == 2 ? [1] : [0, 1]
        for list in lists where counts[list] > 1 {
            let index = Int.random(in: 0..<counts[list], using: &generator)
            if counts[list] == 2 { bits.flag(index == 0) } else { bits.golomb(index) }
        }
        for _ in lists {
            for _ in 0..<2 { bits.signedGolomb(Int.random(in: -9...9, using: &generator)) }
        }
        bits.golomb(0)  // no residual: the pattern 0 of predicted macroblocks
    }
}
