import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets

@Suite("Tracks of compositions")
struct CompositionTrackTests {
    private func source(_ name: String, _ mediaType: AVMediaType) async throws -> (AVURLAsset, AVAssetTrack) {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        return (asset, try #require(try await asset.loadTracks(withMediaType: mediaType).first))
    }

    @Test("a track goes into the first one of its kind, whatever its codec, and nowhere where there is none")
    func takesPicturesAndSound() async throws {
        let edit = AVMutableComposition()
        let (film, pictures) = try await source("hevc.mp4", .video)
        let (song, sound) = try await source("flac.flac", .audio)
        #expect(edit.mutableTrack(compatibleWith: pictures) == nil)
        let first = try edit.track(.video)
        try await first.append("h264-bframes.mp4", frameRange(0, 5))
        _ = try edit.track(.video)
        #expect(edit.mutableTrack(compatibleWith: pictures) === first)
        #expect(edit.mutableTrack(compatibleWith: sound) == nil)
        let heard = try edit.track(.audio)
        #expect(edit.mutableTrack(compatibleWith: sound) === heard)
        // Any range of it can go in.
        try first.insertTimeRange(frameRange(30, 40), of: pictures, at: .invalid)
        try heard.insertTimeRange(frameRange(0, 10), of: sound, at: .zero)
        #expect(first.timeRange.duration == frames(15) && film.duration > .zero && song.duration > .zero)
    }

    @Test("what is only ever copied goes into an empty track, and behind what has the same codec")
    func takesTexts() async throws {
        let (movie, timed) = try await source("subtitles.mp4", .subtitle)
        let (matroska, plain) = try await source("subtitles.mkv", .subtitle)
        let edit = AVMutableComposition()
        let first = try edit.track(.subtitle)
        #expect(edit.mutableTrack(compatibleWith: timed) === first)
        #expect(edit.mutableTrack(compatibleWith: plain) === first)
        try first.insertTimeRange(frameRange(0, 50), of: timed, at: .zero)
        #expect(edit.mutableTrack(compatibleWith: timed) === first)
        #expect(edit.mutableTrack(compatibleWith: plain) == nil)
        let second = try edit.track(.subtitle)
        #expect(edit.mutableTrack(compatibleWith: plain) === second)
        #expect(movie.duration > .zero && matroska.duration > .zero)
    }

    @Test("how tracks belong to each other is said once, by kind, and taken back")
    func associates() async throws {
        let edit = AVMutableComposition()
        let (pictures, first, second) = (try edit.track(.video), try edit.track(.audio), try edit.track(.audio))
        #expect(first.availableTrackAssociationTypes.isEmpty)
        for _ in 0..<2 { first.addTrackAssociation(to: second, type: .audioFallback) }
        first.addTrackAssociation(to: pictures, type: .selectionFollower)
        #expect(first.availableTrackAssociationTypes == [.audioFallback, .selectionFollower])
        let fallbacks = try await first.loadAssociatedTracks(ofType: .audioFallback)
        #expect(fallbacks.count == 1 && fallbacks.first === second)
        #expect(first.associatedTracks(ofType: .timecode).isEmpty)
        #expect(second.availableTrackAssociationTypes.isEmpty)
        let copy = try #require(edit.copy() as? AVComposition)
        first.removeTrackAssociation(to: pictures, type: .audioFallback)
        #expect(first.associatedTracks(ofType: .audioFallback).count == 1)
        first.removeTrackAssociation(to: second, type: .audioFallback)
        #expect(first.availableTrackAssociationTypes == [.selectionFollower])
        let kept = try #require(copy.track(withTrackID: first.trackID))
        #expect(kept.associatedTracks(ofType: .audioFallback).map(\.trackID) == [second.trackID])
        edit.removeTrack(pictures)
        #expect(first.associatedTracks(ofType: .selectionFollower).isEmpty)
        #expect((edit.tracks.count, copy.tracks.count) == (2, 3))
    }

    @Test("files that segments name are opened with the composition's options, and so are those of its copies")
    func opensWithOptions() async throws {
        var limits = AKOpeningLimits()
        limits.trackCount = 1
        let strict = AVMutableComposition(urlAssetInitializationOptions: [AKOpeningLimitsKey: limits])
        #expect(strict.urlAssetInitializationOptions[AKOpeningLimitsKey] as? AKOpeningLimits == limits)
        let plain = AVMutableComposition()
        #expect(plain.urlAssetInitializationOptions.isEmpty)
        for edit in [strict, plain] {
            try edit.track(.video).segments = [
                AVCompositionTrackSegment(
                    url: SampleMedia.url("two-languages.mp4"),
                    trackID: 1,
                    sourceTimeRange: frameRange(0, 5),
                    targetTimeRange: frameRange(0, 5)
                )
            ]
        }
        #expect(try await plain.load(.isReadable))
        let copy = try #require(strict.mutableCopy() as? AVMutableComposition)
        for edit in [strict, copy] {
            await #expect { _ = try await edit.load(.isReadable) } throws: {
                $0.localizedDescription.contains("over 1 tracks")
            }
        }
    }
}
