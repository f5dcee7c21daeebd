internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitMedia

extension MetadataEntry {
    /// The value as people read it; nil for bytes.
    package var textValue: String? {
        switch value {
        case .text(let text): return text
        case .integer(let number):
            // iTunes counts genres from one.
            if key == "gnre", keySpace == .iTunes { return ID3Genre.name(Int(clamping: number) - 1) ?? "\(number)" }
            return "\(number)"
        case .number(let number): return "\(number)"
        // A number of so many, as iTunes packs it in eight bytes.
        case .data(let bytes) where ["trkn", "disk"].contains(key) && bytes.count >= 6:
            let (number, count) = (Int(bytes[2]) << 8 | Int(bytes[3]), Int(bytes[4]) << 8 | Int(bytes[5]))
            return count > 0 ? "\(number)/\(count)" : "\(number)"
        case .data(let bytes) where key == "gnre" && bytes.count == 2:
            return ID3Genre.name((Int(bytes[0]) << 8 | Int(bytes[1])) - 1)
        case .data, .stored: return nil
        }
    }
}
