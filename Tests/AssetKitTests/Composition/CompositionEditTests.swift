import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets

@Suite("Edits of compositions")
struct CompositionEditTests {
    private let film = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))

    private func pictures() async throws -> AVAssetTrack {
        try #require(try await film.loadTracks(withMediaType: .video).first)
    }

    @Test("what is inserted is told by segments that name the file and the track")
    func tellsSegments() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        let source = try await pictures()
        try track.insertTimeRange(frameRange(10, 20), of: source, at: .zero)
        try track.insertTimeRange(frameRange(30, 35), of: source, at: frames(4))
        let segments: [AVCompositionTrackSegment] = track.segments
        #expect(segments.map(\.sourceURL) == Array(repeating: film.url, count: 3))
        #expect(segments.map(\.sourceTrackID) == Array(repeating: source.trackID, count: 3))
        #expect(segments.map(\.timeMapping.source) == [frameRange(10, 14), frameRange(30, 35), frameRange(14, 20)])
        #expect(segments.map(\.timeMapping.target) == [frameRange(0, 4), frameRange(4, 9), frameRange(9, 15)])
        #expect(track.segment(forTrackTime: frames(5))?.timeMapping.source == frameRange(30, 35))
    }

    @Test("a range that reaches beyond the track is cut to it")
    func clips() async throws {
        let track = try AVMutableComposition().track(.video)
        try track.insertTimeRange(frameRange(70, 500), of: try await pictures(), at: .zero)
        #expect(track.timeRange == frameRange(0, 5))
    }

    @Test("behind the end nothing shows in between, and inserting there later pushes nothing away")
    func fillsGaps() async throws {
        let track = try AVMutableComposition().track(.video)
        try track.insertTimeRange(frameRange(0, 5), of: try await pictures(), at: frames(10))
        #expect(track.segments.map(\.isEmpty) == [true, false])
        #expect(track.timeRange.duration == frames(15))
    }

    @Test(
        "a range with nothing in it, and a time that is none, are refused, and nothing is changed",
        arguments: [
            (frameRange(80, 90), CMTime.zero), (frameRange(5, 5), .zero), (.invalid, .zero),
            (frameRange(0, 5), frames(-1)), (frameRange(0, 5), .positiveInfinity),
        ]
    )
    func refuses(_ range: CMTimeRange, _ time: CMTime) async throws {
        let track = try AVMutableComposition().track(.video)
        let source = try await pictures()
        #expect { try track.insertTimeRange(range, of: source, at: time) } throws: { error in
            (error as? AVError)?.code == .invalidSourceMedia
        }
        #expect(track.segments.isEmpty)
    }

    @Test("a track whose asset nobody holds is refused with that reason")
    func refusesOrphans() async throws {
        func orphan() async throws -> AVAssetTrack {
            let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
            return try #require(try await asset.loadTracks(withMediaType: .video).first)
        }
        let track = try AVMutableComposition().track(.video)
        let source = try await orphan()
        #expect { try track.insertTimeRange(frameRange(0, 5), of: source, at: .zero) } throws: {
            "\($0)".contains("keep the asset") || $0.localizedDescription.contains("keep the asset")
        }
    }

    @Test("sound does not go into a track of pictures")
    func refusesOtherKinds() async throws {
        let track = try AVMutableComposition().track(.video)
        let sound = try #require(try await film.loadTracks(withMediaType: .audio).first)
        #expect { try track.insertTimeRange(frameRange(0, 5), of: sound, at: .zero) } throws: {
            ($0 as? AVError)?.code == .operationNotSupportedForAsset
        }
    }

    @Test("a track that has been removed takes nothing any more, and says so")
    func refusesRemovedTracks() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        let source = try await pictures()
        try track.insertTimeRange(frameRange(0, 5), of: source, at: .zero)
        edit.removeTrack(track)
        #expect { try track.insertTimeRange(frameRange(0, 5), of: source, at: .zero) } throws: { error in
            (error as? AVError)?.code == .operationNotAllowed && "\(error)".contains("has been removed")
        }
        #expect(throws: AVError.self) {
            try track.insertTimeRanges([NSValue(timeRange: frameRange(0, 5))], of: [source], at: .invalid)
        }
        #expect(track.segments.isEmpty && edit.tracks.isEmpty)
    }

    @Test("several ranges go in one behind the other, all of them or none; one without a start is empty")
    func insertsSeveral() async throws {
        let track = try AVMutableComposition().track(.video)
        let source = try await pictures()
        let empty = CMTimeRange(start: .invalid, duration: frames(3))
        try track.insertTimeRanges(
            [frameRange(0, 2), empty, frameRange(10, 14)].map { NSValue(timeRange: $0) },
            of: [source, source, source],
            at: .zero
        )
        #expect(track.segments.map(\.timeMapping.target) == [frameRange(0, 2), frameRange(2, 5), frameRange(5, 9)])
        #expect(track.segments.map(\.isEmpty) == [false, true, false])
        #expect(throws: AVError.self) {
            try track.insertTimeRanges(
                [frameRange(0, 2), frameRange(90, 95)].map { NSValue(timeRange: $0) },
                of: [source, source],
                at: .zero
            )
        }
        #expect(track.segments.count == 3)
    }

    @Test("a range of an asset goes into all tracks, which stay in step")
    func insertsAssets() async throws {
        let edit = AVMutableComposition()
        try await edit.insertTimeRange(frameRange(0, 25), of: film, at: .zero)
        try await edit.insertTimeRange(
            frameRange(0, 10),
            of: AVURLAsset(url: SampleMedia.url("no-audio.mp4")),
            at: frames(5)
        )
        #expect(edit.tracks.map(\.mediaType) == [.video, .audio])
        for track in edit.tracks { #expect(track.timeRange == frameRange(0, 35)) }
        let sound = try #require(edit.tracks(withMediaType: .audio).first)
        #expect(sound.segments.map(\.isEmpty) == [false, true, false])
        #expect(sound.segments[1].timeMapping.target == frameRange(5, 15))
    }

    @Test("an insertion that is refused leaves no track behind")
    func addsNothingInVain() async throws {
        let edit = AVMutableComposition()
        let beyond = CMTime(value: Int64(1) << 33, timescale: 1)
        await #expect(throws: (any Error).self) {
            try await edit.insertTimeRange(frameRange(0, 10), of: film, at: beyond)
        }
        #expect(edit.tracks.isEmpty)
    }

    @Test("identifiers are those that were preferred where nobody has had them")
    func numbersTracks() throws {
        let edit = AVMutableComposition()
        let first = try #require(edit.addMutableTrack(withMediaType: .video, preferredTrackID: 7))
        let second = try #require(edit.addMutableTrack(withMediaType: .audio, preferredTrackID: 7))
        #expect(first.trackID == 7)
        #expect(second.trackID != 7 && second.trackID > 0)
        edit.removeTrack(first)
        #expect(edit.addMutableTrack(withMediaType: .video, preferredTrackID: 7)?.trackID != 7)
        #expect(edit.tracks.count == 2)
        #expect(edit.tracks[0] === second)
    }

    @Test("a copy is what the composition was, whatever happens to that later")
    func copies() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try track.insertTimeRange(frameRange(10, 20), of: try await pictures(), at: .zero)
        let copy = try #require(edit.copy() as? AVComposition)
        edit.removeTimeRange(frameRange(0, 8))
        track.isEnabled = false
        edit.naturalSize = CGSize(width: 10, height: 10)
        #expect(!(copy is AVMutableComposition))
        #expect(copy.duration == frames(10))
        #expect(copy.tracks[0].isEnabled)
        #expect(copy.naturalSize == CGSize(width: 320, height: 180))
        #expect(edit.duration == frames(2))
        let changed = try #require(copy.mutableCopy() as? AVMutableComposition)
        changed.tracks[0].scaleTimeRange(frameRange(0, 10), toDuration: frames(5))
        #expect((copy.duration, changed.duration) == (frames(10), frames(5)))
    }

    @Test("a composition within another is taken apart into the files that it is made of")
    func flattens() async throws {
        let inner = AVMutableComposition()
        let track = try inner.track(.video)
        try track.insertTimeRange(frameRange(10, 40), of: try await pictures(), at: .zero)
        inner.scaleTimeRange(frameRange(0, 30), toDuration: frames(10))
        let outer = AVMutableComposition()
        try await outer.insertTimeRange(frameRange(2, 8), of: inner, at: .zero)
        inner.removeTimeRange(frameRange(0, 9))
        let segment = try #require(outer.tracks[0].segments.first)
        #expect(segment.sourceURL == film.url)
        #expect(segment.timeMapping.source == frameRange(16, 34))
        #expect(segment.timeMapping.target == frameRange(0, 6))
        let read = try await ReadPictures(of: outer)
        #expect(read.pictures.map(\.index) == Array(16..<34))
    }

    @Test("segments by their files' names are opened when something of them is needed")
    func takesSegments() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        track.segments = [
            AVCompositionTrackSegment(
                url: film.url,
                trackID: 1,
                sourceTimeRange: frameRange(30, 35),
                targetTimeRange: frameRange(0, 5)
            ),
            AVCompositionTrackSegment(timeRange: frameRange(5, 7)),
            AVCompositionTrackSegment(
                url: SampleMedia.url("hevc.mp4"),
                trackID: 1,
                sourceTimeRange: frameRange(0, 4),
                targetTimeRange: frameRange(7, 15)
            ),
        ]
        let read = try await ReadPictures(of: edit)
        #expect(read.pictures.map(\.index) == Array(30..<35) + [0, 1, 2, 3])
        #expect(read.pictures.suffix(4).map(\.time) == [7, 9, 11, 13].map { frames($0) })
        track.segments = nil
        #expect(track.segments.isEmpty)
    }

    @Test("a file that a segment names and that is not there fails loading, with its name")
    func missesFiles() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        track.segments = [
            AVCompositionTrackSegment(
                url: URL(filePath: "/nowhere/at all.mp4"),
                trackID: 1,
                sourceTimeRange: frameRange(0, 5),
                targetTimeRange: frameRange(0, 5)
            )
        ]
        await #expect { _ = try await edit.load(.isReadable) } throws: {
            $0.localizedDescription.contains("at all.mp4")
        }
    }

    @Test("segments that could not be a track's are told from each other")
    func validates() throws {
        let track = try AVMutableComposition().track(.video)
        func segment(_ source: CMTimeRange, _ target: CMTimeRange) -> AVCompositionTrackSegment {
            AVCompositionTrackSegment(
                url: film.url,
                trackID: 1,
                sourceTimeRange: source,
                targetTimeRange: target
            )
        }
        let wrong: [([AVCompositionTrackSegment], AVError.Code)] = [
            ([segment(frameRange(0, 5), frameRange(1, 6))], .compositionTrackSegmentsNotContiguous),
            ([segment(frameRange(0, 5), frameRange(0, 0))], .invalidCompositionTrackSegmentDuration),
            (
                [segment(CMTimeRange(start: .positiveInfinity, duration: frames(1)), frameRange(0, 5))],
                .invalidCompositionTrackSegmentSourceStartTime
            ),
            (
                [segment(CMTimeRange(start: .zero, duration: frames(-1)), frameRange(0, 5))],
                .invalidCompositionTrackSegmentSourceDuration
            ),
        ]
        for (segments, code) in wrong {
            #expect { try track.validateSegments(segments) } throws: { ($0 as? AVError)?.code == code }
        }
        try track.validateSegments([segment(frameRange(0, 5), frameRange(0, 5))])
    }

    @Test("a composition is loaded and asked like a file")
    func loads() async throws {
        let edit = AVMutableComposition()
        try await edit.insertTimeRange(frameRange(0, 50), of: film, at: .zero)
        let (duration, tracks, isPlayable) = try await edit.load(.duration, .tracks, .isPlayable)
        #expect(duration == frames(50))
        #expect(tracks.count == 2)
        #expect(isPlayable)
        let pictures = try #require(tracks.first)
        #expect(try await pictures.load(.naturalSize) == CGSize(width: 320, height: 180))
        #expect(try await pictures.load(.nominalFrameRate) == 25)
        #expect(pictures.asset === edit)
        #expect(pictures.naturalTimeScale == 12800)
        #expect(edit.naturalSize == CGSize(width: 320, height: 180))
        #expect(edit.statusOfValue(forKey: "tracks", error: nil) == .loaded)
    }

    @Test("properties of a track are those that were set")
    func setsProperties() throws {
        let track = try AVMutableComposition().track(.video)
        #expect(track.naturalTimeScale == 600)
        #expect(track.languageCode == nil)
        track.languageCode = "eng"
        track.extendedLanguageTag = "en-GB"
        track.naturalTimeScale = 30000
        track.preferredVolume = 0.5
        track.isEnabled = false
        #expect((track.languageCode, track.extendedLanguageTag) == ("eng", "en-GB"))
        #expect((track.naturalTimeScale, track.preferredVolume, track.isEnabled) == (30000, 0.5, false))
        track.naturalTimeScale = 0
        #expect(track.naturalTimeScale == 600)
    }

    @Test("what a source's own edits leave empty stays empty, and its speed stays")
    func keepsSourceEdits() async throws {
        for name in ["edit-inner-gap.mp4", "edit-leading-empty.mp4", "edit-rate-double.mp4", "edit-dwell.mp4"] {
            let asset = AVURLAsset(url: SampleMedia.url(name))
            let edit = AVMutableComposition()
            let duration = try await asset.load(.duration)
            try await edit.insertTimeRange(CMTimeRange(start: .zero, duration: duration), of: asset, at: .zero)
            let (made, own) = (try await ReadPictures(of: edit), try await ReadPictures(name))
            #expect(made.pictures == own.pictures, "\(name)")
        }
    }
}
