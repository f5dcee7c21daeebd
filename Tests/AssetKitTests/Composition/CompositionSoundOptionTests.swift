import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport

@Suite("Compositions whose pictures are copied, with options that are not of the pictures")
struct CompositionSoundOptionTests {
    private let folder = TemporaryFolder()

    /// Pictures 0 to 36 and 26 to 74 of a film with key pictures 0 and 48, and its sound of those times.
    private func session() async throws -> AVAssetExportSession {
        let edit = AVMutableComposition()
        let film = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        try await edit.insertTimeRange(frameRange(0, 37), of: film, at: .zero)
        try await edit.insertTimeRange(frameRange(26, 75), of: film, at: frames(37))
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        session.outputFileType = .mp4
        return session
    }

    /// An option, and what it makes of the sound.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The format of the sound; nil for none.
        let sound: AudioFormatID?
        let isCopied: Bool
        let sampleRate: Double
        let channelCount: UInt32
        let set: @Sendable (inout AKExportOptions) -> Void

        init(
            _ name: String,
            _ sound: AudioFormatID? = kAudioFormatMPEG4AAC,
            isCopied: Bool = false,
            sampleRate: Double = 48_000,
            channelCount: UInt32 = 2,
            set: @escaping @Sendable (inout AKExportOptions) -> Void
        ) {
            (testDescription, self.sound, self.isCopied) = (name, sound, isCopied)
            (self.sampleRate, self.channelCount, self.set) = (sampleRate, channelCount, set)
        }
    }

    static let rows: [Row] = [
        Row("a bit rate") { $0.audioBitRate = 96_000 },
        Row("a rate", sampleRate: 44_100) { $0.sampleRate = 44_100 },
        Row("one channel", channelCount: 1) { $0.channelCount = 1 },
        Row("the codec that is there") { $0.audio = .encoded(kAudioFormatMPEG4AAC) },
        Row("Opus", kAudioFormatOpus) { $0.audio = .encoded(kAudioFormatOpus) },
        Row("FLAC", kAudioFormatFLAC) { $0.audio = .encoded(kAudioFormatFLAC) },
        Row("Apple Lossless", kAudioFormatAppleLossless) { $0.audio = .encoded(kAudioFormatAppleLossless) },
        Row("a pitch") { $0.pitchShift = 7 },
        Row("none", nil) { $0.audio = .leftOut },
        Row("copied", isCopied: true) { $0.audio = .copied },
        Row("copied where it fits", isCopied: true) { $0.copiesFittingSound = true },
        Row("without metadata", isCopied: true) { $0.stripsMetadata = true },
        Row("a title", isCopied: true) { $0.metadata = [AKExportOptions.MetadataChange(name: "title", value: "Edit")] },
        Row("one processor", isCopied: true) { $0.processorLimit = 1 },
    ]

    @Test("options of the sound and of what a file says have no picture encoded, and take effect", arguments: rows)
    func options(row: Row) async throws {
        let plain = try await session().akPlan().stretches.filter { $0.mediaType == .video }
        let session = try await session()
        row.set(&session.akOptions)
        let planned = try await session.akPlan()
        let pictures = planned.stretches.filter { $0.mediaType == .video }
        #expect(pictures.map(\.action) == [.copy, .encode, .copy])
        #expect(pictures.map(\.sampleCount) == plain.map(\.sampleCount))
        let url = URL(filePath: folder.path("out.mp4"))
        try await session.export(to: url, as: .mp4)
        let result = try #require(session.akResult)
        #expect(result.tracks[0].copiedSampleCount == 64 && result.tracks[0].encodedSampleCount == 22)
        let made = AVURLAsset(url: url)
        #expect(try await made.load(.tracks).map(\.mediaType) == (row.sound == nil ? [.video] : [.video, .audio]))
        #expect(abs(try await made.load(.duration).seconds - 3.44) < 0.03)
        let read = try await ExportSample.pictures(url.path(percentEncoded: false))
        #expect(read.map(\.index) == Array(0..<37) + Array(26..<75))
        #expect(read.map(\.time) == (0..<86).map { frames($0) })
        guard let format = row.sound else { return }
        let sound = try #require(result.tracks.last)
        #expect((sound.encodedSampleCount == 0) == row.isCopied)
        let plannedSound = planned.stretches.filter { $0.mediaType == .audio }
        #expect(plannedSound.allSatisfy { ($0.action == .copy) == row.isCopied })
        if let rate = session.akOptions.audioBitRate { #expect(plannedSound.map(\.encoding?.bitRate) == [rate]) }
        let track = try #require(try await made.loadTracks(withMediaType: .audio).first)
        let basic = try #require(try await track.load(.formatDescriptions).first?.audioStreamBasicDescription)
        #expect(basic.mFormatID == format)
        #expect(basic.mSampleRate == row.sampleRate && basic.mChannelsPerFrame == row.channelCount)
    }

    @Test("sound that is encoded beside copied pictures is as it is beside encoded ones")
    func sound() async throws {
        for semitones in [0.0, 7] {
            var heard: [[Float]] = []
            for quality in [nil, 0.5] as [Double?] {
                let session = try await session()
                session.akOptions.pitchShift = semitones
                session.akOptions.audio = .encoded(kAudioFormatFLAC)
                session.akOptions.quality = quality
                session.akReplacesExistingFile = true
                try await session.export(to: URL(filePath: folder.path("out.mp4")), as: .mp4)
                let pictures = try #require(session.akResult?.tracks.first)
                #expect((pictures.copiedSampleCount == 0) == (quality != nil))
                heard.append(try await ExportSample.sound(folder.path("out.mp4")).samples)
            }
            #expect(heard[0].count == 165_120)
            #expect(heard[0] == heard[1])
        }
    }

    @Test("sound that a file cannot hold is refused as elsewhere")
    func refusals() async throws {
        let session = try await session()
        session.akOptions.audio = .encoded(kAudioFormatLinearPCM)
        let error = try await #require(throws: AVError.self) { try await session.akPlan() }
        #expect(error.localizedDescription.contains("Linear PCM cannot be stored in an MP4 file"))
    }

    @Test("a file in fragments is encoded, and the plan says why")
    func fragments() async throws {
        let session = try await session()
        session.akOptions.fragmentInterval = frames(25)
        let pictures = try await session.akPlan().stretches.filter { $0.mediaType == .video }
        #expect(pictures.map(\.action) == [.encode])
        #expect(pictures.allSatisfy { $0.why.hasSuffix("since the file is made of fragments") })
        try await session.export(to: URL(filePath: folder.path("out.mp4")), as: .mp4)
        let bytes = try Data(contentsOf: URL(filePath: folder.path("out.mp4")))
        #expect(bytes.range(of: Data("moof".utf8)) != nil)
    }
}
