internal import AssetKit
internal import Foundation
internal import Glibc

/// Makes the edit of a scenario out of files, and exports it: `ComposeBenchmark SCENARIO OUT FILE…`.
@main
enum ComposeBenchmark {
    static func main() async {
        // As assettool does.
        AKProcessMemory.returnLargeBlocks()
        do {
            var arguments = CommandLine.arguments.dropFirst()
            guard let name = arguments.popFirst(), let out = arguments.popFirst(), let scenario = scenarios[name] else {
                throw Failure.usage
            }
            let assets = arguments.map { AVURLAsset(url: URL(fileURLWithPath: $0)) }
            try await scenario(assets, URL(fileURLWithPath: out))
        } catch {
            let message = "ComposeBenchmark: \(error)\n"
            _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            exit(1)
        }
    }

    private typealias Scenario = @Sendable ([AVURLAsset], URL) async throws -> Void

    private static let scenarios: [String: Scenario] = [
        "dissolves": dissolves, "copied-dissolves": copiedDissolves, "picture-in-picture": pictureInPicture,
        "cuts": cuts, "copied": copied,
        "faster": faster, "mix": mix, "plan": plan, "copied-plan": copiedPlan, "inserts": inserts,
    ]

    private static func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 600) }

    private static func range(_ start: Double, _ length: Double) -> CMTimeRange {
        CMTimeRange(start: seconds(start), duration: seconds(length))
    }

    // MARK: Pictures

    /// Clips of 20 s, dissolved into each other for a second, as 720p.
    private static func dissolves(_ assets: [AVURLAsset], _ url: URL) async throws {
        let (edit, layers, mix) = try await dissolved(assets, scale: 2.0 / 3)
        try await export(edit, composition(edit, layers, width: 1280, height: 720), mix, to: url)
    }

    /// The same in the size of the clips, copied where nothing but one of them shows.
    private static func copiedDissolves(_ assets: [AVURLAsset], _ url: URL) async throws {
        let (edit, layers, mix) = try await dissolved(assets, scale: 1)
        let preset = AVAssetExportPresetHighestQuality
        guard let session = AVAssetExportSession(asset: edit, presetName: preset) else { throw Failure.noSession }
        session.videoComposition = composition(edit, layers, width: 1920, height: 1080)
        session.audioMix = mix
        try await session.export(to: url, as: .mp4)
        guard let track = session.akResult?.tracks.first, track.copiedSampleCount > 0 else {
            throw Failure.nothingCopied
        }
    }

    private static func dissolved(
        _ assets: [AVURLAsset],
        scale: Double
    ) async throws -> (AVComposition, [AVVideoCompositionLayerInstruction], AVAudioMix) {
        let edit = AVMutableComposition()
        var layers: [AVMutableVideoCompositionLayerInstruction] = []
        var volumes: [AVMutableAudioMixInputParameters] = []
        for (number, asset) in assets.enumerated() {
            let start = seconds(Double(number) * 19)
            let (video, sound) = (try await track(of: asset, .video), try await track(of: asset, .audio))
            let (pictures, heard) = (try add(.video, to: edit), try add(.audio, to: edit))
            try pictures.insertTimeRange(range(0, 20), of: video, at: start)
            try heard.insertTimeRange(range(0, 20), of: sound, at: start)
            let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: pictures)
            layer.setTransform(CGAffineTransform(scaleX: scale, y: scale), at: .zero)
            let volume = AVMutableAudioMixInputParameters(track: heard)
            if number > 0 {
                volume.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: range(Double(number) * 19, 1))
            }
            if number + 1 < assets.count {
                let fade = range(Double(number + 1) * 19, 1)
                layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: fade)
                volume.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: fade)
            }
            layers.append(layer)
            volumes.append(volume)
        }
        let mix = AVMutableAudioMix()
        mix.inputParameters = volumes
        return (edit, layers, mix)
    }

    /// One film in a corner of another.
    private static func pictureInPicture(_ assets: [AVURLAsset], _ url: URL) async throws {
        let edit = AVMutableComposition()
        var layers: [AVMutableVideoCompositionLayerInstruction] = []
        for (number, asset) in assets.enumerated() {
            let pictures = try add(.video, to: edit)
            try pictures.insertTimeRange(range(0, 30), of: try await track(of: asset, .video), at: .zero)
            let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: pictures)
            if number > 0 {
                layer.setTransform(CGAffineTransform(a: 0.25, b: 0, c: 0, d: 0.25, tx: 1400, ty: 40), at: .zero)
            }
            layers.insert(layer, at: 0)
        }
        try await export(edit, composition(edit, layers, width: 1920, height: 1080), nil, to: url)
    }

    /// 20 cuts of 1.5 s, all of it encoded.
    private static func cuts(_ assets: [AVURLAsset], _ url: URL) async throws {
        let edit = AVMutableComposition()
        for number in 0..<20 {
            let asset = assets[number % assets.count]
            try await edit.insertTimeRange(range(Double(number % 5) * 3.1, 1.5), of: asset, at: edit.duration)
        }
        try await export(edit, nil, nil, to: url)
    }

    /// Three cuts of 10 s, copied where they are left alone.
    private static func copied(_ assets: [AVURLAsset], _ url: URL) async throws {
        let edit = AVMutableComposition()
        for (number, asset) in assets.enumerated() {
            try await edit.insertTimeRange(range(3.3 + Double(number), 10), of: asset, at: edit.duration)
        }
        guard let session = AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality) else {
            throw Failure.noSession
        }
        try await session.export(to: url, as: .mp4)
        guard let track = session.akResult?.tracks.first, track.copiedSampleCount > 0 else {
            throw Failure.nothingCopied
        }
    }

    /// 30 s at twice the speed, the pitch kept.
    private static func faster(_ assets: [AVURLAsset], _ url: URL) async throws {
        let edit = AVMutableComposition()
        try await edit.insertTimeRange(range(0, 60), of: assets[0], at: .zero)
        edit.scaleTimeRange(range(0, 60), toDuration: seconds(30))
        let pictures = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks(withMediaType: .video)[0])
        try await export(edit, composition(edit, [pictures], width: 1920, height: 1080), nil, to: url)
    }

    // MARK: Sound

    /// Tracks of sound with a ramp each.
    private static func mix(_ assets: [AVURLAsset], _ url: URL) async throws {
        let edit = AVMutableComposition()
        var volumes: [AVMutableAudioMixInputParameters] = []
        for asset in assets {
            let heard = try add(.audio, to: edit)
            try heard.insertTimeRange(range(0, 300), of: try await track(of: asset, .audio), at: .zero)
            let volume = AVMutableAudioMixInputParameters(track: heard)
            volume.setVolumeRamp(fromStartVolume: 0, toEndVolume: 0.125, timeRange: range(0, 150))
            volume.setVolumeRamp(fromStartVolume: 0.125, toEndVolume: 0, timeRange: range(150, 150))
            volumes.append(volume)
        }
        let mix = AVMutableAudioMix()
        mix.inputParameters = volumes
        let preset = AVAssetExportPresetAppleProRes422LPCM
        guard let session = AVAssetExportSession(asset: edit, presetName: preset) else { throw Failure.noSession }
        session.audioMix = mix
        try await session.export(to: url, as: .mov)
    }

    // MARK: Edits

    /// Ten thousand inserts all over a track, half of them within what is there. The file says how many milliseconds they
    /// took, since the start of a program takes longer.
    private static func inserts(_ assets: [AVURLAsset], _ url: URL) async throws {
        let source = try await track(of: assets[0], .video)
        let edit = AVMutableComposition()
        let pictures = try add(.video, to: edit)
        let start = ContinuousClock.now
        for number in 0..<10_000 {
            let place = CMTime(value: Int64(number * 7919 % (2 * number + 1)) * 450, timescale: 600)
            try pictures.insertTimeRange(range(Double(number % 50) * 0.3, 1.5), of: source, at: place)
        }
        let taken = ContinuousClock.now - start
        guard edit.duration == seconds(15_000) else { throw Failure.nothingInserted }
        try Data("\(taken / Duration.milliseconds(1))".utf8).write(to: url)
    }

    // MARK: Plans

    /// What would become of a thousand cuts, all of which are encoded.
    private static func plan(_ assets: [AVURLAsset], _ url: URL) async throws {
        _ = try await planOfCuts(assets, url, AVAssetExportPreset1280x720)
    }

    /// The same copied, where nothing has to be encoded.
    private static func copiedPlan(_ assets: [AVURLAsset], _ url: URL) async throws {
        let plan = try await planOfCuts(assets, url, AVAssetExportPresetHighestQuality)
        guard plan.stretches.contains(where: { $0.action == .copy }) else { throw Failure.nothingCopied }
    }

    private static func planOfCuts(_ assets: [AVURLAsset], _ url: URL, _ preset: String) async throws -> AKExportPlan {
        let edit = AVMutableComposition()
        for number in 0..<1000 {
            let asset = assets[number % assets.count]
            try await edit.insertTimeRange(range(Double(number % 50) * 0.3, 1.5), of: asset, at: edit.duration)
        }
        guard let session = AVAssetExportSession(asset: edit, presetName: preset) else { throw Failure.noSession }
        session.outputURL = url
        let plan = try await session.akPlan()
        guard plan.duration > .zero else { throw Failure.nothingCopied }
        return plan
    }

    // MARK: Parts of all

    private static func track(of asset: AVAsset, _ mediaType: AVMediaType) async throws -> AVAssetTrack {
        guard let track = try await asset.loadTracks(withMediaType: mediaType).first else { throw Failure.noTrack }
        return track
    }

    private static func add(
        _ mediaType: AVMediaType,
        to edit: AVMutableComposition
    ) throws -> AVMutableCompositionTrack {
        let track = edit.addMutableTrack(withMediaType: mediaType, preferredTrackID: kCMPersistentTrackID_Invalid)
        guard let track else { throw Failure.noTrack }
        return track
    }

    private static func composition(
        _ edit: AVComposition,
        _ layers: [AVVideoCompositionLayerInstruction],
        width: Int,
        height: Int
    ) -> AVVideoComposition {
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.layerInstructions = layers
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: width, height: height)
        composition.frameDuration = CMTime(value: 1, timescale: 25)
        composition.instructions = [instruction]
        return composition
    }

    /// At the quality and with the effort that the peer is told.
    private static func export(
        _ edit: AVComposition,
        _ composition: AVVideoComposition?,
        _ mix: AVAudioMix?,
        to url: URL
    ) async throws {
        let preset = AVAssetExportPresetHighestQuality
        guard let session = AVAssetExportSession(asset: edit, presetName: preset) else { throw Failure.noSession }
        session.videoComposition = composition
        session.audioMix = mix
        session.akOptions.constantRateFactor = 23
        session.akOptions.encoderPreset = "veryfast"
        try await session.export(to: url, as: .mp4)
    }

    private enum Failure: Error {
        case usage, noSession, noTrack, nothingCopied, nothingInserted
    }
}
