import AssetKit
import Foundation
import Testing

@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Limits of opening")
struct OpeningLimitsTests {
    private func asset(_ name: String, _ change: (inout AKOpeningLimits) -> Void) -> AVURLAsset {
        var limits = AKOpeningLimits()
        change(&limits)
        return AVURLAsset(url: SampleMedia.url(name), options: [AKOpeningLimitsKey: limits])
    }

    private func failure(of asset: AVAsset) async throws -> AVError {
        let error = await #expect(throws: (any Error).self) { _ = try await asset.load(.tracks) }
        return try #require(error as? AVError)
    }

    @Test("the documented defaults are the defaults")
    func defaults() {
        let limits = AKOpeningLimits()
        #expect(limits.probeByteCount == 5 * 1024 * 1024)
        #expect(limits.probeDuration.seconds == 5)
        #expect(limits.trackCount == 1024)
        #expect(limits.packetByteCount == 256 * 1024 * 1024)
        #expect(limits.codecHeaderByteCount == 16 * 1024 * 1024)
        #expect(limits.pictureDimension == 32768)
        #expect(limits.listedSampleCount == 8_000_000)
        #expect(limits.tableSampleCount == 4_294_967_295)
        #expect(limits.indexMemory == 512 * 1024 * 1024)
    }

    @Test("the memory of tables is limited", arguments: ["h264-bframes.mp4", "fragmented.mp4"])
    func indexMemory(name: String) async throws {
        let error = try await failure(of: asset(name) { $0.indexMemory = 64 })
        #expect(error.code == .fileFailedToParse)
        #expect(error.localizedDescription.contains("64 bytes"))
    }

    @Test("a file with more tracks than allowed is refused")
    func trackCount() async throws {
        let error = try await failure(of: asset("two-languages.mp4") { $0.trackCount = 1 })
        #expect(error.localizedDescription.contains("over 1 tracks"))
    }

    @Test("listing stops at the limit, and opening does not", arguments: ["h264.ts", "h264-bframes.mkv"])
    func listedSamples(name: String) async throws {
        let asset = asset(name) { $0.listedSampleCount = 10 }
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let error = await #expect(throws: AVError.self) { _ = try await track.akLoadSampleTable() }
        #expect(error?.localizedDescription.contains("more than 10 samples") == true)
    }

    @Test("a sample that is too large stops listing")
    func packets() async throws {
        let asset = asset("h264.ts") { $0.packetByteCount = 100 }
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let error = await #expect(throws: AVError.self) { _ = try await track.akLoadSampleTable() }
        #expect(error?.localizedDescription.contains("and 100 are allowed") == true)
    }

    @Test("a codec header that is too large is refused")
    func codecHeaders() async throws {
        let error = try await failure(of: asset("h264-bframes.mkv") { $0.codecHeaderByteCount = 8 })
        #expect(error.localizedDescription.contains("a codec header of"))
        let movie = asset("h264-bframes.mp4") { $0.codecHeaderByteCount = 8 }
        #expect(try await movie.load(.isReadable) == false)
        #expect(movie.akDetails.loadingWarnings.contains { $0.contains("more than is accepted") })
    }

    @Test(
        "pictures that are too large are listed and not decoded",
        arguments: ["h264-bframes.mp4", "h264-bframes.mkv"]
    )
    func dimensions(name: String) async throws {
        let asset = asset(name) { $0.pictureDimension = 32 }
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        #expect(!track.isDecodable)
        #expect(track.naturalSize.width > 32)
        #expect(asset.akDetails.loadingWarnings.contains { $0.contains("are too large to be decoded") })
    }

    @Test("senseless limits are the strictest ones", arguments: ["h264.ts", "h264-bframes.mp4", "aac.aac", "opus.ogg"])
    func senseless(name: String) async {
        let asset = asset(name) { limits in
            limits.probeByteCount = -1
            limits.probeDuration = .invalid
            limits.trackCount = -1
            limits.packetByteCount = -1
            limits.codecHeaderByteCount = -1
            limits.pictureDimension = -1
            limits.listedSampleCount = -1
            limits.tableSampleCount = -1
            limits.indexMemory = -1
        }
        // An error or an answer, and no trap.
        _ = try? await asset.load(.tracks).first?.akLoadSampleTable()
        #expect(asset.statusOfValue(forKey: "tracks") != .loading)
    }

    @Test("an asset of bytes has limits too")
    func bytes() async throws {
        var limits = AKOpeningLimits()
        limits.indexMemory = 64
        let data = try Data(contentsOf: SampleMedia.url("h264-bframes.mp4"))
        let asset = AVAsset(akData: data, fileType: .mp4, options: [AKOpeningLimitsKey: limits])
        #expect(try await failure(of: asset).code == .fileFailedToParse)
    }
}
