internal import AssetKitBitstream
internal import AssetKitFFmpeg

/// What a sample's bytes tell about where decoding may start.
extension DisposableSamples {
    /// Whether a key frame has leading pictures, and what they need.
    enum Beginning {
        /// It has no leading pictures that refer to the GOP before.
        case closed
        /// The disposable pictures that follow it in a row are leading, and refer to the GOP before (an open GOP).
        case open
        /// It cannot be told, or decoding cannot start here.
        case unknown
    }

    /// What decoding can expect that starts with a sync sample.
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

    /// The sample is a leading picture, if it follows the key frame of an open GOP with nothing but such between.
    func isLeading(_ packet: borrowing Packet) -> Bool {
        (codec == .mpeg2 || codec == .mpeg4) && contains(packet)
    }

    /// MPEG-4 part 2: a packed bitstream, with a P-frame and a B-frame in one sample. Their times are those of other
    /// samples.
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
