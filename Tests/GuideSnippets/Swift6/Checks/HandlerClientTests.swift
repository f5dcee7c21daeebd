// Language mode 6 takes no such handlers, from anybody's library.
#if swift(<6)
import AssetKit
import Dispatch
import Testing

/// Handlers of programs that are older than the rules about threads. Warnings are errors here.
@Suite("Handlers of clients in language mode 5")
struct HandlerClientTests {
    private let asset = AVURLAsset(url: Places.sample("chapters.mp4"))
    private let range = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))

    @Test("change variables around them, and are kept in variables")
    func handlers() throws {
        let done = DispatchSemaphore(value: 0)
        var loaded: [AVAssetTrack]?
        asset.loadTracks(withMediaType: .video) { tracks, _ in
            loaded = tracks
            done.signal()
        }
        done.wait()
        #expect(loaded?.count == 1)

        let edit = AVMutableComposition()
        var failure: (any Error)?
        let inserted: ((any Error)?) -> Void = { error in
            failure = error
            done.signal()
        }
        edit.insertTimeRange(range, of: asset, at: .zero, completionHandler: inserted)
        done.wait()
        #expect(failure == nil && edit.duration == range.duration)

        var composition: AVVideoComposition?
        AVVideoComposition.videoComposition(withPropertiesOf: asset) { made, _ in
            composition = made
            done.signal()
        }
        done.wait()
        var isValid = false
        let made = try #require(composition)
        made.determineValidity(for: asset, timeRange: range, validationDelegate: nil) { answer, _ in
            isValid = answer
            done.signal()
        }
        done.wait()
        #expect(isValid)
    }
}
#endif
