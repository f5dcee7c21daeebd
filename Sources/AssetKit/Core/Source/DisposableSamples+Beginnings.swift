/// What a sample's bytes tell about where decoding may start.
extension DisposableSamples {
    /// How pictures stand that are stored behind a key picture.
    enum Beginning {
        /// All are shown behind it.
        case closed
        /// Those in a row that others do not need are shown before it, and need pictures from before it.
        case open
        /// It cannot be told, or decoding cannot start here.
        case unknown
    }

    /// What decoding can expect that starts with a key sample.
    func beginning(with packet: borrowing Packet) -> Beginning {
        switch codec {
        case .h264:
            hasUnit(packet) { H264UnitHeader.kind($0) == H264UnitHeader.Kind.instantaneousRefreshSlice }
                ? .closed : .unknown
        case .hevc:
            hasUnit(packet) { HEVCUnitHeader.Kind.instantaneousRefreshes.contains(HEVCUnitHeader.kind($0)) }
                ? .closed : .unknown
        case .mpeg2, .mpeg4: holdsSeveralPlanes(packet) ? .unknown : .open
        case nil: .unknown
        }
    }

    /// The sample is shown before the key picture in front of it, where it follows one of an open group at once.
    func isLeading(_ packet: borrowing Packet) -> Bool {
        (codec == .mpeg2 || codec == .mpeg4) && contains(packet)
    }

    /// MPEG-4: packed in one sample are a picture and one that is shown before it. Their times are those of other samples.
    func holdsSeveralPlanes(_ packet: borrowing Packet) -> Bool {
        guard codec == .mpeg4 else { return false }
        return packet.withBytes { bytes in
            var (place, count) = (0, 0)
            while let start = Self.nextStartCode(bytes, from: &place) { count += bytes[start] == 0xb6 ? 1 : 0 }
            return count > 1
        }
    }

    private func hasUnit(_ packet: borrowing Packet, _ isWanted: (UInt8) -> Bool) -> Bool {
        packet.withBytes { bytes in
            var place = 0
            while let unit = nextUnit(bytes, from: &place) {
                if let first = unit.first, isWanted(first) { return true }
            }
            return false
        }
    }
}
