import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitFFmpeg

@Suite("FFmpeg, decoding pictures")
struct PictureDecodingTests {
    static let files = [
        "h264-bframes.mp4", "h264-bframes.mkv", "h264-bframes.mov", "h264-open-gop.mp4", "h264-422-10bit.mov",
        "odd-size-h264-444.mp4", "h264.ts", "interlaced-tff.mp4", "hevc.mp4", "hevc.mkv", "hevc-10bit.mp4",
        "hevc-open-gop.mp4", "hdr10.mp4", "vp8-vorbis.webm", "vp9.mp4", "vp9-opus.webm", "odd-size-vp9.webm", "av1.mp4",
        "av1-opus.webm", "mjpeg.mov", "prores.mov", "mpeg2.ts", "mpeg4-part2.mp4", "color-full-range.mp4", "vfr.mp4",
        "one-frame.mp4",
    ]

    @Test("every picture comes out once, in presentation order", arguments: files)
    func everyPicture(name: String) throws {
        let truth = try #require(try CodecTruth.file(name)?.tracks.compactMap(\.video).first)
        let scaler = Scaler()
        let picture = try SampleReader.picture(truth.codedSize[0], truth.codedSize[1])
        var indices: [Int] = []
        try SampleReader.decode(name, .video) { frame, _ in
            let (size, isDamaged) = ([frame.width, frame.height], frame.isDamaged)
            #expect(size == truth.codedSize)
            #expect(!isDamaged)
            try scaler.scale(frame, into: picture)
            indices.append(SampleReader.index(of: picture))
        }
        #expect(indices == Array(0..<truth.frameCount))
        #expect(scaler.contextCount == 1)
    }

    @Test("one thread and several give the same pictures", arguments: ["h264-bframes.mp4", "vp9.mp4", "av1.mp4"])
    func threads(name: String) throws {
        func pictures(_ threads: Int) throws -> [[UInt8]] {
            var rows: [[UInt8]] = []
            try SampleReader.decode(name, .video, options: .init(threadCount: threads)) { frame, _ in
                frame.withRow(90, ofPlane: 0) { rows.append(Array($0.prefix(frame.width))) }
            }
            return rows
        }
        let single = try pictures(1)
        #expect(single.count > 1)
        #expect(try pictures(4) == single)
    }

    @Test(
        "times are the container's",
        arguments: ["h264-bframes.mp4", "hevc-10bit.mp4", "av1.mp4", "h264.ts", "mpeg2.ts"]
    )
    func times(name: String) throws {
        let file = try #require(try CodecTruth.file(name))
        let run = try #require(file.tracks.compactMap(\.video).first?.pictures.first)
        let (start, step) = (try #require(run.start), try #require(run.frameDuration))
        let origin = file.startTime ?? [0, 1]
        var times: [CMTime] = []
        try SampleReader.decode(name, .video) { frame, stream in
            let presented = frame.presentationTicks
            let ticks = try #require(presented)
            let base = stream.timeBase
            times.append(CMTime(value: ticks * Int64(base.numerator), timescale: base.denominator))
        }
        let first =
            CMTime(value: start[0], timescale: Int32(start[1])) + CMTime(value: origin[0], timescale: Int32(origin[1]))
        let expected = (0..<run.count).map {
            first + CMTime(value: step[0] * Int64($0), timescale: Int32(step[1]))
        }
        #expect(times == expected)
    }

    @Test("after a seek and a flush, decoding goes on from the key picture")
    func seeking() throws {
        let demuxer = try SampleReader.open("h264-bframes.mp4")
        let stream = try #require(demuxer.streams.first { $0.kind == .video })
        demuxer.readOnly([stream.index])
        let decoder = try SampleDecoder(stream)
        let packet = Packet()
        let frame = Frame()
        let scaler = Scaler()
        let picture = try SampleReader.picture(320, 180)
        for _ in 0..<20 where try demuxer.read(into: packet) && packet.streamIndex == stream.index {
            _ = try decoder.send(packet)
        }
        for wanted in [48, 0] {
            try demuxer.seek(toTicks: Int64(wanted + 5) * 512, of: stream.index)
            decoder.flush()
            var found: Int?
            while found == nil, try demuxer.read(into: packet) {
                guard packet.streamIndex == stream.index else { continue }
                while try decoder.send(packet) == .again { _ = try decoder.receive(into: frame) }
                guard try decoder.receive(into: frame) == .done else { continue }
                try scaler.scale(frame, into: picture)
                found = SampleReader.index(of: picture)
            }
            #expect(found == wanted)
        }
    }

    @Test("after the end, a flushed decoder starts again")
    func startsAgain() throws {
        let demuxer = try SampleReader.open("one-frame.mp4")
        let stream = try #require(demuxer.streams.first { $0.kind == .video })
        let decoder = try SampleDecoder(stream)
        let packet = Packet()
        let frame = Frame()
        let found = try demuxer.read(into: packet)
        #expect(found)
        for _ in 0..<2 {
            let sent = try decoder.send(packet)
            try decoder.sendEnd()
            let flows = [try decoder.receive(into: frame), try decoder.receive(into: frame)]
            #expect(sent == .done)
            #expect(flows == [.done, .end])
            decoder.flush()
        }
    }

    @Test("a picture larger than the limit is an error, not memory")
    func pixelLimit() throws {
        let demuxer = try SampleReader.open("hevc.mp4")
        let stream = try #require(demuxer.streams.first { $0.kind == .video })
        #expect(throws: FFmpegError.self) {
            let decoder = try SampleDecoder(stream, options: .init(threadCount: 1, maximumPixels: 320 * 180 - 1))
            let packet = Packet()
            let frame = Frame()
            while try demuxer.read(into: packet) {
                guard packet.streamIndex == stream.index else { continue }
                _ = try decoder.send(packet)
                _ = try decoder.receive(into: frame)
            }
        }
    }

    @Test("a stream without a decoder says which codec it is")
    func noDecoder() throws {
        let demuxer = try SampleReader.open("timecode.mov")
        let stream = try #require(demuxer.streams.first { $0.kind == .data })
        let error = try #require(throws: FFmpegError.self) { try SampleDecoder(stream) }
        #expect(error.description.contains("the codec is"))
    }
}
