import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitWriting
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Writer, recovery")
struct WriterRecoveryTests {
    private let folder = TemporaryFolder()

    /// A writer that is at work on a movie in fragments, with so many samples.
    private func write(_ count: Int) throws -> (writer: AVAssetWriter, url: URL) {
        let url = URL(fileURLWithPath: folder.path("new.mov"))
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        writer.movieFragmentInterval = CMTime(value: 1, timescale: 2)
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        for number in 0..<count {
            try FakeWriting.wait(for: input)
            #expect(input.append(try WriterKit.sound(number)))
        }
        return (writer, url)
    }

    /// What a killed process would leave: it lies under the name while the movie is written.
    private func cutOffBytes() async throws -> Data {
        let (writer, url) = try write(40)
        var bytes = Data()
        try await waitPatiently("until there are 400,000 bytes") {
            bytes = try Data(contentsOf: url)
            return bytes.count >= 400_000
        }
        writer.cancelWriting()
        return bytes.dropLast(1000)
    }

    @Test("a movie whose writing was cut off plays, and is an ordinary one after recovery")
    func cutOff() async throws {
        let cut = URL(fileURLWithPath: folder.path("cut.mov"))
        try await cutOffBytes().write(to: cut)
        let asset = AVURLAsset(url: cut)
        #expect(try await asset.load(.containsFragments))
        let before = try await asset.load(.duration)
        #expect(before >= CMTime(value: 1, timescale: 1))
        let recovery = try await AVAssetWriter.akRecoverMovie(at: cut)
        #expect(!recovery.wasComplete)
        // The last fragment is torn, so it goes.
        let whole = recovery.duration
        #expect(whole <= before && whole >= CMTime(value: 1, timescale: 1) && recovery.removedByteCount > 0)
        let recovered = AVURLAsset(url: cut)
        #expect(try await recovered.load(.containsFragments) == false)
        #expect(try await recovered.load(.duration) == whole)
        let sound = try await StoredMedia.samples(cut, .audio)
        #expect(sound.reduce(0) { $0 + $1.numSamples } == Int(whole.value) * 48_000 / Int(whole.timescale))
        let again = try await AVAssetWriter.akRecoverMovie(at: cut)
        #expect(again.wasComplete && again.duration == whole && again.removedByteCount == 0)
    }

    @Test("a movie that is being written, and what is no movie, are refused in one sentence")
    func refused() async throws {
        let (writer, url) = try write(20)
        let busy = try await #require(throws: AVError.self) { try await AVAssetWriter.akRecoverMovie(at: url) }
        #expect(busy.localizedDescription == "cannot recover '\(url.path)': it is still being written")
        writer.cancelWriting()
        let text = URL(fileURLWithPath: folder.path("text.mov"))
        try Data("no movie".utf8).write(to: text)
        let error = try await #require(throws: AVError.self) { try await AVAssetWriter.akRecoverMovie(at: text) }
        #expect(
            error.localizedDescription
                == "cannot recover '\(text.path)': it is neither MP4, QuickTime, Matroska, WebM, WAVE nor a transport stream"
        )
        #expect(try Data(contentsOf: text) == Data("no movie".utf8))
    }

    @Test("what has the name of a recording that failed is left alone unless it is the recording")
    func otherFile() async throws {
        let torn = try await cutOffBytes()
        let fragment = try #require(torn.range(of: Data("moof".utf8)))
        let empty = Data(torn.prefix(fragment.lowerBound - 4))
        let (url, other) = (URL(fileURLWithPath: folder.path("film.mov")), folder.path("other.mov"))
        try Data().write(to: URL(fileURLWithPath: other))
        let otherFile = try #require(FileIdentity(path: other))
        for theirs in [torn, empty] {
            try theirs.write(to: url)
            #expect(!AVAssetWriter.recoverMovieAndWait(at: url, which: otherFile))
            #expect(try Data(contentsOf: url) == theirs)
            let file = try #require(FileIdentity(path: url.path))
            let isSaved = AVAssetWriter.recoverMovieAndWait(at: url, which: file)
            #expect(isSaved == (theirs == torn))
            #expect(FileIdentity(path: url.path) == (isSaved ? file : nil))
        }
    }
}
