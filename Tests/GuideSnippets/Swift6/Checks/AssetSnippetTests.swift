import AssetKit
import Testing

@Suite("Snippets 03 and 04: assets and loading")
struct AssetSnippetTests {
    private let sample = Places.sample("chapters.mp4")

    @Test("an asset made in any of the ways holds the same media")
    func creation() async throws {
        let assets: [AVAsset] = [
            Snippet03AssetCreation.plain(sample), Snippet03AssetCreation.precise(sample),
            Snippet03AssetCreation.untyped(sample), Snippet03AssetCreation.sandboxed(sample),
        ]
        for asset in assets {
            #expect((asset as? AVURLAsset)?.url == sample)
            #expect(try await asset.load(.duration) == CMTime(value: 3, timescale: 1))
        }
        #expect(try await assets[1].load(.providesPreciseDurationAndTiming))
        #expect(assets[3].referenceRestrictions == [.forbidRemoteReferenceToLocal, .forbidCrossSiteReference])
    }

    @Test("movies can be opened and an invented type cannot")
    func types() {
        #expect(Snippet03AssetCreation.canOpen(.mp4))
        #expect(Snippet03AssetCreation.canOpen(.mov))
        #expect(!Snippet03AssetCreation.canOpen(AVFileType(rawValue: "org.example.nothing")))
    }

    @Test("a summary names the duration and every track")
    func summary() async throws {
        let lines = try await Snippet04KeyLoading.summary(of: sample).split(separator: "\n")
        #expect(lines.first?.hasPrefix("3.0 s, ") == true)
        #expect(lines.first?.hasSuffix("playable true") == true)
        #expect(lines.contains("1 vide 3.0 1"))
        #expect(lines.contains("320.0x180.0 true @25.0"))
        #expect(lines.contains("2 soun 3.0 1"))
    }

    @Test("a summary of what is not there throws")
    func summaryOfNothing() async {
        await #expect(throws: (any Error).self) {
            try await Snippet04KeyLoading.summary(of: Places.sample("nowhere.mp4"))
        }
    }

    @Test("a duration is there after loading and not before")
    func alreadyLoaded() async throws {
        let asset = AVURLAsset(url: sample)
        #expect(Snippet04KeyLoading.alreadyLoaded(asset) == nil)
        _ = try await asset.load(.duration)
        #expect(Snippet04KeyLoading.alreadyLoaded(asset) == CMTime(value: 3, timescale: 1))
    }

    @Test(
        "the callback has the duration, or the reason why there is none",
        .disabled(if: isThreadSanitized, "the snippet's answer is an unguarded variable, as in the guide"),
        .timeLimit(.minutes(30)),
        arguments: [("chapters.mp4", "3.0 s"), ("nowhere.mp4", "cannot open '")]
    )
    func callback(name: String, answer: String) async {
        let loading = Snippet04KeyLoading()
        loading.prepare(Places.sample(name))
        // The snippet calls nobody when it is done, so its answer has to be watched for.
        while loading.message.isEmpty, !Task.isCancelled { await Task.yield() }
        #expect(loading.message.hasPrefix(answer))
    }

    /// Whether the thread sanitizer is part of this process.
    private static var isThreadSanitized: Bool {
        dlsym(nil, "__tsan_init") != nil
    }
}
