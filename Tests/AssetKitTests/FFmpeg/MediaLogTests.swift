@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitContainers
@testable import AssetKitFFmpeg
@testable import AssetKitMedia
import Foundation
import Synchronization
import Testing

/// One handler serves the whole process, and other tests make FFmpeg talk meanwhile.
@Suite("The log of the libraries underneath", .serialized)
struct MediaLogTests {
    /// Reading this makes FFmpeg complain: a transport stream whose second half is noise.
    private static func damaged() throws -> Data {
        var data = try Data(contentsOf: SampleMedia.url("aac.aac"))
        for index in data.indices where index > data.count / 2 && index % 3 != 0 { data[index] = UInt8(index & 0x7f) }
        return data
    }

    private static func read(_ data: Data) async {
        let asset = AVAsset(akData: data, fileType: AVFileType("public.aac-audio"))
        _ = try? await asset.load(.tracks).first?.akLoadSampleTable()
    }

    @Test("a handler gets messages up to its level, until there is none")
    func handler() async {
        // In a process of its own: elsewhere any number of threads may just be handing a line over.
        await #expect(processExitsWith: .success) {
            let messages = Mutex<[AKMediaLog.Message]>([])
            AKMediaLog.setHandler(upTo: .debug) { message in messages.withLock { $0.append(message) } }
            await MediaLogTests.read(try MediaLogTests.damaged())
            let seen = messages.withLock { $0 }
            guard !seen.isEmpty, seen.allSatisfy({ !$0.text.isEmpty && !$0.text.contains("\n") }) else { exit(1) }
            AKMediaLog.setHandler(nil)
            let count = messages.withLock { $0.count }
            await MediaLogTests.read(try MediaLogTests.damaged())
            guard messages.withLock({ $0.count }) == count else { exit(2) }
            exit(EXIT_SUCCESS)
        }
    }

    @Test("FFmpeg's numbers have levels, also those in between")
    func levels() {
        let levels = [-8, 0, 8, 16, 17, 24, 32, 40, 48, 56, 99].map { AKMediaLog.Level(ffmpegNumber: $0) }
        #expect(
            levels.map(\.description) == [
                "error", "error", "error", "error", "warning", "warning", "info", "debug", "debug", "debug", "debug",
            ]
        )
        #expect(AKMediaLog.Level.error < .warning)
    }

    @Test("nothing is ever written to the terminal")
    func silence() async throws {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent, \.standardOutputContent]
        ) {
            let damaged = try MediaLogTests.damaged()
            await MediaLogTests.read(damaged)
            let movie = try Data(contentsOf: SampleMedia.url("h264.ts"))
            for count in [1000, 5000, movie.count / 2] {
                let asset = AVAsset(akData: Data(movie.shuffledTail(from: count)), fileType: .akMPEGTransportStream)
                _ = try? await asset.load(.tracks).first?.akLoadSampleTable()
            }
            exit(EXIT_SUCCESS)
        }
        let written = try #require(result)
        // The testing library itself may greet; a line of FFmpeg's begins with the name of its part.
        #expect(!String(decoding: written.standardErrorContent, as: UTF8.self).contains(" @ 0x"))
        #expect(!String(decoding: written.standardOutputContent, as: UTF8.self).contains(" @ 0x"))
        // All that is there is the mark of 32 bytes that the testing library itself begins with.
        #expect(written.standardErrorContent.count <= 32)
    }
}

extension Data {
    /// The same bytes, those behind `start` in the opposite order.
    fileprivate func shuffledTail(from start: Int) -> [UInt8] {
        Array(prefix(start)) + Array(dropFirst(start).reversed())
    }
}
