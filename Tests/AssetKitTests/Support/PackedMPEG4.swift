import Foundation

/// MPEG-4 as DivX packs it into AVI: a picture and the one that is shown before it share a sample, and an empty one follows.
enum PackedMPEG4 {
    private static let start = Data([0, 0, 1, 0xb6])

    /// The file with the samples of an AVI file packed. Pictures that are shown before others stand alone between those.
    static func avi(of file: Data, width: UInt32 = 320, height: UInt32 = 180) throws -> Data {
        var rest = samples(of: file)[...]
        var packed: [(bytes: Data, isKey: Bool)] = []
        while let sample = rest.popFirst() {
            let isKey = kind(of: sample) == 0
            var bytes = sample
            // The decoder goes by the encoder's name.
            if isKey, let place = bytes.range(of: start) {
                bytes.insert(contentsOf: Data([0, 0, 1, 0xb2]) + Data("DivX503b1393p".utf8), at: place.lowerBound)
            }
            guard let next = rest.first, kind(of: next) == 2, let place = next.range(of: start) else {
                packed.append((bytes, isKey))
                continue
            }
            rest = rest.dropFirst()
            packed.append((bytes + next[place.lowerBound...], isKey))
            packed.append((emptyPicture, false))
        }
        return AnnexB.avi(packed, code: "DX50", width: width, height: height)
    }

    /// A predicted picture that is not coded: 01, no second passes, a marker, five bits of time, a marker, 0, filling.
    private static var emptyPicture: Data { start + Data([0b0101_0000, 0b0100_1111]) }

    /// 0 for key pictures, 1 for predicted ones, 2 for those that are shown before the one in front of them.
    private static func kind(of sample: Data) -> UInt8? {
        sample.range(of: start).flatMap { $0.upperBound < sample.endIndex ? sample[$0.upperBound] >> 6 : nil }
    }

    /// The samples of the only track, in the order in which they are stored.
    private static func samples(of file: Data) -> [Data] {
        guard var place = file.range(of: Data("movi".utf8))?.upperBound else { return [] }
        var samples: [Data] = []
        while place + 8 <= file.endIndex, file[place..<place + 4] != Data("idx1".utf8) {
            let count = file[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            let end = min(place + 8 + count, file.endIndex)
            if file[place..<place + 4] == Data("00dc".utf8) { samples.append(Data(file[place + 8..<end])) }
            place = end + count % 2
        }
        return samples
    }
}
