import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitISOMedia
@testable import AssetKitMedia

/// What the sink makes of samples that no file has like this.
@Suite("ISO media sink")
struct ISOSinkTests {
    private func time(_ value: Int64, _ timescale: CMTimeScale) -> CMTime { CMTime(value: value, timescale: timescale) }

    private func buffer(_ bytes: [UInt8]) throws -> CMBlockBuffer {
        let buffer = try CMBlockBuffer(length: bytes.count)
        try bytes.withUnsafeBytes { try buffer.replaceDataBytes(with: $0) }
        return buffer
    }

    private func pictures(_ timescale: CMTimeScale = 600) -> SinkTrack {
        let format = CMFormatDescription(
            type: kCMMediaType_Video,
            subtype: kCMVideoCodecType_JPEG,
            dimensions: CMVideoDimensions(width: 64, height: 48)
        )
        return SinkTrack(mediaType: .video, formats: [format], timescale: timescale)
    }

    private func sound(bits: UInt32 = 16, rate: Double = 48000, channels: UInt32 = 2, flags: AudioFormatFlags = 4)
        -> SinkTrack
    {
        var basic = AudioStreamBasicDescription()
        basic.mSampleRate = rate
        basic.mFormatID = kAudioFormatLinearPCM
        basic.mFormatFlags = flags | kAudioFormatFlagIsPacked
        basic.mChannelsPerFrame = channels
        basic.mBitsPerChannel = bits
        basic.mBytesPerFrame = bits / 8 * channels
        basic.mBytesPerPacket = basic.mBytesPerFrame
        basic.mFramesPerPacket = 1
        let format = CMFormatDescription(
            type: kCMMediaType_Audio,
            subtype: basic.mFormatID,
            audio: AudioFormatDetails(basic: basic)
        )
        return SinkTrack(mediaType: .audio, formats: [format], timescale: CMTimeScale(rate))
    }

    private func sample(_ size: Int, at decode: CMTime, shown: CMTime? = nil, lasting duration: CMTime) throws
        -> SinkSample
    {
        SinkSample(
            data: try buffer([UInt8](repeating: 7, count: size)),
            presentationTime: shown ?? decode,
            decodeTime: decode,
            duration: duration
        )
    }

    private func movie(_ sink: FakeByteSink) throws -> ISOMovie {
        try ISOFileReader.read(ByteWindow(AKDataSource(Data(sink.bytes))))
    }

    @Test("sound and pictures begin together, whatever is stored before")
    func commonStart() throws {
        let sink = FakeByteSink()
        let file = try ISOMediaSink(SinkPlan(fileType: .mov, tracks: [pictures(30000), sound()]), into: sink)
        // Pictures that are decoded two frames before they are shown, and sound with priming.
        for index in 0..<10 {
            let decode = time(Int64(index - 2) * 1001, 30000)
            try file.write(
                sample(100, at: decode, shown: time(Int64(index) * 1001, 30000), lasting: time(1001, 30000)),
                to: 0
            )
        }
        var frames = try sample(4 * 20000, at: time(-1024, 48000), lasting: time(1, 48000))
        frames.count = 20000
        try file.write(frames, to: 1)
        try file.finish(SinkEnding(edits: []))
        let movie = try movie(sink)
        #expect(movie.warnings == [])
        #expect(movie.header.timescale == 240_000)
        #expect(movie.tracks[0].edits?.edits == [ISOEditList.Edit(duration: 80080, mediaTime: 2002, rate: 0x10000)])
        #expect(movie.tracks[1].edits?.edits == [ISOEditList.Edit(duration: 94880, mediaTime: 1024, rate: 0x10000)])
        #expect(movie.timeline(of: movie.tracks[0])[0].mapping.target.duration == time(10010, 30000))
        #expect(movie.timeline(of: movie.tracks[1])[0].mapping.target.duration == time(18976, 48000))
    }

    @Test("a track that begins late has a gap in front")
    func lateTrack() throws {
        for layout in [SinkPlan.Layout.plain, .crashSafe(interval: time(1, 1), first: time(1, 4))] {
            let sink = FakeByteSink()
            var plan = SinkPlan(fileType: .mp4, tracks: [pictures()])
            plan.layout = layout
            let file = try ISOMediaSink(plan, into: sink)
            for index in 0..<5 {
                try file.write(sample(10, at: time(900 + Int64(index) * 20, 600), lasting: time(20, 600)), to: 0)
            }
            try file.finish(SinkEnding(edits: []))
            let edits = try #require(try movie(sink).tracks[0].edits?.edits)
            #expect(edits.map(\.mediaTime) == [-1, 0])
            #expect(edits.map(\.duration) == [900, 100])
        }
    }

    @Test("edits with gaps and of several stretches are exact")
    func severalEdits() throws {
        let sink = FakeByteSink()
        let file = try ISOMediaSink(SinkPlan(fileType: .mp4, tracks: [pictures(25)]), into: sink)
        for index in 0..<100 { try file.write(sample(10, at: time(Int64(index), 25), lasting: time(1, 25)), to: 0) }
        func mapping(_ source: Int64, _ target: Int64, _ count: Int64, _ scale: CMTimeScale) -> CMTimeMapping {
            CMTimeMapping(
                source: CMTimeRange(start: time(source, 25), duration: time(count, scale)),
                target: CMTimeRange(start: time(target, 25), duration: time(count, scale))
            )
        }
        let mappings = [mapping(10, 0, 500, 1001), mapping(50, 25, 20, 25)]
        try file.finish(SinkEnding(edits: [mappings]))
        let movie = try movie(sink)
        #expect(movie.header.timescale == 25025)
        let shown = movie.timeline(of: movie.tracks[0]).map(\.mapping)
        #expect(shown.filter { !$0.isEmpty } == mappings)
        #expect(shown.count == 3)
    }

    @Test("what is cut off the end of the last packet of sound is not presented")
    func trimming() throws {
        let sink = FakeByteSink()
        let file = try ISOMediaSink(SinkPlan(fileType: .mov, tracks: [sound()]), into: sink)
        var frames = try sample(4 * 1000, at: .zero, lasting: time(1, 48000))
        (frames.count, frames.trimmedFramesAtEnd) = (1000, 200)
        try file.write(frames, to: 0)
        try file.finish(SinkEnding(edits: []))
        #expect(try movie(sink).duration == time(800, 48000))
    }

    @Test("uncompressed sound comes back as it was", arguments: [16, 24, 32, 64] as [UInt32], [1, 2, 6] as [UInt32])
    func linearPCM(bits: UInt32, channels: UInt32) throws {
        for type in [AVFileType.mov, .mp4] {
            for isBigEndian in [false, true] {
                let flags =
                    (bits == 64 ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
                    | (isBigEndian ? kAudioFormatFlagIsBigEndian : 0)
                let track = sound(bits: bits, rate: 96000, channels: channels, flags: flags)
                let sink = FakeByteSink()
                let file = try ISOMediaSink(SinkPlan(fileType: type, tracks: [track]), into: sink)
                let size = Int(bits / 8 * channels)
                var frames = try sample(size * 500, at: .zero, lasting: time(1, 96000))
                frames.count = 500
                try file.write(frames, to: 0)
                try file.finish(SinkEnding(edits: []))
                let read = try ISORemux(sink, as: type).facts.tracks[0]
                #expect(read.sampleCount == 500)
                #expect(read.formatDescriptions[0].audio?.basic == track.formats[0].audio?.basic)
            }
        }
    }

    @Test("times that are none of the timescale go to the nearest tick, without adding up")
    func rounding() throws {
        let sink = FakeByteSink()
        let file = try ISOMediaSink(SinkPlan(fileType: .mp4, tracks: [pictures(1000)]), into: sink)
        for index in 0..<100 {
            try file.write(sample(1, at: time(Int64(index) * 1001, 30000), lasting: time(1001, 30000)), to: 0)
        }
        try file.finish(SinkEnding(edits: []))
        let samples = try movie(sink).tracks[0].samples
        for index in 0..<100 {
            let want = (Int64(index) * 1001 * 1000 + 15000) / 30000
            #expect(samples[index]?.decodeTime == want)
        }
    }

    @Test("what the file cannot say is refused in words")
    func refusals() throws {
        #expect(throws: ISOWritingError.self) {
            try ISOMediaSink(SinkPlan(fileType: .mp4, tracks: []), into: FakeByteSink())
        }
        let naked = CMFormatDescription(
            type: kCMMediaType_Video,
            subtype: kCMVideoCodecType_H264,
            dimensions: CMVideoDimensions(width: 64, height: 48)
        )
        let track = SinkTrack(mediaType: .video, formats: [naked], timescale: 600)
        let error = #expect(throws: ISOWritingError.self) {
            try ISOMediaSink(SinkPlan(fileType: .mp4, tracks: [track]), into: FakeByteSink())
        }
        #expect(error?.description.contains("avcC") ?? false)
        let file = try ISOMediaSink(SinkPlan(fileType: .mov, tracks: [pictures()]), into: FakeByteSink())
        try file.write(sample(1, at: time(100, 600), lasting: time(1, 600)), to: 0)
        #expect(throws: ISOWritingError.self) {
            try file.write(sample(1, at: time(99, 600), lasting: time(1, 600)), to: 0)
        }
        #expect(throws: ISOWritingError.self) {
            try file.write(sample(1, at: time(1 << 40, 600), lasting: time(1, 600)), to: 0)
        }
    }

    @Test("places behind 4 GiB and a large media box take 64 bits")
    func largeFile() throws {
        let sink = SparseByteSink()
        let file = try ISOMediaSink(SinkPlan(fileType: .mov, tracks: [pictures()]), into: sink)
        let count = 5 << 10
        let nowhere = OpenDescriptor(owning: -1)
        for index in 0..<count {
            let run = SinkRun(
                file: nowhere,
                offset: Int64(index) << 20,
                sizes: [1 << 20],
                decodeTicks: Int64(index),
                durations: [1]
            )
            try file.writeRun(run, to: 0)
        }
        try file.finish(SinkEnding(edits: []))
        #expect(sink.length > 5 << 30)
        // Neighbours are copied together.
        #expect(sink.copies.count == count / 16)
        let movie = try ISOFileReader.read(ByteWindow(SinkSource(sink)))
        #expect(movie.warnings == [])
        let samples = movie.tracks[0].samples
        #expect(samples.count == count)
        let last = try #require(samples[count - 1])
        #expect(last.offset == (samples[0]?.offset ?? 0) + Int64(count - 1) << 20)
        #expect(last.offset > UInt32.max)
        #expect(movie.layout.boxes.contains("mdat") && !movie.layout.boxes.contains("free"))
    }

    @Test("runs of samples of a file are copied as they are, with all that is known of their samples")
    func runs() throws {
        let url = SampleMedia.url("h264-bframes.mp4")
        let source = try ISORemux(sample: "h264-bframes.mp4")
        let original = OpenDescriptor(owning: open(url.path, O_RDONLY))
        for layout in [SinkPlan.Layout.plain, .indexFirst] {
            let sink = FakeByteSink()
            var plan = source.plan(.mp4, layout)
            for track in plan.tracks.indices {
                plan.tracks[track].expectedSampleCount = source.table(source.tracks[track])?.count
            }
            let file = try ISOMediaSink(plan, into: sink)
            for track in source.tracks.indices {
                let table = try #require(source.table(source.tracks[track]))
                var index = 0
                while index < table.count, let chunk = table.chunk(of: index) {
                    let samples = chunk.samples.map { table[$0] }
                    var run = SinkRun(
                        file: original,
                        offset: chunk.offset,
                        sizes: samples.map { UInt32($0.byteCount) },
                        decodeTicks: samples[0].decodeTicks,
                        durations: samples.map { UInt32($0.durationTicks) }
                    )
                    run.compositionOffsets = samples.map { Int32($0.presentationTicks - $0.decodeTicks) }
                    run.isSync = samples.map(\.isSync)
                    try file.writeRun(run, to: track)
                    index = chunk.samples.upperBound
                }
            }
            try file.finish(source.ending)
            let result = try ISORemux(sink, as: .mp4)
            #expect(result.facts.warnings == [])
            for track in source.tracks.indices {
                #expect(
                    result.lines(track, withDependencies: false) == source.lines(track, withDependencies: false)
                )
            }
        }
    }

    @Test("nothing in the file tells when it was written")
    func noClock() throws {
        let source = try ISORemux(sample: "h264-bframes.mp4")
        let (first, second) = (FakeByteSink(), FakeByteSink())
        try source.write(source.plan(), into: first)
        try source.write(source.plan(), into: second)
        #expect(first.bytes == second.bytes)
        #expect(try movie(first).header.creationDate == nil)
    }
}
