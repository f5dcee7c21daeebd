import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitBitstream
@testable import AssetKitContainers
@testable import AssetKitMedia

@Suite("Frames of sound that are made anew")
struct SoundFrameTests {
    @Test(
        "numbers of FLAC frames are coded as characters are in UTF-8",
        arguments: [0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF]
    )
    func numbers(number: Int) throws {
        guard let scalar = Unicode.Scalar(UInt32(number)) else { return }
        #expect(FLACFrame.coded(number) == Array(String(scalar).utf8))
    }

    @Test("numbers beyond characters have up to seven bytes")
    func largeNumbers() {
        #expect(FLACFrame.coded(1 << 31) == [0xFE, 0x82, 0x80, 0x80, 0x80, 0x80, 0x80])
        #expect(FLACFrame.coded((1 << 31) - 1) == [0xFD] + [UInt8](repeating: 0xBF, count: 5))
        #expect(FLACFrame.coded((1 << 36) - 1) == [0xFE] + [UInt8](repeating: 0xBF, count: 6))
    }

    @Test("what is no FLAC frame gets no number", arguments: [0, 1, 7, 8, 9, 40])
    func noFrames(count: Int) {
        var numbers = FLACFrameNumbers()
        let bytes = [UInt8](repeating: 0xFF, count: count)
        #expect(bytes.withUnsafeBytes { numbers.numbered($0, count: 192) } == nil)
    }

    @Test("a silent MP3 frame is of the same stream, and ends with what it carries", arguments: [0, 100, 511])
    func silence(count: Int) throws {
        // MPEG-1 layer III, 64 kbit/s, 44.1 kHz, joint stereo.
        let head: [UInt8] = [0xFF, 0xFB, 0x50, 0x64]
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let frame = try #require(MP3SilentFrame(like: head, carrying: content)).bytes
        let (found, wanted) = (try #require(MPEGAudioHead(Array(frame.prefix(4)))), try #require(MPEGAudioHead(head)))
        #expect(found.byteCount == frame.count)
        #expect(found.sampleRate == wanted.sampleRate && found.mode == wanted.mode && !found.hasChecksum)
        #expect(Array(frame.suffix(count)) == content)
        #expect(frame[4..<frame.count - count].allSatisfy { $0 == 0 })
        #expect(frame.count - count >= found.sideEnd)
    }

    @Test("other layers have no such frame")
    func otherLayers() {
        #expect(MP3SilentFrame(like: [0xFF, 0xFD, 0x50, 0x64], carrying: []) == nil)
        #expect(MP3SilentFrame(like: [1, 2, 3], carrying: []) == nil)
    }
}
