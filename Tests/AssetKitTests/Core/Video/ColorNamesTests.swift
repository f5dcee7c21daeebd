import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitCore
@testable import AssetKitFFmpeg

@Suite("Names of colours")
struct ColorNamesTests {
    @Test("each stands for FFmpeg's number", arguments: UInt8(0)...22)
    func numbers(number: UInt8) {
        let color = ColorDescription(primaries: number, transfer: number, matrix: number)
        let known = PictureColor(
            primaries: color.primariesName,
            transfer: color.transferName,
            matrix: color.matrixName,
            range: color.rangeName
        )
        #expect(known.primaries == (color.primariesName == nil ? PictureColor.unknown : Int32(number)))
        #expect(known.transfer == (color.transferName == nil ? PictureColor.unknown : Int32(number)))
        #expect(known.matrix == (color.matrixName == nil ? PictureColor.unknown : Int32(number)))
    }

    @Test("each is a case of what clients see, and no case is another name")
    func cases() {
        let all = (UInt8.min...UInt8.max).map { ColorDescription(primaries: $0, transfer: $0, matrix: $0) }
        #expect(Set(AKTrackDetails.ColorPrimaries.allCases.map(\.rawValue)) == Set(all.compactMap(\.primariesName)))
        #expect(Set(AKTrackDetails.ColorTransfer.allCases.map(\.rawValue)) == Set(all.compactMap(\.transferName)))
        #expect(Set(AKTrackDetails.ColorMatrix.allCases.map(\.rawValue)) == Set(all.compactMap(\.matrixName)))
        let ranges = [false, true].compactMap { ColorDescription(isFullRange: $0).rangeName }
        #expect(AKTrackDetails.ColorRange.allCases.map(\.rawValue) == ranges)
    }

    @Test("what nothing is said about is nothing in particular, and so is a name that nobody knows")
    func nothing() {
        for name in [nil, "unheard-of"] {
            let facts = VideoFacts(primaries: name, transfer: name, matrix: name, range: name)
            #expect(facts.color == .unspecified)
            #expect(!facts.isRGB)
            #expect(!facts.hasWideGamut)
            #expect(facts.isFullRange == nil)
            #expect(facts.dynamicRangeByTransfer == nil)
        }
    }

    @Test("they tell what pictures are")
    func facts() {
        #expect(VideoFacts(matrix: "gbr").isRGB)
        #expect(VideoFacts(chroma: "RGB").isRGB)
        #expect(!VideoFacts(chroma: "4:4:4", matrix: "bt709").isRGB)
        #expect(VideoFacts(primaries: "bt2020").hasWideGamut)
        #expect(VideoFacts(primaries: "smpte432").hasWideGamut)
        #expect(!VideoFacts(primaries: "bt709").hasWideGamut)
        #expect(VideoFacts(range: "pc").isFullRange == true)
        #expect(VideoFacts(range: "tv").isFullRange == false)
        #expect(VideoFacts(transfer: "smpte2084").dynamicRangeByTransfer == "HDR10")
        #expect(VideoFacts(transfer: "arib-std-b67").dynamicRangeByTransfer == "HLG")
        #expect(VideoFacts(transfer: "bt2020-10").dynamicRangeByTransfer == nil)
        #expect(VideoFacts(transfer: "bt470m").color.gamma == 2.2)
        #expect(VideoFacts(transfer: "bt470bg").color.gamma == 2.8)
    }
}
