import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitSources

/// Plans for clips of 25 pictures a second, from how those are stored:
///
/// `h264-bframes.mp4` has two closed groups, of which the second begins with picture 48 at place 48. In them every
/// fourth picture is stored ahead of the three before it. `hevc-open-gop.mp4` is the same with open groups that begin
/// with the pictures 48 and 96, at the places 45 and 93, in front of the three that are shown before them.
@Suite("Smart cuts, plans")
struct SplicePlannerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var range: Range<Int>
        var refused: Set<Int> = []
        var head: Range<Int>?
        var samples: [Range<Int>]
        var run: Range<Int>
        var tail: Range<Int>?

        var testDescription: String { "\(name), \(range), without \(refused.sorted())" }
    }

    private static let cases: [Case] = [
        Case(name: "h264-bframes.mp4", range: 48..<75, samples: [48..<75], run: 48..<75),
        Case(name: "h264-bframes.mp4", range: 37..<65, head: 37..<48, samples: [48..<65], run: 48..<65),
        // 68 comes before 65 in the file.
        Case(name: "h264-bframes.mp4", range: 37..<66, head: 37..<48, samples: [48..<65], run: 48..<65, tail: 65..<66),
        Case(name: "h264-bframes.mp4", range: 0..<48, samples: [0..<48], run: 0..<48),
        Case(name: "h264-bframes.mp4", range: 0..<49, samples: [0..<49], run: 0..<49),
        Case(name: "hevc-open-gop.mp4", range: 0..<120, samples: [0..<120], run: 0..<120),
        // What is shown before the next key picture is stored behind it.
        Case(name: "hevc-open-gop.mp4", range: 48..<96, samples: [45..<46, 49..<93], run: 48..<93, tail: 93..<96),
        Case(name: "hevc-open-gop.mp4", range: 47..<93, head: 47..<48, samples: [45..<46, 49..<93], run: 48..<93),
        Case(
            name: "hevc-open-gop.mp4",
            range: 37..<100,
            head: 37..<48,
            samples: [45..<46, 49..<97],
            run: 48..<97,
            tail: 97..<100
        ),
        Case(
            name: "hevc-open-gop.mp4",
            range: 37..<100,
            refused: [45],
            head: 37..<96,
            samples: [93..<94],
            run: 96..<97,
            tail: 97..<100
        ),
        Case(name: "prores.mov", range: 3..<9, samples: [3..<9], run: 3..<9),
    ]

    private static func time(_ pictures: Range<Int>) -> CMTimeRange {
        .pictures(Double(pictures.lowerBound), Double(pictures.upperBound))
    }

    @Test("what can be copied is, and edges have the pictures that are missing", arguments: cases)
    func plan(_ known: Case) async throws {
        let kit = try await SpliceKit(known.name)
        let range = Self.time(known.range)
        let splice = try #require(try kit.plan(range, refusing: known.refused))
        let edges = [known.head, known.tail].compactMap { $0 }
        #expect(splice.edges?.chunks.map(\.wrappedValue) ?? [] == edges.map(Self.time))
        #expect(splice.encodedCount == edges.reduce(0) { $0 + $1.count })
        #expect(splice.sections.count == edges.count + 1)
        let run = try #require(splice.runs.first)
        #expect(run.samples == known.samples)
        #expect(run.sampleCount == known.run.count)
        #expect(run.range == Self.time(known.run))
        #expect(!run.clipsFirst)
        // The first sample is shown where the run begins, counted from the beginning of the cut.
        let index = kit.copy.tracks[0].index
        let stored = index.tick.time(index.table.presentationTicks(of: run.first))
        #expect(stored + run.shift == .pictures(Double(known.run.lowerBound - known.range.lowerBound)))
        // The edge in front of the run comes first.
        if case .copied = splice.sections[0] { #expect(known.head == nil) } else { #expect(known.head != nil) }
        // 12,800 ticks a second hold 25ths exactly.
        #expect(splice.timescale == 12_800)
    }

    @Test(
        "where no run can begin, there is no plan",
        arguments: [("h264-bframes.mp4", 1..<48), ("hevc-open-gop.mp4", 49..<96), ("hevc-open-gop.mp4", 5..<6)]
    )
    func nothing(name: String, range: Range<Int>) async throws {
        #expect(try await SpliceKit(name).plan(Self.time(range)) == nil)
    }

    @Test("a plan without edges does not ask how pictures are encoded")
    func noEdges() async throws {
        let kit = try await SpliceKit("h264-bframes.mp4")
        let planner = SplicePlanner(source: kit.source, copy: kit.copy, range: .pictures(48, 75))
        let splice = try #require(
            try planner.plan(kit.session) {
                Issue.record("nothing is to be encoded")
                throw CancellationError()
            }
        )
        #expect(splice.edges == nil)
        #expect(splice.isPureCopy)
        // Pictures between four and four are decoded two behind their turn.
        #expect(splice.delay == 2)
    }

    @Test("half of a picture that stands alone is shown for half of its time")
    func clipping() async throws {
        let kit = try await SpliceKit("prores.mov")
        let splice = try #require(try kit.plan(.pictures(3.5, 9)))
        let run = try #require(splice.runs.first)
        #expect(splice.edges == nil && run.clipsFirst)
        #expect(run.samples == [3..<9])
        #expect(run.range == .pictures(3.5, 9))
    }

    @Test("runs end where samples have another description")
    func descriptions() async throws {
        let kit = try await SpliceKit("two-descriptions.mp4")
        let whole = try #require(try kit.plan(.pictures(0, 96)))
        #expect(whole.runs.map(\.samples) == [[0..<48], [48..<96]])
        #expect(whole.runs.map(\.range) == [.pictures(0, 48), .pictures(48, 96)])
        #expect(whole.sections.map(\.description) == [0, 1])
        #expect(whole.edges == nil)
        // The pictures before the second description are none of its group.
        let cut = try #require(try kit.plan(.pictures(37, 65)))
        #expect(cut.sections.map(\.description) == [0, 1])
        #expect(cut.encodedCount == 11)
        #expect(cut.runs.map(\.samples) == [[48..<65]])
    }
}
