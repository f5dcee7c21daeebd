import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitReading
@testable import AssetKitBase

@Suite("Join session, clips that look different", .enabled(if: Oracle.isThere))
struct JoinLookTests {
    private let folder = TemporaryFolder()

    private func join(_ paths: [String], to name: String) async throws -> AKJoinSession.Result {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let assets = paths.map { AVURLAsset(url: URL(filePath: $0), options: options) }
        return try await AKJoinSession(assets: assets).export(to: URL(filePath: folder.path(name)))
    }

    private static let pairs: [(TurnedClip.Orientation, TurnedClip.Orientation)] = [
        (TurnedClip.upright, TurnedClip.quarter), (TurnedClip.quarter, TurnedClip.upright),
        (TurnedClip.quarter, TurnedClip.orientations[3]), (TurnedClip.mirrored, TurnedClip.upright),
        (TurnedClip.orientations[5], TurnedClip.mirrored),
    ]

    @Test("clips that are turned differently all show upright", arguments: pairs)
    func turns(first: TurnedClip.Orientation, second: TurnedClip.Orientation) async throws {
        let paths = [try TurnedClip.shared(first), try TurnedClip.shared(second)]
        for type in ["mp4", "mov", "mkv", "ts"] {
            let result = try await join(paths, to: "joined.\(type)")
            let encoded = try #require(result.plan.tracks.first?.encodedSampleCounts)
            let isStream = type == "ts"
            #expect(
                encoded == [
                    isStream && first.verb != "upright" ? 10 : 0, isStream && second.verb == "upright" ? 0 : 10,
                ]
            )
            let quarters = try await TurnedClip.quarters(folder.path("joined.\(type)"), at: [0.1, 0.5])
            #expect(quarters == [TurnedClip.shown, TurnedClip.shown], "\(type)")
            #expect(try Oracle.complaints(folder.path("joined.\(type)")) == "")
        }
    }

    @Test("clips that are turned alike are copied")
    func sameTurns() async throws {
        let path = try TurnedClip.shared(TurnedClip.quarter)
        for type in ["mp4", "mkv"] {
            let result = try await join([path, path], to: "joined.\(type)")
            #expect(result.plan.tracks.map(\.encodedSampleCounts) == [[0, 0]])
            #expect(result.plan.warnings.isEmpty)
            let quarters = try await TurnedClip.quarters(folder.path("joined.\(type)"), at: [0.1, 0.5])
            #expect(quarters == [TurnedClip.shown, TurnedClip.shown])
        }
    }

    @Test("where nothing may be encoded, turns that differ are an error and those that are lost a warning")
    func copies() async throws {
        let paths = [folder.path("first.mp4"), folder.path("second.mp4")]
        try TurnedClip.make(TurnedClip.mirrored, at: paths[0])
        try TurnedClip.make(TurnedClip.upright, at: paths[1])
        let session = AKJoinSession(assets: paths.map { AVURLAsset(url: URL(filePath: $0)) })
        session.encodesWhereNeeded = false
        let error = await #expect(throws: AVError.self) {
            try await session.export(to: URL(filePath: folder.path("joined.mp4")))
        }
        #expect(error?.localizedDescription.contains("second.mp4") == true)
        #expect(
            error?.localizedDescription.contains("another turn") == true,
            "\(error?.localizedDescription ?? "")"
        )
        try TurnedClip.make(TurnedClip.quarter, at: paths[0])
        let alone = AKJoinSession(assets: [AVURLAsset(url: URL(filePath: paths[0]))])
        alone.encodesWhereNeeded = false
        let result = try await alone.export(to: URL(filePath: folder.path("joined.ts")))
        #expect(result.plan.warnings.contains { $0.contains("turned by 90°") })
    }

    /// Ten red pictures.
    private func red(_ name: String, _ arguments: [String]) throws -> String {
        let path = folder.path(name)
        try Oracle.run(["-f", "lavfi", "-i", "color=0xC02010:s=64x32:r=25:d=0.4"] + arguments + [path])
        return path
    }

    /// The colour in the middle of the picture at a time.
    private func color(_ name: String, at time: Double) async throws -> [Int] {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: URL(filePath: folder.path(name))))
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        let image = try await generator.image(at: CMTime(seconds: time, preferredTimescale: 1000)).image
        let place = image.height / 2 * image.bytesPerRow + image.width / 2 * image.bitsPerPixel / 8
        return image.withPixels { span in
            (0..<3).map { Int(span.unsafeLoad(fromByteOffset: place + $0, as: UInt8.self)) }
        }
    }

    @Test("colours, depth and chroma belong to what fits together")
    func colors() async throws {
        func tagged(_ matrix: String) -> [String] {
            [
                "-vf", "scale=out_color_matrix=\(matrix):out_range=tv,format=yuv420p", "-c:v", "libx264", "-colorspace",
                matrix, "-color_primaries", matrix, "-color_trc", matrix,
            ]
        }
        let usual = try red("usual.mp4", tagged("smpte170m"))
        let others = [
            (try red("wide.mp4", tagged("bt709")), "another colour space"),
            (try red("rgb.mp4", ["-c:v", "libx264rgb", "-pix_fmt", "rgb24"]), "another chroma format"),
            (try red("deep.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p10le"]), "another bit depth"),
        ]
        for (number, other) in others.enumerated() {
            for (place, paths) in [[usual, other.0], [other.0, usual]].enumerated() {
                let name = "joined-\(number)-\(place).mp4"
                let result = try await join(paths, to: name)
                #expect(result.plan.tracks.first?.encodedSampleCounts == [0, 10])
                let reason = try #require(result.plan.clips[1].reasonsToEncode.first)
                #expect(reason.contains(other.1))
                let losesBits = result.plan.warnings.contains { $0.contains("10 bits, and become like") }
                #expect(losesBits == (number == 2 && place == 0), "\(result.plan.warnings)")
                for time in [0.1, 0.5] {
                    let found = try await color(name, at: time)
                    for (component, wanted) in zip(found, [0xC0, 0x20, 0x10]) {
                        #expect(abs(component - wanted) <= 8, "\(name) at \(time): \(found)")
                    }
                }
            }
        }
    }

    @Test("a clip is fitted into the clean part of the first one's pictures")
    func cleanApertures() async throws {
        let names = ["clean-aperture.mp4", "h264-bframes.mp4"]
        let paths = names.map { SampleMedia.url($0).path }
        for type in ["mp4", "mkv"] {
            let result = try await join(paths, to: "joined.\(type)")
            #expect(result.plan.clips[1].reasonsToEncode.first?.contains("another clean aperture") == true)
            let url = URL(filePath: folder.path("joined.\(type)"))
            let track = try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first)
            #expect(track.naturalSize == CGSize(width: 304, height: 160))
            let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
            (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
            let start = result.plan.clips[1].start.seconds
            let image = try await generator.image(at: CMTime(seconds: start + 0.5, preferredTimescale: 1000)).image
            #expect(image.width == 304 && image.height == 160)
            // 320 x 180 becomes 284 x 160, with ten black columns on each side.
            let row = image.height / 2 * image.bytesPerRow
            let brightness = image.withPixels { span in
                (0..<image.width).map { column in
                    (0..<3).map {
                        Int(span.unsafeLoad(fromByteOffset: row + column * image.bitsPerPixel / 8 + $0, as: UInt8.self))
                    }
                    .reduce(0, +)
                }
            }
            #expect(brightness[..<8].allSatisfy { $0 < 60 } && brightness[297...].allSatisfy { $0 < 60 })
            #expect(brightness[14] > 60 || brightness[20] > 60)
        }
    }
}
