import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport

/// Films of 29.97 and 59.94 pictures a second follow each other again and again. In both a click sounds three times a second,
/// each as a picture begins; how loud it is tells which.
@Suite("Pictures and sound of sequences stay together")
struct LipSyncTests {
    private let folder = TemporaryFolder()
    private static let rate = 48_000
    private static let count = LongRun.isOn ? 120 : 12
    /// Pictures of 1001/30000 s that each part has.
    private static let length: Int64 = 40

    private static func time(_ pictures: Int64) -> CMTime { CMTime(value: 1001 * pictures, timescale: 30_000) }

    /// The sample that is the first one at or behind a time.
    private static func sample(_ time: CMTime) -> Int {
        Int(time.convertScale(48_000, method: .roundTowardPositiveInfinity).value)
    }

    /// One of the films. Its clicks are up or down.
    private struct Film {
        let name: String
        let timescale: CMTimeScale
        let pictureCount: Int
        /// So many pictures from one click to the next.
        let step: Int
        let sign: Float

        static let slow = Film(name: "ntsc-29.97.mp4", timescale: 30_000, pictureCount: 90, step: 10, sign: 1)
        static let fast = Film(name: "ntsc-59.94.mp4", timescale: 60_000, pictureCount: 120, step: 20, sign: -1)

        func time(_ picture: Int) -> CMTime { CMTime(value: 1001 * Int64(picture), timescale: timescale) }

        func level(_ picture: Int) -> Float { sign * (0.25 + Float(picture) / 256) }

        /// Which picture a click belongs to; nil for what is none of this film.
        func picture(_ level: Float) -> Int? {
            let picture = ((level * sign - 0.25) * 256).rounded()
            let isOwn = picture >= 0 && Int(picture) < pictureCount && Int(picture) % step == 0
            return isOwn && abs(self.level(Int(picture)) - level) < 1e-3 ? Int(picture) : nil
        }
    }

    /// A film as a file: the sample's pictures as they are, and the clicks.
    private func file(_ film: Film) async throws -> AVURLAsset {
        var sound = [Float](repeating: 0, count: Self.sample(film.time(film.pictureCount)))
        for picture in stride(from: 0, to: film.pictureCount, by: film.step) {
            sound[Self.sample(film.time(picture))] = film.level(picture)
        }
        let edit = AVMutableComposition()
        let whole = CMTimeRange(start: .zero, duration: film.time(film.pictureCount))
        try await edit.track(.video).append(film.name, whole)
        let clicks = try writeWave(sound, rate: Self.rate, to: folder.path("\(film.timescale).wav"))
        let source = try #require(try await clicks.loadTracks(withMediaType: .audio).first)
        try edit.track(.audio).insertTimeRange(whole, of: source, at: .zero)
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetPassthrough))
        let url = URL(filePath: folder.path("\(film.timescale).mov"))
        try await session.export(to: url, as: .mov)
        return AVURLAsset(url: url)
    }

    private struct Part {
        let film: Film
        /// Where it begins in its film, in pictures of 1001/30000 s.
        let start: Int64
    }

    private let parts: [Part] = (0..<LipSyncTests.count).map { number in
        let start = Int64(7 * number % 20)
        return number.isMultiple(of: 2) ? Part(film: .slow, start: 25 + start) : Part(film: .fast, start: start)
    }

    private func edit(dissolve: Int64) async throws -> AKSequence.Edit {
        let (slow, fast) = (try await file(.slow), try await file(.fast))
        var sequence = AKSequence(
            parts: parts.map { part in
                let range = CMTimeRange(start: Self.time(part.start), duration: Self.time(Self.length))
                return .init(part.film.sign > 0 ? slow : fast, timeRange: range)
            }
        )
        sequence.dissolveDuration = Self.time(dissolve)
        return try await sequence.edit()
    }

    /// Each click of a part, away from the dissolves beside it, is heard as its picture begins.
    private func check(_ times: [CMTime], _ indexes: [Int?], _ sound: [Float], dissolve: Int64) throws {
        let step = Self.length - dissolve
        for (number, part) in parts.enumerated() {
            let begin = Int64(number) * step
            // From half a picture on before the first picture that is clear of dissolves.
            let half = CMTime(value: 1001, timescale: 60_000)
            let clear = CMTimeRange(
                start: Self.time(begin + dissolve) - half,
                end: Self.time(begin + step) - half
            )
            let heard = (Self.sample(clear.start)..<Self.sample(clear.end)).filter { abs(sound[$0]) > 0.2 }
            let pictures = try heard.map { sample in
                try #require(part.film.picture(sound[sample]), "part \(number), sample \(sample)")
            }
            let offset = Self.time(begin) - Self.time(part.start)
            let wanted = stride(from: 0, to: part.film.pictureCount, by: part.film.step).filter {
                clear.containsTime(part.film.time($0) + offset)
            }
            #expect(pictures == wanted, "part \(number)")
            #expect(wanted.count >= 3)
            for (sample, picture) in zip(heard, pictures) {
                let name = "picture \(picture) of part \(number)"
                let place = times.indices.first { clear.containsTime(times[$0]) && indexes[$0] == picture }
                let shown = try #require(place, "\(name)")
                // A sample is for rounding.
                #expect(abs(sample - Self.sample(times[shown])) <= 1, "\(name)")
            }
        }
    }

    @Test("in what readers give", arguments: [5, 1] as [Int64])
    func whenRead(dissolve: Int64) async throws {
        let edit = try await edit(dissolve: dissolve)
        let shown = try await RenderedPictures(edit.composition, try #require(edit.videoComposition))
        let sound = try await readMix(of: edit.composition, edit.audioMix)
        #expect(shown.times == shown.times.indices.map { Self.time(Int64($0)) })
        try check(shown.times, shown.pictures.map { PictureBarcode.index(of: $0) }, sound, dissolve: dissolve)
    }

    @Test("in a file")
    func whenExported() async throws {
        let edit = try await edit(dissolve: 5)
        let preset = AVAssetExportPresetHighestQuality
        let session = try #require(AVAssetExportSession(asset: edit.composition, presetName: preset))
        (session.videoComposition, session.audioMix) = (edit.videoComposition, edit.audioMix)
        session.akOptions.audio = .encoded(kAudioFormatLinearPCM)
        let url = URL(filePath: folder.path("out.mov"))
        try await session.export(to: url, as: .mov)
        let made = try #require(session.akResult?.tracks.first { $0.mediaType == .video })
        #expect(made.encodedSampleCount > 0)
        let film = AVURLAsset(url: url)
        let pictures = try await ReadPictures(of: film).pictures
        let sound = try await readMix(of: film, nil)
        try check(pictures.map(\.time), pictures.map { $0.index }, sound, dissolve: 5)
    }
}
