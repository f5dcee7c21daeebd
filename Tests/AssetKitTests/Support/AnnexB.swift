import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets

/// The H.264 samples of a film with start codes in front of their units, and in AVI.
enum AnnexB {
    /// The samples in decode order; key samples carry the parameter sets.
    static func samples(of name: String) async throws -> [(bytes: Data, isKey: Bool)] {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let file = try Data(contentsOf: SampleMedia.url(name))
        let format = try #require(try await track.load(.formatDescriptions).first)
        let sets = format.parameterSets.reduce(into: Data()) { $0 += [0, 0, 0, 1] + $1 }
        let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
        var samples: [(Data, Bool)] = []
        repeat {
            let place = cursor.currentSampleStorageRange
            let isKey = cursor.currentSampleSyncInfo.sampleIsFullSync.boolValue
            var rest = file[Int(place.offset)..<Int(place.offset + place.length)]
            var bytes = isKey ? sets : Data()
            while rest.count > 4 {
                let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                bytes += [0, 0, 0, 1] + rest.dropFirst(4).prefix(length)
                rest = rest.dropFirst(4 + length)
            }
            samples.append((bytes, isKey))
        } while cursor.stepInDecodeOrder(byCount: 1) == 1
        return samples
    }

    /// A raw stream: no times at all.
    static func stream(of name: String) async throws -> Data {
        try await samples(of: name).reduce(into: Data()) { $0 += $1.bytes }
    }

    /// An AVI file of 25 pictures a second: its samples are numbered as they are decoded.
    static func avi(of name: String, width: UInt32 = 320, height: UInt32 = 180) async throws -> Data {
        avi(try await samples(of: name), code: "H264", width: width, height: height)
    }

    /// An AVI file of samples.
    static func avi(_ samples: [(bytes: Data, isKey: Bool)], code: String, width: UInt32, height: UInt32) -> Data {
        let count = UInt32(samples.count)
        let header: [UInt32] = [40_000, 0, 0, 0x10, count, 0, 1, 0, width, height, 0, 0, 0, 0]
        let stream = Data("vids\(code)".utf8) + words([0, 0, 0, 1, 25, 0, count, 0, .max, 0, 0, 0])
        let format =
            words([40, width, height, 0x18_0001]) + Data(code.utf8) + words([width * height * 3, 0, 0, 0, 0])
        var media = Data("movi".utf8), index = Data()
        for sample in samples {
            index +=
                Data("00dc".utf8) + words([sample.isKey ? 0x10 : 0, UInt32(media.count), UInt32(sample.bytes.count)])
            media += chunk("00dc", sample.bytes)
        }
        let track = Data("strl".utf8) + chunk("strh", stream) + chunk("strf", format)
        let list = Data("hdrl".utf8) + chunk("avih", words(header)) + chunk("LIST", track)
        return chunk("RIFF", Data("AVI ".utf8) + chunk("LIST", list) + chunk("LIST", media) + chunk("idx1", index))
    }

    private static func chunk(_ name: String, _ content: Data) -> Data {
        Data(name.utf8) + words([UInt32(content.count)]) + content + Data(count: content.count % 2)
    }

    private static func words(_ values: [UInt32]) -> Data {
        values.reduce(into: Data()) { data, value in
            withUnsafeBytes(of: value.littleEndian) { data += $0 }
        }
    }
}
