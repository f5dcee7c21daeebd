import AssetKit
import Foundation

@testable import AssetKitContainers
@testable import AssetKitMedia

extension SampleChecker {
    /// What the file says about itself: the words, the date and the picture.
    func checkMetadata(_ ledger: inout TruthLedger) async throws {
        let items = try await asset.load(.metadata)
        if let metadata = truth.metadata {
            let keySpace = Self.keySpace(metadata.keySpace)
            for (key, value) in metadata.values {
                check(key, value, in: items.filter { $0.keySpace == keySpace }, &ledger)
            }
            try await checkCommon(metadata.values, &ledger)
        }
        try await checkCreation(&ledger)
        let covers = try await asset.load(.commonMetadata).filter { $0.commonKey == .commonKeyArtwork }
        ledger.expect("covers", covers.count, is: truth.coverArt == nil ? 0 : 1)
        guard let cover = truth.coverArt else { return }
        let picture = covers.first?.dataValue.flatMap(PictureHeader.init)
        ledger.expect("type of the cover", picture?.type, is: cover.type)
        ledger.expect("size of the cover", picture.map { [$0.width, $0.height] }, is: cover.size)
    }

    /// Some item of the right key space has the value, under the key where the file spells it that way.
    private func check(_ key: String, _ value: String, in items: [AVMetadataItem], _ ledger: inout TruthLedger) {
        let isFilesOwn = ["quicktime-mdta", "matroska"].contains(truth.metadata?.keySpace ?? "")
        let matching = items.filter { item in
            !isFilesOwn || item.keyText.lowercased() == key.lowercased()
        }
        let found = matching.compactMap(\.stringValue)
        ledger.record("metadata \(key)", holds: found.contains(value), "\(found)", value)
    }

    /// What an item says comes before what the movie's header notes.
    private func checkCreation(_ ledger: inout TruthLedger) async throws {
        let item = try await asset.load(.creationDate)
        let values = truth.metadata?.values ?? [:]
        if let said = values["com.apple.quicktime.creationdate"] ?? values["date"] {
            ledger.expect("creation date", item?.stringValue, is: said)
        } else if let creationTime = truth.creationTime {
            let date = ISO8601DateFormatter.withFractions.date(from: creationTime)
            ledger.expect("creation date", item?.dateValue, is: date)
        }
    }

    /// The words that all formats share.
    private func checkCommon(_ values: [String: String], _ ledger: inout TruthLedger) async throws {
        let common = try await asset.load(.commonMetadata)
        let keys: [(String, AVMetadataKey)] = [
            ("title", .commonKeyTitle), ("artist", .commonKeyArtist), ("album", .commonKeyAlbumName),
            ("genre", .commonKeyType), ("com.apple.quicktime.title", .commonKeyTitle),
            ("com.apple.quicktime.software", .commonKeySoftware),
            ("com.apple.quicktime.location.ISO6709", .commonKeyLocation),
            ("com.apple.quicktime.creationdate", .commonKeyCreationDate),
        ]
        for (key, commonKey) in keys {
            guard let value = values[key] else { continue }
            let item = common.first { $0.commonKey == commonKey }
            ledger.expect("common \(commonKey.rawValue)", item?.stringValue, is: value)
        }
    }

    static func keySpace(_ name: String) -> AVMetadataKeySpace {
        switch name {
        case "id3": .id3
        case "itunes": .iTunes
        case "quicktime-mdta": .quickTimeMetadata
        case "matroska": .akMatroska
        default: .akVorbisComment
        }
    }
}

extension AVMetadataItem {
    /// The key as a text; empty where it is none.
    var keyText: String { (key as? NSString).map { "\($0)" } ?? "" }
}

/// What the first bytes of a JPEG or PNG picture say.
struct PictureHeader {
    let type: String
    let width: Int
    let height: Int

    init?(_ data: Data) {
        let bytes = [UInt8](data)
        func word(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count > 24 {
            (type, width, height) = ("image/png", word(18), word(22))
            return
        }
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var offset = 2
        while offset + 9 < bytes.count, bytes[offset] == 0xFF {
            let isFrame = (0xC0...0xCF).contains(bytes[offset + 1]) && ![0xC4, 0xC8, 0xCC].contains(bytes[offset + 1])
            if isFrame {
                (type, height, width) = ("image/jpeg", word(offset + 5), word(offset + 7))
                return
            }
            offset += 2 + word(offset + 2)
        }
        return nil
    }
}

extension ISO8601DateFormatter {
    /// As truth.json and FFmpeg write dates.
    static var withFractions: ISO8601DateFormatter {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter
    }
}
