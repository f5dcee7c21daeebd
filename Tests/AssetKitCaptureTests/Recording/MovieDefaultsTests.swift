import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitCapture

@Suite("What movies are like where nobody says so")
struct MovieDefaultsTests {
    private let output = AVCaptureMovieFileOutput()

    @Test("movies are QuickTime's, without limits, and made to last each second")
    func defaults() {
        #expect(output.movieFragmentInterval == CMTime(value: 1, timescale: 1))
        #expect(output.akFileType == .mov && output.availableVideoCodecTypes.first == .h264)
        #expect(!output.maxRecordedDuration.isValid)
        #expect(output.maxRecordedFileSize == 0 && output.minFreeDiskSpaceLimit == 0)
        #expect(output.metadata == nil && output.delegate == nil && !output.akReplacesExistingFile)
        #expect(!output.isRecording && !output.isRecordingPaused && output.outputFileURL == nil)
        #expect(output.recordedDuration == .zero && output.recordedFileSize == 0)
    }

    @Test(
        "movies are made to last as often as it is set, but not more than ten times a second, or not at all",
        arguments: [
            (CMTime(value: 10, timescale: 1), CMTime(value: 10, timescale: 1)),
            (CMTime(value: 1, timescale: 10), CMTime(value: 1, timescale: 10)),
            (CMTime(value: 1, timescale: 1000), CMTime(value: 1, timescale: 10)), (.zero, nil), (.invalid, nil),
            (CMTime(value: -1, timescale: 1), nil), (.positiveInfinity, nil), (.indefinite, nil),
        ] as [(CMTime, CMTime?)]
    )
    func interval(wish: CMTime, expected: CMTime?) {
        output.movieFragmentInterval = wish
        let interval = output.movieFragmentInterval
        #expect((interval.isValid ? interval : nil) == expected)
    }

    @Test("the first quarter of a second lasts by itself, and less where all parts are shorter")
    func firstFragment() {
        let url = URL(filePath: "/film.mov")
        var plan = RecordingPlan(url: url, fileType: .mov, tracks: [], preset: .high)
        #expect(plan.fragmentInterval == output.movieFragmentInterval)
        #expect(plan.firstFragmentInterval == CMTime(value: 1, timescale: 4))
        plan.fragmentInterval = CMTime(value: 10, timescale: 1)
        #expect(plan.firstFragmentInterval == CMTime(value: 1, timescale: 4))
        plan.fragmentInterval = CMTime(value: 1, timescale: 10)
        #expect(plan.firstFragmentInterval == CMTime(value: 1, timescale: 10))
    }
}
