import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSinks
@testable import AssetKitMedia

@Suite("Headers of sound, corrected")
struct SoundFilePatchTests {
    /// The header of a FLAC file behind `fLaC` and the head of its block.
    private func header() throws -> [UInt8] {
        Array([UInt8](try Data(contentsOf: SampleMedia.url("flac.flac")))[8..<42])
    }

    private func add(_ sizes: [Int], of frameCount: Int, to patch: inout FLACStreamInfoPatch) {
        for size in sizes {
            [UInt8](repeating: 0, count: size).withUnsafeBytes { patch.add($0, frameCount: frameCount) }
        }
    }

    @Test("a header of FLAC stays where it is true, or where there is no frame")
    func unchanged() throws {
        let header = try header()
        let count = try FLACStreamInfo(header[...]).sampleCount
        let sink = FakeByteSink([UInt8](repeating: 0, count: 42))
        var empty = try #require(FLACStreamInfoPatch(header, isCut: true))
        try empty.apply(to: sink, digest: nil)
        var whole = try #require(FLACStreamInfoPatch(header, isCut: false))
        add([50], of: count, to: &whole)
        try whole.apply(to: sink, digest: nil)
        #expect(sink.operations.isEmpty)
        #expect(FLACStreamInfoPatch(Array(header.dropLast()), isCut: false) == nil)
    }

    @Test("of other frames it gets count, sizes and the sum where that is known")
    func changed() throws {
        let header = try header()
        let old = try FLACStreamInfo(header[...])
        let sum = [UInt8](1...16)
        let digests: [[UInt8]?] = [nil, sum, [1, 2]]
        for digest in digests {
            let sink = FakeByteSink([UInt8](repeating: 0, count: 42))
            var patch = try #require(FLACStreamInfoPatch(header, isCut: false))
            add([300, 70_000, 20], of: 4096, to: &patch)
            try patch.apply(to: sink, digest: digest)
            let new = Array(sink.bytes[8..<42])
            let info = try FLACStreamInfo(new[...])
            #expect(info.sampleCount == 3 * 4096)
            #expect(info.sampleRate == old.sampleRate)
            #expect(info.channelCount == old.channelCount && info.bitDepth == old.bitDepth)
            #expect(new[4..<7].elementsEqual([0, 0, 20]) && new[7..<10].elementsEqual([1, 0x11, 0x70]))
            #expect(Array(new[18...]) == (digest == sum ? sum : [UInt8](repeating: 0, count: 16)))
        }
    }

    @Test("what is cut has to be frames")
    func noFrame() throws {
        var patch = try #require(FLACStreamInfoPatch(try header(), isCut: true))
        let zeros = [UInt8](repeating: 0, count: 30)
        #expect(throws: MediaProblem.self) { try zeros.withUnsafeBytes { try patch.numbered($0, frameCount: 1) } }
    }

    @Test("an encoder's name goes out of the first frame of MP3, wherever that is", arguments: [0, 200], [13, 21, 36])
    func gapless(tagLength: Int, place: Int) throws {
        var bytes: [UInt8] = []
        if tagLength > 0 {
            bytes = Array("ID3".utf8) + [4, 0, 0, 0, 0, UInt8(tagLength >> 7), UInt8(tagLength & 0x7F)]
            bytes += [UInt8](repeating: 0, count: tagLength)
        }
        let start = bytes.count
        bytes += [UInt8](repeating: 0x55, count: 300)
        let plain = FakeByteSink(bytes)
        try MP3Gapless.remove(from: plain)
        #expect(plain.operations.isEmpty)
        bytes.replaceSubrange(start + place..<start + place + 4, with: Array((place == 21 ? "Info" : "Xing").utf8))
        let sink = FakeByteSink(bytes)
        try MP3Gapless.remove(from: sink)
        let name = start + place + 120
        bytes.replaceSubrange(name..<name + 24, with: [UInt8](repeating: 0, count: 24))
        #expect(sink.bytes == bytes)
    }
}
