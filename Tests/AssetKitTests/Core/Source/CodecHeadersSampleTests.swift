import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBitstream
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// What codec headers say of the sample files is what those were made to be.
@Suite("Codec headers, sample files")
struct CodecHeadersSampleTests {
    private struct Truth: Decodable {
        let files: [File]
    }

    private struct File: Decodable {
        let name: String
        let tracks: [Track]
    }

    private struct Track: Decodable {
        let mediaType: String
        let codecName: String?
        let video: Video?
        let audio: Audio?
    }

    private struct Video: Decodable {
        let undecodableSamples: Int?
        let codedSize: [Int]
        let chroma: String
        let bitDepth: Int
        let reordered: Bool
        let pixelAspectRatio: [Int]?
        let fieldCount: Int?
        let color: Color?
        let hdr: String?
        let masteringDisplay: MasteringDisplay?
        let contentLightLevel: ContentLight?
    }

    private struct Color: Decodable {
        let primaries: String
        let transfer: String
        let matrix: String
        let range: String
    }

    private struct MasteringDisplay: Decodable {
        let red: [[Double]]
        let green: [[Double]]
        let blue: [[Double]]
        let white: [[Double]]
        let luminance: [String: [Double]]
    }

    private struct ContentLight: Decodable {
        let maximum: Int
        let maximumFrameAverage: Int
    }

    private struct Audio: Decodable {
        let sampleRate: Int
        let channels: Int
        let bitDepth: Int?
    }

    @Test("every sample file's tracks are described as they were made")
    func samples() throws {
        let data = try Data(contentsOf: SampleMedia.url("truth.json"))
        var ledger = FactLedger()
        for file in try JSONDecoder().decode(Truth.self, from: data).files {
            let headers = try ProbedMedia.headers(of: SampleMedia.url(file.name))
            for (kind, name) in [(DemuxedStream.Kind.video, "video"), (.audio, "audio")] {
                let tracks = file.tracks.filter { $0.mediaType == name }
                let streams = headers.filter { $0.kind == kind }
                #expect(streams.count >= tracks.count, "\(file.name)")
                for (truth, header) in zip(tracks, streams) {
                    ledger.begin("\(file.name) #\(header.index)")
                    let (track, warnings) = ProbedMedia.facts(header)
                    // What FFmpeg takes for the header of a file that begins within a group is no whole header.
                    if truth.video?.undecodableSamples == nil { warnings.forEach { ledger.note($0) } }
                    ledger.compare("descriptions", track.formatDescriptions.count, 1)
                    ledger.compare("name", track.codecName, truth.codecName)
                    if let video = truth.video { Self.compare(track, video, &ledger) }
                    if let audio = truth.audio { Self.compare(track, audio, &ledger) }
                }
            }
        }
        #expect(ledger.disagreed == [])
        #expect(ledger.files >= 148)
        #expect(ledger.agreed >= 980)
    }

    private static func compare(_ track: TrackFacts, _ truth: Video, _ ledger: inout FactLedger) {
        // Motion JPEG has no header, and ProRes only what its code says.
        guard let video = track.video, let depth = video.bitDepth else { return }
        ledger.compare("depth", depth, truth.bitDepth)
        ledger.compare("chroma", video.chroma, truth.chroma)
        if video.codedWidth > 0 { ledger.compare("size", [video.codedWidth, video.codedHeight], truth.codedSize) }
        ledger.compare("aspect", [video.pixelAspect.horizontal, video.pixelAspect.vertical], truth.pixelAspectRatio)
        if track.requiresReordering { ledger.compare("reordering", true, truth.reordered) }
        ledger.compare("fields", video.fieldCount, truth.fieldCount ?? 1)
        ledger.compare("primaries", video.primaries, truth.color?.primaries)
        ledger.compare("transfer", video.transfer, truth.color?.transfer)
        ledger.compare("matrix", video.matrix, truth.color?.matrix)
        ledger.compare("range", video.range, truth.color?.range)
        ledger.compare("dynamic range", video.dynamicRange ?? "none", truth.hdr ?? "none")
        ledger.compare("light", video.contentLight?.maximum, truth.contentLightLevel?.maximum)
        ledger.compare("light", video.contentLight?.maximumAverage, truth.contentLightLevel?.maximumFrameAverage)
        guard let display = truth.masteringDisplay else { return }
        func numbers(_ fractions: [[Double]]) -> [Double] { fractions.map { $0[0] / $0[1] } }
        let points = [display.red, display.green, display.blue, display.white].flatMap(numbers)
        ledger.compare("mastering", video.masteringDisplay?.chromaticities, points)
        let luminance = display.luminance.mapValues { $0[0] / $0[1] }
        ledger.compare("mastering", video.masteringDisplay?.minimumLuminance, luminance["minimum"])
        ledger.compare("mastering", video.masteringDisplay?.maximumLuminance, luminance["maximum"])
    }

    private static func compare(_ track: TrackFacts, _ truth: Audio, _ ledger: inout FactLedger) {
        guard let audio = track.audio, audio.channelCount > 0 else { return }
        ledger.compare("rate", Int(audio.sampleRate), truth.sampleRate)
        ledger.compare("channels", audio.channelCount, truth.channels)
        ledger.compare("depth", audio.bitDepth, truth.bitDepth)
    }
}
