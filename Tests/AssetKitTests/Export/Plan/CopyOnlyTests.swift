import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitBitstream
@testable import AssetKitMedia

@Suite("Plans that only copy")
struct CopyOnlyTests {
    private static let whole = CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 1))

    private static func run(
        _ samples: Range<Int>,
        _ entry: SpliceRun.Entry = .clean,
        clipsFirst: Bool = false
    ) -> SplicePlan.Section {
        .copied(SpliceRun(samples: [samples], entry: entry, shift: .zero, range: whole, clipsFirst: clipsFirst))
    }

    private static func pictures(_ sections: [SplicePlan.Section], isEncoded: Bool = false) -> ExportTrack {
        var splice = SplicePlan(sections: sections, timescale: 25, delay: 0)
        if isEncoded { splice.edges = PictureRendering(encoding: PictureEncoding(.h264, width: 64, height: 64)) }
        return track(.video, .spliced(splice))
    }

    private static func track(_ mediaType: AVMediaType, _ treatments: PlannedStretch.Treatment...) -> ExportTrack {
        ExportTrack(trackID: 2, mediaType: mediaType, stretches: treatments.map { PlannedStretch(whole, $0) })
    }

    private static let sound = PlannedStretch.Treatment.sound(
        SoundRendering(encoding: SoundEncoding(.aac, sampleRate: 48000, channelCount: 2))
    )

    /// What the tracks are, and whether a movie of them is made by copying runs whole.
    static let rows: [(name: String, tracks: [ExportTrack], isCopyOnly: Bool)] = [
        ("one run", [pictures([run(0..<9)])], true),
        (
            "one run beside sound and text",
            [pictures([run(0..<9)]), track(.audio, .copied), track(.subtitle, .text)],
            true
        ),
        ("stored pictures", [track(.video, .copied)], true),
        ("two runs", [pictures([run(0..<9), run(12..<20)])], false),
        ("a run that begins an open GOP", [pictures([run(0..<9, .rewritten)])], false),
        ("a first picture that is cut short", [pictures([run(0..<9, clipsFirst: true)])], false),
        ("an edge", [pictures([run(0..<9)], isEncoded: true)], false),
        ("encoded sound beside a run", [pictures([run(0..<9)]), track(.audio, sound)], false),
        ("encoded sound", [track(.audio, sound)], false),
        ("stored sound of two stretches", [track(.audio, .copied, .copied)], false),
    ]

    @Test("are those of one run for each track of pictures, with nothing encoded", arguments: rows.indices)
    func movies(number: Int) {
        let row = Self.rows[number]
        let plan = ExportPlan(range: Self.whole, fileType: .mp4, tracks: row.tracks)
        #expect(plan.isCopyOnly(in: .mp4) == row.isCopyOnly, "\(row.name)")
        #expect(plan.isCopyOnly(in: .mov) == row.isCopyOnly, "\(row.name)")
    }

    @Test("are none where pictures go into a file without edits")
    func withoutEdits() {
        for type in [AVFileType.akMatroska, .akWebM, .akMPEGTransportStream] {
            let film = ExportPlan(range: Self.whole, fileType: type, tracks: [Self.pictures([Self.run(0..<9)])])
            let sound = ExportPlan(range: Self.whole, fileType: type, tracks: [Self.track(.audio, .copied)])
            #expect(!film.isCopyOnly(in: type))
            #expect(sound.isCopyOnly(in: type))
        }
    }
}
