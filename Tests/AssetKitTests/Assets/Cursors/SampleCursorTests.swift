import AssetKit
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitSources
@testable import AssetKitISOMedia

@Suite("Sample cursors of ISO media")
struct SampleCursorTests {
    private func track(_ bytes: [UInt8]) async throws -> AVAssetTrack {
        let asset = AVAsset(akData: Data(bytes), fileType: .mp4)
        let track = try #require(try await asset.load(.tracks).first)
        // A track does not keep its asset; what it knows it has by now.
        #expect(track.canProvideSampleCursors)
        return track
    }

    /// Eight samples in chunks of 3, 3 and 2, the first two of which touch; the second one's samples are unlike.
    private static let chunked =
        ISOMake.fullBox("stts", 0, 0, ISOMake.u32(3, 4, 10, 2, 20, 2, 10))
        + ISOMake.fullBox("stsc", 0, 0, ISOMake.u32(2, 1, 3, 1, 3, 2, 1))
        + ISOMake.fullBox("stsz", 0, 0, ISOMake.u32(0, 8, 5, 5, 5, 6, 7, 8, 9, 9))
        + ISOMake.fullBox("stco", 0, 0, ISOMake.u32(3, 100, 115, 500))

    @Test("a chunk is what the file calls one, even where two touch")
    func chunks() async throws {
        let track = try await track(ISOMake.file([ISOMake.Track(tables: Self.chunked)]))
        let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
        #expect(cursor.currentChunkInfo.chunkSampleCount == 3)
        #expect(cursor.currentChunkInfo.chunkHasUniformSampleSizes.boolValue)
        #expect(cursor.currentChunkInfo.chunkHasUniformSampleDurations.boolValue)
        #expect(cursor.currentChunkStorageRange.offset == 100)
        #expect(cursor.currentChunkStorageRange.length == 15)

        #expect(cursor.stepInDecodeOrder(byCount: 4) == 4)
        #expect(cursor.currentChunkInfo.chunkSampleCount == 3)
        #expect(!cursor.currentChunkInfo.chunkHasUniformSampleSizes.boolValue)
        #expect(!cursor.currentChunkInfo.chunkHasUniformSampleDurations.boolValue)
        #expect(cursor.currentChunkInfo.chunkHasUniformFormatDescriptions.boolValue)
        #expect(cursor.currentChunkStorageRange.offset == 115)
        #expect(cursor.currentChunkStorageRange.length == 21)
        #expect(cursor.currentSampleIndexInChunk == 1)
        #expect(cursor.currentSampleStorageRange.offset == 121)
        #expect(cursor.currentSampleStorageRange.length == 7)

        let last = try #require(track.makeSampleCursorAtLastSampleInDecodeOrder())
        #expect(last.currentChunkInfo.chunkSampleCount == 2)
        #expect(last.currentChunkStorageRange.offset == 500)
        #expect(last.currentSampleIndexInChunk == 1)
        #expect(last.currentChunkStorageURL == nil)
    }

    @Test("a file's chunks are at its address")
    func storageURL() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
        #expect(cursor.currentChunkStorageURL == asset.url)
        #expect(cursor.currentChunkStorageRange.length >= cursor.currentSampleStorageRange.length)
    }

    @Test("sound that rolls in says how many packets that takes")
    func audioPreRoll() async throws {
        let roll =
            ISOMake.fullBox("sgpd", 1, 0, ISOMake.code("roll") + ISOMake.u32(2, 1) + ISOMake.u16(0xfffe))
            + ISOMake.fullBox("sbgp", 0, 0, ISOMake.code("roll") + ISOMake.u32(1, 6, 1))
        let tables = ISOMake.tables(sizes: [4, 4, 4, 4, 4, 4, 4], delta: 1024, offset: 100, more: roll)
        let sound = ISOMake.Track(handler: "soun", descriptions: [ISOMake.soundEntry("mp4a")], tables: tables)
        let track = try await track(ISOMake.file([sound]))
        let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
        #expect(cursor.currentSampleAudioDependencyInfo.audioSamplePacketRefreshCount == 2)
        #expect(cursor.currentSampleAudioDependencyInfo.audioSampleIsIndependentlyDecodable.boolValue)
        #expect(cursor.samplesRequiredForDecoderRefresh == 0)
        cursor.stepInDecodeOrder(byCount: 5)
        #expect(cursor.samplesRequiredForDecoderRefresh == 2)
        cursor.stepInDecodeOrder(byCount: 1)
        // The last sample belongs to no group: every packet of this sound can be started with.
        #expect(cursor.currentSampleAudioDependencyInfo.audioSamplePacketRefreshCount == 0)
        #expect(cursor.samplesRequiredForDecoderRefresh == 0)
    }

    @Test("pictures that refresh bit by bit need the samples since the refresh began")
    func gradualRefresh() async throws {
        // One sync sample; samples 3 and 7 begin refreshes that are whole two samples later.
        let marks =
            ISOMake.fullBox("stss", 0, 0, ISOMake.u32(1, 1))
            + ISOMake.fullBox("sgpd", 1, 0, ISOMake.code("roll") + ISOMake.u32(2, 1) + ISOMake.u16(2))
            + ISOMake.fullBox("sbgp", 0, 0, ISOMake.code("roll") + ISOMake.u32(4, 3, 0, 1, 1, 3, 0, 1, 1))
        let tables = ISOMake.tables(sizes: [UInt32](repeating: 4, count: 10), delta: 1, offset: 0, more: marks)
        let track = try await track(ISOMake.file([ISOMake.Track(tables: tables)]))
        let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
        var needed: [Int] = []
        repeat {
            needed.append(cursor.samplesRequiredForDecoderRefresh)
        } while cursor.stepInDecodeOrder(byCount: 1) == 1
        #expect(needed == [0, 1, 2, 3, 4, 2, 3, 4, 5, 2])
    }

    /// A movie header and fragments of two samples each, of 10 ticks and 7 bytes, that start at these times.
    private static func fragments(startingAt times: [UInt64]) -> [UInt8] {
        let extends = ISOMake.box("mvex", ISOMake.fullBox("trex", 0, 0, ISOMake.u32(1, 1, 10, 7, 0)))
        return times.reduce(ISOMake.file([ISOMake.Track()], movie: extends)) { file, time in
            let run = ISOMake.fullBox("trun", 0, 1, ISOMake.u32(2, 500))
            let header = ISOMake.fullBox("tfhd", 0, 0x20000, ISOMake.u32(1))
            let start = ISOMake.fullBox("tfdt", 1, 0, ISOMake.u64(time))
            return file + ISOMake.box("moof", ISOMake.box("traf", header, start, run))
        }
    }

    @Test("a run of a fragment is a chunk")
    func fragmentChunks() async throws {
        let track = try await track(Self.fragments(startingAt: [0, 20]))
        let cursor = try #require(track.makeSampleCursorAtLastSampleInDecodeOrder())
        #expect(cursor.currentChunkInfo.chunkSampleCount == 2)
        #expect(cursor.currentSampleIndexInChunk == 1)
        #expect(cursor.currentChunkStorageRange.length == 14)
    }

    @Test("fragments that follow each other have times that rise, and others have not")
    func risingTimes() throws {
        func table(_ times: [UInt64]) throws -> ISOTrackSamples {
            let movie = try ISOMake.movie(Self.fragments(startingAt: times))
            let track = try #require(movie.tracks.first)
            return try #require(ISOTrackSamples(track))
        }
        #expect(try table([0, 20]).decodeTimesRise)
        #expect(try table([0, 100]).presentationTimesRise)
        // A little early is not before the sample in front.
        #expect(try table([0, 15]).decodeTimesRise)
        #expect(try !table([0, 5]).decodeTimesRise)
        #expect(try !table([0, 5]).presentationTimesRise)
        #expect(try !table([50, 0, 100]).decodeTimesRise)
    }

    @Test("fragments out of order are told by cursors too")
    func earlierAndLater() async throws {
        let jumping = try await track(Self.fragments(startingAt: [50, 0]))
        let first = try #require(jumping.makeSampleCursorAtFirstSampleInDecodeOrder())
        let last = try #require(jumping.makeSampleCursorAtLastSampleInDecodeOrder())
        #expect(first.maySamplesWithLaterDecodeTimeStampsHavePresentationTimeStamps(earlierThan: first))
        #expect(last.maySamplesWithEarlierDecodeTimeStampsHavePresentationTimeStamps(laterThan: last))
        let plain = try await track(Self.fragments(startingAt: [0, 20]))
        let start = try #require(plain.makeSampleCursorAtFirstSampleInDecodeOrder())
        let end = try #require(plain.makeSampleCursorAtLastSampleInDecodeOrder())
        #expect(!start.maySamplesWithLaterDecodeTimeStampsHavePresentationTimeStamps(earlierThan: start))
        #expect(!end.maySamplesWithEarlierDecodeTimeStampsHavePresentationTimeStamps(laterThan: end))
    }
}
