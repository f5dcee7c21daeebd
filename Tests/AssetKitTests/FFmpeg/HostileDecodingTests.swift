import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitFFmpeg

/// Whatever a packet or a picture file holds, the answer is an error or a frame; a trap would end the whole run.
@Suite("FFmpeg, broken samples")
struct HostileDecodingTests {
    /// Changes a few bytes, or cuts the end off.
    static func damage(_ data: Data, _ random: inout SeededGenerator) -> Data {
        guard !data.isEmpty else { return data }
        var damaged = data
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged = data.prefix(Int.random(in: 0..<data.count, using: &random))
        case 1: damaged.append(contentsOf: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
        default:
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                damaged[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
        }
        return damaged
    }

    @Test(
        "damaged packets end in frames or errors",
        arguments: [
            "h264-bframes.mp4", "h264-422-10bit.mov", "hevc-10bit.mp4", "vp8-vorbis.webm", "vp9.mp4", "av1.mp4",
            "mjpeg.mov", "prores.mov", "mpeg2.ts", "mpeg4-part2.mp4",
        ]
    )
    func packets(name: String) throws {
        for seed in UInt64(1)...4 { try decodeDamaged(name, .video, seed) }
    }

    @Test(
        "damaged sound ends in frames or errors",
        arguments: ["aac.m4a", "flac.flac", "alac.m4a", "mp3-vbr.mp3", "opus.ogg", "vorbis.ogg", "surround-ac3.mp4"]
    )
    func sound(name: String) throws {
        for seed in UInt64(1)...4 { try decodeDamaged(name, .audio, seed) }
    }

    private func decodeDamaged(_ name: String, _ kind: DemuxedStream.Kind, _ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let demuxer = try SampleReader.open(name)
        let stream = try #require(demuxer.streams.first { $0.kind == kind })
        demuxer.readOnly([stream.index])
        let options = SampleDecoder.Options(threadCount: seed % 2 == 0 ? 2 : 1, givesDamagedPictures: seed > 2)
        let decoder = try SampleDecoder(stream, options: options)
        let scaler = Scaler()
        let packet = Packet()
        let frame = Frame()
        var (frames, sent, errors) = (0, 0, 0)
        func receive() throws {
            do {
                while try decoder.receive(into: frame) == .done {
                    frames += 1
                    guard kind == .video, frame.width < 4096, frame.height < 4096 else { continue }
                    try scaler.scale(frame, into: SampleReader.picture(32, 18))
                }
            } catch is FFmpegError {
                errors += 1
            }
        }
        while try demuxer.read(into: packet) {
            guard packet.streamIndex == stream.index else { continue }
            let bytes = packet.withBytes { Data($0) }
            let damaged = try Packet(copying: Bool.random(using: &random) ? Self.damage(bytes, &random) : bytes)
            do {
                // Receiving below makes room; one that is refused all the same is given up.
                if try decoder.send(damaged) == .again {
                    try receive()
                    _ = try decoder.send(damaged)
                }
            } catch is FFmpegError {
                errors += 1
            }
            sent += 1
            try receive()
        }
        do { try decoder.sendEnd() } catch is FFmpegError { errors += 1 }
        try receive()
        #expect(sent > 0)
        #expect(frames + errors > 0, "seed \(seed)")
    }

    @Test("damaged picture files are pictures or nothing", arguments: ["png", "jpeg", "webp"])
    func stills(kind: String) throws {
        let image = try Self.translucentImage()
        let files = ["png": image.akPNGData(), "jpeg": image.akJPEGData(), "webp": image.akWebPData()]
        let whole = try #require(files[kind] ?? nil)
        var random = SeededGenerator(seed: 7)
        var pictures = 0
        for _ in 0..<400 {
            guard let read = CGImage(akData: Self.damage(whole, &random)) else { continue }
            #expect(read.width > 0 && read.height > 0)
            pictures += 1
        }
        #expect(pictures < 400)
    }

    @Test("WebP with damaged transparency is an error, with frame threads too")
    func transparency() throws {
        var file = try #require(try Self.translucentImage().akWebPData())
        let chunk = try #require(file.range(of: Data("ALPH".utf8)))
        // Behind the length: how the plane is packed. What follows cannot be unpacked so.
        file[chunk.upperBound + 4] = 1
        for place in (chunk.upperBound + 5)..<(chunk.upperBound + 9) { file[place] = 0xff }
        let decoder = try SampleDecoder(CodecTraits.named("webp"), options: SampleDecoder.Options(threadCount: 2))
        #expect(throws: FFmpegError.self) {
            _ = try decoder.send(Packet(copying: file))
            try decoder.sendEnd()
            while try decoder.receive(into: Frame()) != .end {}
        }
    }

    private static func translucentImage() throws -> CGImage {
        let canvas = try #require(
            CGContext(
                data: nil,
                width: 64,
                height: 48,
                bitsPerComponent: 8,
                bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
            )
        )
        canvas.setFillColor(red: 1, green: 0.5, blue: 0.25, alpha: 0.5)
        canvas.fill(CGRect(x: 8, y: 8, width: 40, height: 20))
        return try #require(canvas.makeImage())
    }

    @Test("a header that promises a giant costs nothing")
    func giant() {
        // A PNG header of 65,000 x 65,000 pixels.
        let header: [UInt8] = [
            0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0xfd, 0xe8, 0, 0,
            0xfd,
            0xe8, 8, 6, 0, 0, 0, 0, 0, 0, 0,
        ]
        #expect(CGImage(akData: Data(header)) == nil)
    }
}
