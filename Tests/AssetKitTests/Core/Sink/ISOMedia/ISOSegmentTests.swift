import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitSources

@Suite("ISO media segments")
struct ISOSegmentTests {
    private func segments(
        _ name: String,
        _ profile: ISOSegmentSink.Profile = .hls,
        interval: CMTime,
        flushAt flush: Int? = nil
    ) throws -> (source: ISORemux, segments: [ISOSegment]) {
        let source = try ISORemux(sample: name)
        var segments: [ISOSegment] = []
        let sink = try ISOSegmentSink(source.plan(), profile: profile, interval: interval) { segments.append($0) }
        for (number, place) in source.places.enumerated() {
            if number == flush { sink.flush() }
            try sink.write(source.sample(place), to: place.track)
        }
        try sink.finish(SinkEnding(edits: []))
        return (source, segments)
    }

    @Test(
        "together they are the movie, and each begins with a sync sample",
        arguments: [ISOSegmentSink.Profile.plain, .cmaf, .hls]
    )
    func whole(profile: ISOSegmentSink.Profile) throws {
        let (source, segments) = try segments("h264-bframes.mp4", profile, interval: CMTime(value: 1, timescale: 1))
        #expect(segments.first?.kind == .initialization)
        #expect(segments.count > 2)
        let whole = FakeByteSink(segments.flatMap(\.bytes))
        let result = try ISORemux(whole, as: .mp4)
        #expect(result.facts.warnings == [])
        for track in source.tracks.indices {
            #expect(
                result.lines(track, withDependencies: false) == source.lines(track, withDependencies: false)
            )
        }
        for segment in segments.dropFirst() {
            let pictures = try #require(segment.tracks.first { $0.mediaType == .video })
            #expect(pictures.firstSampleIsSync)
            // The header and this segment alone are a movie.
            let alone = FakeByteSink(segments[0].bytes + segment.bytes)
            #expect(try ISORemux(alone, as: .mp4).facts.warnings == [])
        }
    }

    @Test("reports tell where things are")
    func reports() throws {
        let (source, segments) = try segments("h264-bframes.mp4", interval: CMTime(value: 1, timescale: 1))
        let table = try #require(source.table(source.tracks[0]))
        var index = 0
        for segment in segments.dropFirst() {
            let report = try #require(segment.tracks.first { $0.track == 0 })
            let sample = table[index]
            #expect(report.firstSampleTime == source.time(sample.presentationTicks, 0))
            #expect(report.firstSampleLength == Int(sample.byteCount))
            let bytes = segment.bytes[report.firstSampleOffset..<report.firstSampleOffset + report.firstSampleLength]
            #expect(bytes.elementsEqual(source.bytes(sample)))
            let ticks = CMTimeConvertScale(
                report.duration,
                timescale: source.facts.tracks[source.tracks[0]].timescale,
                method: .default
            ).value
            var sum: Int64 = 0
            while index < table.count, sum < ticks {
                sum += table[index].durationTicks
                index += 1
            }
            #expect(sum == ticks)
        }
        #expect(index == table.count)
    }

    @Test("a segment ends on demand, at the next sync sample")
    func flushing() throws {
        let never = CMTime.indefinite
        #expect(try segments("h264-all-intra.mp4", interval: never).segments.count == 2)
        #expect(try segments("h264-all-intra.mp4", interval: never, flushAt: 10).segments.count == 3)
    }

    @Test("sound alone is cut at the interval")
    func sound() throws {
        let (_, segments) = try segments("aac.m4a", interval: CMTime(value: 1, timescale: 2))
        for segment in segments.dropFirst().dropLast() {
            #expect(abs(segment.duration.seconds - 0.5) <= 1024.0 / 44100)
        }
    }
}
