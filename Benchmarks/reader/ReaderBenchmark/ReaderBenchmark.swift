internal import AssetKit
internal import Foundation
internal import Glibc

/// Reads all pictures of a file through `AVAssetReader`, and prints how many there were.
@main
enum ReaderBenchmark {
    static func main() async {
        do {
            print(try await pictureCount(CommandLine.arguments.dropFirst()))
        } catch {
            let message = "ReaderBenchmark: \(error)\n"
            _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            exit(1)
        }
    }

    /// Formats by the names that FFmpeg gives them, as its command line is the peer.
    private static let formats = [
        "yuv420p": kCVPixelFormatType_420YpCbCr8Planar,
        "nv12": kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        "bgra": kCVPixelFormatType_32BGRA,
    ]

    private static func pictureCount(_ arguments: ArraySlice<String>) async throws -> Int {
        guard arguments.count == 2, let name = arguments.first, let format = formats[name], let path = arguments.last
        else { throw Failure.usage }
        let asset = AVURLAsset(url: URL(fileURLWithPath: path))
        guard let track = try await asset.loadTracks(withMediaType: .video).first else { throw Failure.noPictures }
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
            track: track,
            outputSettings: [String(kCVPixelBufferPixelFormatTypeKey): format]
        )
        output.alwaysCopiesSampleData = false
        reader.add(output)
        guard reader.startReading() else { throw reader.error ?? Failure.notStarted }
        var count = 0
        while let sample = output.copyNextSampleBuffer() {
            guard let picture = CMSampleBufferGetImageBuffer(sample) else { continue }
            guard CVPixelBufferGetPixelFormatType(picture) == format else { throw Failure.otherFormat }
            count += 1
        }
        guard reader.status == .completed else { throw reader.error ?? Failure.notCompleted }
        return count
    }

    private enum Failure: Error {
        case usage, noPictures, notStarted, otherFormat, notCompleted
    }
}
