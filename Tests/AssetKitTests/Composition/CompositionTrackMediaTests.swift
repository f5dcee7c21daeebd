import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitMedia

/// What a composition says of its media besides the segments.
@Suite("Media of compositions")
struct CompositionTrackMediaTests {
    private let folder = TemporaryFolder()

    private func export(_ edit: AVComposition, _ preset: String, _ name: String) async throws -> AVURLAsset {
        let url = URL(filePath: folder.path(name))
        let session = try #require(AVAssetExportSession(asset: edit, presetName: preset))
        try await session.export(to: url, as: name.hasSuffix("mov") ? .mov : .mp4)
        return AVURLAsset(url: url)
    }

    /// The description with other colours.
    private func recolored(_ known: CMFormatDescription, _ names: [CFString: CFString]) throws -> CMFormatDescription {
        var values = known.extensionValues
        for (key, name) in names { values[key] = name }
        return CMFormatDescription(
            type: known.mediaType.rawValue,
            subtype: known.mediaSubType.rawValue,
            extensions: values,
            dimensions: known.dimensions
        )
    }

    @Test("a description that is replaced counts wherever the composition is looked at, until that is taken back")
    func replacesDescriptions() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try await track.append("h264-bframes.mp4", frameRange(0, 10))
        let own = try #require(try await track.load(.formatDescriptions).first)
        let wanted = try recolored(
            own,
            [
                kCMFormatDescriptionExtension_ColorPrimaries: kCMFormatDescriptionColorPrimaries_ITU_R_2020,
                kCMFormatDescriptionExtension_TransferFunction: kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ,
                kCMFormatDescriptionExtension_YCbCrMatrix: kCMFormatDescriptionYCbCrMatrix_ITU_R_2020,
            ]
        )
        track.replaceFormatDescription(own, with: wanted)
        #expect(track.formatDescriptionReplacements.map(\.originalFormatDescription) == [own])
        #expect(track.formatDescriptionReplacements.map(\.replacementFormatDescription) == [wanted])
        let shown = try #require(try await track.load(.formatDescriptions).first)
        #expect(
            shown.extensionValues[kCMFormatDescriptionExtension_TransferFunction] as? String
                == kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ
        )
        #expect(try await edit.load(.tracks).first?.hasMediaCharacteristic(.containsHDRVideo) == true)
        // What is copied would have its own description: it is encoded, with the new one, and pass-through says why not.
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHEVCHighestQuality))
        session.outputFileType = .mp4
        let plan = try await session.akPlan()
        #expect(plan.stretches.allSatisfy { $0.action == .encode })
        await #expect {
            _ = try await export(edit, AVAssetExportPresetPassthrough, "copied.mov")
        } throws: { $0.localizedDescription.contains("format description is replaced") }
        #expect(!FileManager.default.fileExists(atPath: folder.path("copied.mov")))
        // Inserting it elsewhere does not take it along, and a copy has it.
        let other = AVMutableComposition()
        try other.track(.video).insertTimeRange(frameRange(0, 10), of: track, at: .zero)
        #expect(other.tracks[0].formatDescriptionReplacements.isEmpty)
        let copy = try #require(edit.copy() as? AVComposition)
        #expect(copy.tracks[0].formatDescriptionReplacements.count == 1)
        track.replaceFormatDescription(own, with: nil)
        #expect(track.formatDescriptionReplacements.isEmpty)
        #expect(try await track.load(.formatDescriptions).first == own)
        #expect(try await export(edit, AVAssetExportPresetPassthrough, "copied.mov").load(.isReadable))
    }

    @Test("a pixel shape that is replaced makes pictures wider")
    func replacesShapes() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try await track.append("h264-bframes.mp4", frameRange(0, 3))
        let own = try #require(try await track.load(.formatDescriptions).first)
        var values = own.extensionValues
        values[kCMFormatDescriptionExtension_PixelAspectRatio] = [
            kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: 2,
            kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: 1,
        ]
        let wide = CMFormatDescription(
            type: own.mediaType.rawValue,
            subtype: own.mediaSubType.rawValue,
            extensions: values,
            dimensions: own.dimensions
        )
        track.replaceFormatDescription(own, with: wide)
        #expect(try await track.load(.naturalSize) == CGSize(width: 640, height: 180))
        let image = try await AVAssetImageGenerator(asset: edit).image(at: .zero).image
        #expect(image.width == 640 && image.height == 180)
    }

    @Test("a composition lasts as long as it is to at least: black and silent behind the last thing that shows")
    func lastsLonger() async throws {
        let edit = AVMutableComposition()
        let film = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        try await edit.insertTimeRange(frameRange(0, 20), of: film, at: .zero)
        #expect(edit.akMinimumDuration == .zero)
        edit.akMinimumDuration = frames(35)
        #expect(edit.duration == frames(35))
        #expect(edit.tracks[0].timeRange == frameRange(0, 20))
        let made = try await export(edit, AVAssetExportPresetAppleProRes422LPCM, "long.mov")
        let pictures = try await ReadPictures(of: made).pictures
        #expect(pictures.map(\.time) == (0..<35).map { frames($0) })
        #expect(pictures[..<20].map(\.index) == Array(0..<20))
        // A black picture has a barcode of zeros.
        #expect(pictures[20...].allSatisfy { $0.index == 0 })
        let sound = try await SoundOfTrack(made)
        #expect(sound.left.count == 35 * sound.rate / 25)
        #expect(sound.left[(20 * sound.rate / 25)...].allSatisfy { $0 == 0 })
        #expect(sound.left[..<(20 * sound.rate / 25)].contains { $0 != 0 })
        // Images are those that the file has, up to its end.
        for (time, isBlack) in [(frames(19), false), (frames(20), true), (frames(34), true), (frames(35), true)] {
            let drawn = try await image(of: edit, at: time)
            #expect(drawn.isBlack == isBlack, "\(time.value)")
            #expect(try await image(of: made, at: time).isBlack == isBlack, "\(time.value)")
            #expect((drawn.width, drawn.height) == (320, 180))
        }
        await #expect(throws: AVError.self) { _ = try await image(of: edit, at: frames(36)) }
        // What the edit leaves alone is copied all the same, and a copy of the composition lasts as long.
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        session.outputFileType = .mp4
        let stretches = try await session.akPlan().stretches.filter { $0.mediaType == .video }
        #expect(stretches.last?.action == .encode && stretches.last?.range.end == frames(35))
        #expect((edit.copy() as? AVComposition)?.duration == frames(35))
        edit.akMinimumDuration = frames(5)
        #expect(edit.duration == frames(20))
        #expect(try await image(of: edit, at: frames(20)).isBlack == false)
    }

    @Test("what is black at the end stays so where sound lasts longer still")
    func lastsBelowSound() async throws {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("h264-bframes.mp4", frameRange(0, 10))
        try await edit.track(.audio).append("h264-bframes.mp4", frameRange(0, 30))
        #expect(try await image(of: edit, at: frames(25)).isBlack == false)
        edit.akMinimumDuration = frames(20)
        #expect(edit.duration == frames(30))
        #expect(try await image(of: edit, at: frames(9)).isBlack == false)
        for time in [10, 19, 25, 30 as Int64] { #expect(try await image(of: edit, at: frames(time)).isBlack) }
    }

    private func image(of asset: AVAsset, at time: CMTime) async throws -> CGImage {
        let generator = AVAssetImageGenerator(asset: asset)
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        return try await generator.image(at: time).image
    }
}
