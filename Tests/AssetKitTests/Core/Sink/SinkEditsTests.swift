import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitMedia

@Suite("Edits of files without edit lists")
struct SinkEditsTests {
    private func time(_ milliseconds: Int64) -> CMTime { CMTime(value: milliseconds, timescale: 1000) }

    private func edit(_ start: Int64, _ end: Int64, at target: Int64? = nil) -> CMTimeMapping {
        let range = CMTimeRange(start: time(start), end: time(end))
        return CMTimeMapping(source: range, target: CMTimeRange(start: time(target ?? start), duration: range.duration))
    }

    /// Whether edits of a track of three seconds can be presented.
    private func isPresented(_ edits: [CMTimeMapping]?, _ mediaType: AVMediaType, end: CMTime? = nil) -> Bool {
        let track = SinkEdits.Track(mediaType: mediaType, end: end ?? time(3000), lastDuration: time(40))
        do {
            try SinkEdits.check([edits], [track], in: "a stream")
            return true
        } catch {
            #expect("\(error)".contains("a stream can only present all of a track from its beginning"))
            return false
        }
    }

    @Test("all of a track from its beginning is presented, and nothing else is")
    func cases() {
        let known: [(edits: [CMTimeMapping]?, sound: Bool, pictures: Bool)] = [
            (nil, true, true), ([edit(0, 3000)], true, true),
            // Priming lies before zero.
            ([edit(-20, 3000)], true, true),
            // The end of sound may be rounded to a millisecond, and that of pictures lies within the last one.
            ([edit(0, 2999)], true, true), ([edit(0, 2998)], false, true), ([edit(0, 2960)], false, true),
            ([edit(0, 2959)], false, false), ([edit(10, 3000)], false, false), ([edit(0, 3000, at: 10)], false, false),
            ([], false, false), ([edit(0, 1000), edit(1000, 3000)], false, false),
        ]
        for (edits, sound, pictures) in known {
            #expect(isPresented(edits, .audio) == sound, "\(String(describing: edits))")
            #expect(isPresented(edits, .video) == pictures, "\(String(describing: edits))")
        }
    }

    @Test("a track whose end nobody knows is not looked at")
    func unknownEnd() {
        #expect(isPresented([], .audio, end: .invalid))
    }
}
