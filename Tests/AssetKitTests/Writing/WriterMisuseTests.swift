import AssetKit
import Foundation
import Testing

@testable import AssetKitBitstream
@testable import AssetKitMedia

@Suite("Writer, misuse stops the program")
struct WriterMisuseTests {
    /// A writer of a movie with an input that stores samples as they come.
    private static func writer() throws -> (AVAssetWriter, AVAssetWriterInput) {
        let url = FileManager.default.temporaryDirectory.appending(path: "assetkit-\(UUID().uuidString).mov")
        return (
            try AVAssetWriter(outputURL: url, fileType: .mov),
            AVAssetWriterInput(mediaType: .video, outputSettings: nil)
        )
    }

    private static func marker() throws -> CMSampleBuffer {
        try CMSampleBuffer(dataBuffer: nil, formatDescription: nil, numSamples: 0, sampleTimings: [], sampleSizes: [])
    }

    @Test("starting twice")
    func startingTwice() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            writer.startWriting()
        }
    }

    @Test("adding an input twice")
    func addingTwice() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.add(input)
        }
    }

    @Test("adding an input after the start")
    func addingLate() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: nil))
        }
    }

    @Test("two sessions")
    func twoSessions() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            writer.startSession(atSourceTime: .zero)
            writer.startSession(atSourceTime: .zero)
        }
    }

    @Test("a session before the start")
    func sessionBeforeStart() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startSession(atSourceTime: .zero)
        }
    }

    @Test("the end of a session that there is not")
    func noSession() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            writer.endSession(atSourceTime: .zero)
        }
    }

    @Test("a sample before the session")
    func sampleBeforeSession() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            input.append(try WriterMisuseTests.marker())
        }
    }

    @Test("a sample behind the end of its input")
    func sampleAfterEnd() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            writer.startSession(atSourceTime: .zero)
            input.markAsFinished()
            input.append(try WriterMisuseTests.marker())
        }
    }

    @Test("finishing before the start")
    func finishingEarly() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.finishWriting {}
        }
    }

    @Test("asking for data twice")
    func askingTwice() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            input.requestMediaDataWhenReady(on: .main) {}
            input.requestMediaDataWhenReady(on: .main) {}
        }
    }

    @Test("two adaptors of an input")
    func twoAdaptors() async {
        await #expect(processExitsWith: .failure) {
            let input = try WriterMisuseTests.writer().1
            _ = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
            _ = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        }
    }

    @Test("changing the metadata after the start")
    func frozenMetadata() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            writer.metadata = []
        }
    }

    @Test("changing the layout after the start")
    func frozenLayout() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            writer.shouldOptimizeForNetworkUse = true
        }
    }

    @Test("changing the interval of fragments after the start")
    func frozenFragments() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
        }
    }

    @Test("changing the movie's time scale after the start")
    func frozenMovieScale() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            writer.movieTimeScale = 600
        }
    }

    @Test("changing the transform after the start")
    func frozenTransform() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            input.transform = .identity
        }
    }

    @Test("changing a track's time scale after the start")
    func frozenMediaScale() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            input.mediaTimeScale = 600
        }
    }

    @Test("changing whether an input is in real time after the start")
    func frozenRealTime() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            input.expectsMediaDataInRealTime = true
        }
    }

    @Test("changing the language after the start")
    func frozenLanguage() async {
        await #expect(processExitsWith: .failure) {
            let (writer, input) = try WriterMisuseTests.writer()
            writer.add(input)
            writer.startWriting()
            input.languageCode = "eng"
        }
    }
}
