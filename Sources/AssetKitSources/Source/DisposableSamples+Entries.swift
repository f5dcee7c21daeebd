internal import AssetKitBitstream

/// What a sample's bytes tell about whether decoding may start with it, where nothing came before.
extension DisposableSamples {
    /// Whether a sample behind the one that decoding starts with is a leading picture of it.
    enum Leading {
        /// It is, and refers to the GOP before, which is not there.
        case lost
        /// It is, and refers to nothing before the key frame.
        case good
        /// It is no leading picture.
        case none
    }

    /// What decoding can expect that starts with this sample; nil where it cannot. `isKey`: so the container says.
    func entry(_ bytes: UnsafeRawBufferPointer, isKey: Bool) -> BeginningScan.Entry? {
        switch codec {
        case .h264: entryOfH264(bytes, isKey)
        case .hevc: entryOfHEVC(bytes)
        case .mpeg2: entryOfMPEG2(bytes)
        // An intra VOP; a GOV header in front of it may say that the GOP is closed.
        case .mpeg4 where Self.firstPlaneKind(bytes) == 0:
            Self.isClosedGroup(bytes, 0xb3, byte: 3, bit: 0x20) ? .closed : .open
        case .mpeg4: nil
        case nil: isKey ? .closed : nil
        }
    }

    /// Whether a sample is a leading picture of the key frame of an open GOP that decoding started with and that is
    /// shown at `key`.
    func isLeading(_ bytes: UnsafeRawBufferPointer, ticks: Int64?, key: Int64?) -> Leading {
        if codec == .hevc {
            switch firstSlice(bytes).map({ HEVCUnitHeader.kind($0[$0.startIndex]) }) {
            case HEVCUnitHeader.Kind.skippedLeading?: return .lost
            case HEVCUnitHeader.Kind.decodableLeading?: return .good
            default: return .none
            }
        }
        if let ticks, let key { return ticks < key ? .lost : .none }
        return contains(bytes) ? .lost : .none
    }

    /// An IDR picture, or a recovery point.
    private func entryOfH264(_ bytes: UnsafeRawBufferPointer, _ isKey: Bool) -> BeginningScan.Entry? {
        // Where the file begins within a picture, its first slices are missing.
        guard let slice = firstSlice(bytes), slice.count > 1, slice[slice.startIndex + 1] & 0x80 != 0 else {
            return nil
        }
        let kind = H264UnitHeader.kind(slice[slice.startIndex])
        if kind == H264UnitHeader.Kind.instantaneousRefreshSlice { return .closed }
        if let count = recoveryCount(bytes) { return count > 0 ? .gradual(count) : .open }
        return isKey ? .open : nil
    }

    private func recoveryCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var place = 0
        while let unit = nextUnit(bytes, from: &place) {
            guard let first = unit.first,
                H264UnitHeader.kind(first) == H264UnitHeader.Kind.supplementalInformation,
                var messages = try? SupplementalMessages(h264Unit: Array(unit)[...])
            else { continue }
            while let message = try? messages.next() {
                if let point = try? H264RecoveryPoint(message) { return point.frameCount }
            }
        }
        return nil
    }

    /// IDR pictures and BLA_N_LP have no leading pictures that are lost; other BLA and CRA pictures may have some.
    private func entryOfHEVC(_ bytes: UnsafeRawBufferPointer) -> BeginningScan.Entry? {
        guard let slice = firstSlice(bytes), slice.count > 2, slice[slice.startIndex + 2] & 0x80 != 0 else {
            return nil
        }
        switch HEVCUnitHeader.kind(slice[slice.startIndex]) {
        case HEVCUnitHeader.Kind.brokenLinkWithoutLeading, HEVCUnitHeader.Kind.instantaneousRefreshes: return .closed
        case HEVCUnitHeader.Kind.brokenLinks, HEVCUnitHeader.Kind.cleanRandomAccess: return .open
        default: return nil
        }
    }

    /// An I-frame; a GOP header in front of it may say that the GOP is closed.
    private func entryOfMPEG2(_ bytes: UnsafeRawBufferPointer) -> BeginningScan.Entry? {
        guard Self.pictureKind(bytes) == 1 else { return nil }
        return Self.isClosedGroup(bytes, 0xb8, byte: 4, bit: 0x40) ? .closed : .open
    }

    /// The first unit of a picture's own data.
    private func firstSlice(_ bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer>? {
        var place = 0
        while let unit = nextUnit(bytes, from: &place) {
            guard let first = unit.first else { continue }
            let isSlice =
                codec == .hevc
                ? HEVCUnitHeader.Kind.slices.contains(HEVCUnitHeader.kind(first))
                : H264UnitHeader.Kind.slices.contains(H264UnitHeader.kind(first))
            if isSlice { return unit }
        }
        return nil
    }

    /// Whether a GOP header with this start code has its closed_gop bit set.
    private static func isClosedGroup(_ bytes: UnsafeRawBufferPointer, _ code: UInt8, byte: Int, bit: UInt8) -> Bool {
        var place = 0
        while let start = nextStartCode(bytes, from: &place) {
            if bytes[start] == code, bytes.count > start + byte { return bytes[start + byte] & bit != 0 }
        }
        return false
    }

    /// `vop_coding_type` of the first VOP.
    private static func firstPlaneKind(_ bytes: UnsafeRawBufferPointer) -> UInt8? {
        var place = 0
        while let start = nextStartCode(bytes, from: &place) {
            if bytes[start] == 0xb6, bytes.count > start + 1 { return bytes[start + 1] >> 6 }
        }
        return nil
    }
}
