import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitWriting
@testable import AssetKitBase
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// Keeps the segments that it is given.
final class SegmentTaker: AVAssetWriterDelegate {
    struct Segment {
        let data: Data
        let type: AVAssetSegmentType
        let report: AVAssetSegmentReport?

        /// What it holds of pictures, or of sound.
        func track(_ mediaType: AVMediaType) -> AVAssetSegmentTrackReport? {
            report?.trackReports.first { $0.mediaType == mediaType }
        }
    }

    private let taken = Lock<[Segment]>([])

    /// All of them, the header first.
    var all: [Segment] { taken.withLock { $0 } }
    /// Those with samples.
    var media: [Segment] { all.filter { $0.type == .separable } }

    func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?
    ) {
        taken.withLock { $0.append(Segment(data: segmentData, type: segmentType, report: segmentReport)) }
    }

    /// The header and all segments, one behind the other.
    func joined(in folder: TemporaryFolder) throws -> URL {
        let url = URL(fileURLWithPath: folder.path("joined.mp4"))
        try all.reduce(Data()) { $0 + $1.data }.write(to: url)
        return url
    }
}

/// Encodes pictures and sound of a sample into segments.
enum SegmentKit {
    static let pictureSettings: [String: any Sendable] = [
        AVVideoCodecKey: AVVideoCodecType.h264.rawValue, AVVideoWidthKey: 320, AVVideoHeightKey: 180,
    ]
    static let soundSettings: [String: any Sendable] = [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
    ]

    /// Writes everything of a sample, later by a time, in a session that begins then.
    static func write(
        _ name: String,
        later: CMTime = .zero,
        _ mediaTypes: [AVMediaType] = [.video, .audio],
        set: (AVAssetWriter) -> Void
    ) async throws -> SegmentTaker {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let (reader, writer) = (try AVAssetReader(asset: asset), AVAssetWriter(contentType: .mpeg4Movie))
        let taker = SegmentTaker()
        writer.delegate = taker
        set(writer)
        var pairs: [(AVAssetReaderOutput, AVAssetWriterInput)] = []
        for mediaType in mediaTypes {
            let track = try #require(try await asset.loadTracks(withMediaType: mediaType).first)
            let isSound = mediaType == .audio
            let output = AVAssetReaderTrackOutput(
                track: track,
                outputSettings: isSound
                    ? ReadSound.floats
                    : [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
            )
            let input = AVAssetWriterInput(
                mediaType: mediaType,
                outputSettings: isSound ? soundSettings : pictureSettings
            )
            reader.add(output)
            writer.add(input)
            pairs.append((output, input))
        }
        #expect(reader.startReading())
        try writer.start()
        writer.startSession(atSourceTime: later)
        let threads = pairs.map { output, input in
            TestThread {
                while let sample = output.copyNextSampleBuffer() {
                    try FakeWriting.wait(for: input)
                    let timing = try sample.sampleTimingInfos().map { timing in
                        var timing = timing
                        timing.presentationTimeStamp = timing.presentationTimeStamp + later
                        timing.decodeTimeStamp = .invalid
                        return timing
                    }
                    guard input.append(try CMSampleBuffer(copying: sample, withNewTiming: timing)) else { break }
                }
                input.markAsFinished()
            }
        }
        try threads.forEach { try $0.value() }
        await writer.finishWriting()
        if let error = writer.error { throw error }
        return taker
    }

    /// A packet as ffprobe reads it.
    struct Packet: Equatable {
        let isPicture: Bool
        let time: Double
        let isKey: Bool
    }

    /// What ffprobe reads of a file: as most players do, or as one does that knows no edits.
    static func packets(_ url: URL, ignoringEdits: Bool) throws -> [Packet] {
        let arguments = [
            "-v", "error", "-ignore_editlist", ignoringEdits ? "1" : "0", "-show_entries",
            "packet=codec_type,pts_time,flags", "-of", "csv=p=0", url.path,
        ]
        let process = Process.limited("/usr/bin/ffprobe", arguments)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: ",")
            guard fields.count >= 3, let time = Double(fields[1]) else { return nil }
            return Packet(isPicture: fields[0] == "video", time: time, isKey: fields[2].hasPrefix("K"))
        }
    }
}
