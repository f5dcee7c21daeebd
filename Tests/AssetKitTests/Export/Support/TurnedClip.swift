import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitBase

/// Clips of 64 x 32 whose upper left quarter is white and whose rest is black when they are shown as they should be, however
/// they are stored.
enum TurnedClip {
    /// A way to store pictures: the first four numbers of the file's matrix, and what FFmpeg does to undo it.
    struct Orientation: Sendable, CustomStringConvertible {
        let matrix: [Int32]
        let filter: String
        let verb: String

        var description: String { verb }
        var swapsSides: Bool { matrix[0] == 0 }
    }

    static let upright = Orientation(matrix: [1, 0, 0, 1], filter: "null", verb: "upright")
    static let quarter = Orientation(matrix: [0, 1, -1, 0], filter: "transpose=cclock", verb: "turned by 90°")
    static let mirrored = Orientation(matrix: [-1, 0, 0, 1], filter: "hflip", verb: "mirrored")

    /// All eight.
    static let orientations = [
        upright, quarter, Orientation(matrix: [-1, 0, 0, -1], filter: "hflip,vflip", verb: "turned by 180°"),
        Orientation(matrix: [0, -1, 1, 0], filter: "transpose=clock", verb: "turned by 270°"), mirrored,
        Orientation(matrix: [0, -1, -1, 0], filter: "transpose=cclock,hflip", verb: "mirrored and turned by 90°"),
        Orientation(matrix: [1, 0, 0, -1], filter: "vflip", verb: "mirrored and turned by 180°"),
        Orientation(matrix: [0, 1, 1, 0], filter: "transpose=clock,hflip", verb: "mirrored and turned by 270°"),
    ]

    /// The path of an MP4 file of ten pictures, each fifth a key picture; for reading only.
    static func shared(_ orientation: Orientation) throws -> String {
        try SharedClips.path("turned.mp4", key: orientation.verb) { try make(orientation, at: $0) }
    }

    /// Makes such a file.
    static func make(_ orientation: Orientation, at path: String) throws {
        let picture = "color=black:s=64x32:r=25:d=0.4,drawbox=0:0:32:16:white:fill,\(orientation.filter)"
        try Oracle.run([
            "-f", "lavfi", "-i", picture, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "5", "-bf", "0", path,
        ])
        try turn(path, orientation.matrix)
    }

    /// Writes four numbers into the matrix of the first track's header.
    private static func turn(_ path: String, _ matrix: [Int32]) throws {
        var data = try Data(contentsOf: URL(filePath: path))
        let place = try #require(data.range(of: Data("tkhd".utf8))).upperBound
        // Behind version, times, identifier, duration, layer, group and volume.
        for (number, value) in zip([0, 1, 3, 4], matrix) {
            let bytes = withUnsafeBytes(of: (value * 65536).bigEndian) { Data($0) }
            let start = place + 40 + number * 4
            data.replaceSubrange(start..<start + 4, with: bytes)
        }
        try data.write(to: URL(filePath: path))
    }

    /// Which quarters of the pictures that a file shows at times are white: upper left, upper right, lower left, lower
    /// right.
    static func quarters(_ path: String, at times: [Double]) async throws -> [[Bool]] {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: URL(filePath: path), options: options))
        generator.appliesPreferredTrackTransform = true
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        var found: [[Bool]] = []
        for time in times {
            let image = try await generator.image(at: CMTime(seconds: time, preferredTimescale: 1000)).image
            let (width, height) = (image.width, image.height)
            let places = [(1, 1), (3, 1), (1, 3), (3, 3)]
            found.append(places.map { brightness(image, width * $0.0 / 4, height * $0.1 / 4) > 128 })
        }
        return found
    }

    /// What every clip shows.
    static let shown = [true, false, false, false]

    private static func brightness(_ image: CGImage, _ x: Int, _ y: Int) -> Int {
        image.withPixels { span in
            Int(span.unsafeLoad(fromByteOffset: y * image.bytesPerRow + x * image.bitsPerPixel / 8, as: UInt8.self))
        }
    }
}
