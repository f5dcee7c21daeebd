import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSinks

@Suite("What encoders say beforehand")
struct EncoderHeadersTests {
    @Test("is what an encoder of one's own says")
    func sameAsEncoders() throws {
        let headers = EncoderHeaders()
        for test in EncoderCase.all.prefix(4) {
            #expect(try headers.format(of: test.encoding) == PictureEncoder(test.encoding).format)
        }
        for codec in [SoundEncoding.Codec.aac, .opus, .flac, .pcm] {
            let encoding = SoundEncoding(codec, sampleRate: 48000, channelCount: 2)
            let (sound, encoder) = (try headers.sound(of: encoding), try SoundEncoder(encoding))
            #expect(try sound.format == encoder.format)
            #expect(sound.priming == encoder.priming)
            #expect(sound.samplesInPacket == encoder.samplesInPacket)
        }
    }

    @Test("is asked for once for each encoding")
    func once() throws {
        let headers = EncoderHeaders()
        let encoding = EncoderCase.all[0].encoding
        let first = try headers.format(of: encoding)
        #expect(try headers.format(of: encoding) === first)
        var other = encoding
        other.width += 16
        #expect(try headers.format(of: other) !== first)
        let sound = SoundEncoding(.aac, sampleRate: 44100, channelCount: 1)
        let heard = try headers.sound(of: sound).format
        #expect(try headers.sound(of: sound).format === heard)
    }

    @Test("what cannot be encoded is refused every time")
    func refusal() throws {
        let headers = EncoderHeaders()
        var encoding = EncoderCase.all[0].encoding
        encoding.width = -2
        let wrong = encoding
        for _ in 0..<2 {
            #expect(throws: MediaProblem.self) { try headers.format(of: wrong) }
        }
    }
}
