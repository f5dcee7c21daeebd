import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitBase

@Suite("Smart cuts read no more than they need")
struct SpliceEconomyTests {
    /// Remembers what was read of its bytes.
    private final class CountingSource: AKByteSource {
        private let data: Data
        private let read = Lock(IndexSet())

        init(_ data: Data) { self.data = data }

        func forget() { read.withLock { $0 = IndexSet() } }

        var places: IndexSet { read.withLock { $0 } }

        var length: Int64? { Int64(data.count) }

        func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            let count = min(buffer.count, data.count - Int(offset))
            guard count > 0 else { return 0 }
            let range = Int(offset)..<Int(offset) + count
            data.copyBytes(to: buffer, from: range)
            read.withLock { $0.insert(integersIn: range) }
            return count
        }
    }

    private let folder = TemporaryFolder()

    /// A sample so many times.
    private func film(_ name: String, times: Int) async throws -> Data {
        let clips = (0..<times).map { _ in AVURLAsset(url: SampleMedia.url(name)) }
        let url = URL(filePath: folder.path("film.mp4"))
        _ = try await AKJoinSession(assets: clips).export(to: url, as: .mp4)
        return try Data(contentsOf: url)
    }

    @Test("what is far from the cut stays unread", arguments: ["h264-open-gop.mp4", "hevc-open-gop.mp4"])
    func far(name: String) async throws {
        let source = CountingSource(try await film(name, times: 30))
        let asset = AVAsset(akSource: source, fileType: .mp4)
        let duration = try await asset.load(.duration)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let copy = try await LoadedSource.load(asset)
        let pictures = try #require(copy.tracks.first { $0.facts.trackID == track.trackID })
        let index = pictures.index
        let middle = CMTimeMultiplyByRatio(duration, multiplier: 1, divisor: 2)
        let range = CMTimeRange(start: middle, duration: CMTime(value: 4, timescale: 1))
        let stretch = try #require(pictures.stretches(in: range, copy).first)
        let cutter = StretchCutter(index: index, stretch: stretch)
        let bound = cutter.limit(stretch.source.end)
        let first = index.decodingStart(for: try #require(cutter.sample(shownAt: stretch.source.start, before: bound)))
        let last = try #require(cutter.lastNeeded(before: bound))
        let begin = Int(try #require(index[first].position))
        let end = Int(try #require(index[last].position) + index[last].byteCount)
        source.forget()
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        session.timeRange = range
        session.akTrimMode = .smart
        try await session.export(to: URL(filePath: folder.path("cut.mp4")), as: .mp4)
        #expect(session.akResult?.tracks.first?.copiedSampleCount ?? 0 > 0)
        // Readers take some more than they were asked for, and decoders are some pictures ahead.
        let nearby = 96 << 10
        let near = max(0, begin - nearby)..<end + nearby
        #expect(source.places.contains(begin) && source.places.contains(end - 1))
        // What the file is stands at its beginning, and the header behind all samples: both may be looked at again.
        let samples = (64 << 10)..<(try #require(copy.tracks.compactMap(\.end).max()))
        let far = source.places.intersection(IndexSet(integersIn: samples)).subtracting(IndexSet(integersIn: near))
        #expect(far.isEmpty, "\(far.rangeView.map { $0 }) beside \(near)")
        // There is much that is far.
        #expect(try #require(source.length) > Int64(2 * near.count))
    }
}

extension LoadedSource.Track {
    /// Where the last of its samples ends in the file.
    fileprivate var end: Int? {
        (0..<index.count).compactMap { place in index[place].position.map { Int($0 + index[place].byteCount) } }.max()
    }
}
