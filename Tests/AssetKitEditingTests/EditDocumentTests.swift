import AssetKit
import Foundation
import TestSupport
import Testing

@Suite("AKEditDocument")
struct EditDocumentTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "edit-test-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    private func seconds(_ seconds: Int64, over scale: Int32 = 1) -> CMTime { CMTime(value: seconds, timescale: scale) }

    /// A second of a film at half the speed, a gap, and another second; the second clip's sound fades out.
    private func edit(of film: URL) async throws -> (AVMutableComposition, AVMutableAudioMix) {
        let edit = AVMutableComposition()
        let asset = AVURLAsset(url: film)
        let second = CMTimeRange(start: seconds(1), duration: seconds(1))
        try await edit.insertTimeRange(second, of: asset, at: .zero)
        edit.scaleTimeRange(CMTimeRange(start: .zero, duration: seconds(1)), toDuration: seconds(2))
        try await edit.insertTimeRange(second, of: asset, at: seconds(3))
        let sound = try #require(edit.tracks(withMediaType: .audio).first)
        let volumes = AVMutableAudioMixInputParameters(track: sound)
        volumes.setVolume(0.5, at: .zero)
        let fade = CMTimeRange(start: seconds(7, over: 2), end: seconds(4))
        volumes.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 0, timeRange: fade)
        let mix = AVMutableAudioMix()
        mix.inputParameters = [volumes]
        return (edit, mix)
    }

    @Test("a composition that is written and read is the same, with its volumes", arguments: ["otio", "fcpxml"])
    func roundTrip(ending: String) async throws {
        defer { removeFolder() }
        let film = folder.appending(path: "film.mp4")
        try FileManager.default.copyItem(at: PackageFolder.samples.appending(path: "h264-bframes.mp4"), to: film)
        let (edit, mix) = try await edit(of: film)
        let frame = CMTime(value: 1, timescale: 25)
        let document = AKEditDocument(composition: edit, audioMix: mix, name: "Test", frameDuration: frame)
        #expect(document.warnings == [])
        let url = folder.appending(path: "edit.\(ending)")
        try document.write(to: url)
        let read = try AKEditDocument(contentsOf: url)
        #expect(read.name == "Test")
        #expect(read.duration == seconds(4))
        let opened = try await read.composition()
        #expect(opened.warnings == [])
        #expect(opened.composition.duration == seconds(4))
        for type in [AVMediaType.video, .audio] {
            let wanted = try #require(edit.tracks(withMediaType: type).first).segments
            let track = try #require(opened.composition.tracks(withMediaType: type).first)
            #expect(track.segments.map(\.timeMapping) == wanted?.map(\.timeMapping))
        }
        let volumes = try #require(opened.audioMix?.inputParameters.first)
        var (start, end, range) = (Float(0), Float(0), CMTimeRange.invalid)
        #expect(
            volumes.getVolumeRamp(for: seconds(15, over: 4), startVolume: &start, endVolume: &end, timeRange: &range)
        )
        #expect(abs(start - 0.5) < 0.001 && abs(end) < 0.001)
        #expect(range == CMTimeRange(start: seconds(7, over: 2), end: seconds(4)))
        #expect(volumes.getVolumeRamp(for: .zero, startVolume: &start, endVolume: &end, timeRange: &range))
        #expect(abs(start - 0.5) < 0.001)
    }

    @Test("media elsewhere are an error with its code, unless they are allowed")
    func references() async throws {
        defer { removeFolder() }
        let (edit, _) = try await edit(of: PackageFolder.samples.appending(path: "h264-bframes.mp4"))
        let url = folder.appending(path: "edit.otio")
        try AKEditDocument(composition: edit).write(to: url)
        let document = try AKEditDocument(contentsOf: url)
        await #expect { try await document.composition() } throws: { error in
            (error as? AVError)?.code == .referenceForbiddenByReferencePolicy
        }
        #expect(try await document.composition(allowsReferences: true).composition.duration == seconds(4))
    }

    @Test("a file that is there stays, unless it may go; other endings are none")
    func writing() async throws {
        defer { removeFolder() }
        let document = AKEditDocument(composition: AVMutableComposition(), name: "Empty")
        let url = folder.appending(path: "edit.otio")
        try Data("mine".utf8).write(to: url)
        #expect { try document.write(to: url) } throws: { ($0 as? AVError)?.code == .fileAlreadyExists }
        #expect(try Data(contentsOf: url) == Data("mine".utf8))
        try document.write(to: url, replacesExistingFile: true)
        #expect(try AKEditDocument(contentsOf: url).name == "Empty")
        #expect { try document.write(to: folder.appending(path: "edit.txt")) } throws: {
            ($0 as? AVError)?.code == .invalidOutputURLPathExtension
        }
    }

    @Test(
        "sources are counted from the timecode that they start with",
        arguments: [
            ("timecode.mov", "01:02:04:04", "01:02:05:04"), ("timecode-drop-frame.mov", "00:00:59:15", "00:01:00:15"),
        ],
        [false, true]
    )
    func timecode(of film: (name: String, start: String, end: String), isSequence: Bool) async throws {
        defer { removeFolder() }
        let url = folder.appending(path: film.name)
        try FileManager.default.copyItem(at: PackageFolder.samples.appending(path: film.name), to: url)
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let frame = try await track.load(.minFrameDuration)
        let second = CMTimeMultiply(frame, multiplier: film.name == "timecode.mov" ? 25 : 30)
        let range = CMTimeRange(start: second, duration: second)
        let document =
            if isSequence {
                try await AKEditDocument(sequence: AKSequence(parts: [.init(asset, timeRange: range)]))
            } else {
                AKEditDocument(composition: try await composition(of: range, of: track), frameDuration: frame)
            }
        let list = folder.appending(path: "edit.edl")
        try document.write(to: list)
        #expect(try String(contentsOf: list, encoding: .utf8).contains(" \(film.start) \(film.end) 00:00:00:00 "))
        for ending in ["otio", "fcpxml"] {
            let url = folder.appending(path: "edit.\(ending)")
            try document.write(to: url)
            let opened = try await AKEditDocument(contentsOf: url).composition()
            #expect(opened.warnings == [])
            let segments = try #require(opened.composition.tracks(withMediaType: .video).first).segments
            #expect(segments?.map(\.timeMapping.source) == [range])
        }
    }

    @Test("how large the film and its media are stands in FCPXML, upright, whether clips are cut or dissolve")
    func sizes() async throws {
        defer { removeFolder() }
        let range = CMTimeRange(start: .zero, duration: seconds(1))
        let assets = ["h264-bframes.mp4", "rotated-90.mp4"].map {
            AVURLAsset(url: PackageFolder.samples.appending(path: $0))
        }
        var sequence = AKSequence(parts: assets.map { .init($0, timeRange: range) })
        let cuts = try await sequence.edit().composition
        let frame = CMTime(value: 1, timescale: 25)
        let cutLines = try resources(of: AKEditDocument(composition: cuts, frameDuration: frame), "cuts")
        sequence.dissolveDuration = CMTime(value: 10, timescale: 25)
        let dissolved = try await AKEditDocument(sequence: sequence)
        #expect(try resources(of: dissolved, "dissolves") == cutLines)
        let formats = cutLines.filter { $0.hasPrefix("<format ") }
        #expect(formats.count == 2)
        #expect(formats.first?.contains(#" height="180" id="r1" width="320""#) == true)
        #expect(formats.last?.contains(#" height="320" "#) == true)
        #expect(formats.last?.contains(#" width="180""#) == true)
        let files = cutLines.filter { $0.hasPrefix("<asset ") }
        #expect(files.count == 2 && files.allSatisfy { $0.contains(#" format="r"#) })
    }

    /// The lines of a document that say which formats and files there are.
    private func resources(of document: AKEditDocument, _ name: String) throws -> [String] {
        let url = folder.appending(path: "\(name).fcpxml")
        try document.write(to: url)
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        return lines.map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("<format ") || $0.hasPrefix("<asset ") }
    }

    private func composition(of range: CMTimeRange, of track: AVAssetTrack) async throws -> AVComposition {
        let edit = AVMutableComposition()
        let pictures = try #require(edit.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
        try pictures.insertTimeRange(range, of: track, at: .zero)
        return edit
    }
}
