/// `trex`: what samples in fragments are like unless a fragment says otherwise.
struct ISOFragmentDefaults: Hashable, Sendable {
    let trackID: UInt32
    /// Counted from 1.
    let descriptionIndex: UInt32
    let duration: UInt32
    let size: UInt32
    let flags: ISOSampleFlags

    init(_ fields: ISOFields) throws(ISOMediaError) {
        var fields = fields
        _ = try fields.versionAndFlags()
        trackID = try fields.u32()
        descriptionIndex = try fields.u32()
        duration = try fields.u32()
        size = try fields.u32()
        flags = ISOSampleFlags(rawValue: try fields.u32())
    }
}

/// The flags of a sample in a fragment.
struct ISOSampleFlags: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt32

    /// Decoding can start here. A sample that depends on others never qualifies, whatever else it says.
    var isSync: Bool { rawValue & 0x10000 == 0 && rawValue >> 24 & 3 != 1 }
    var dependency: ISOSampleDependency {
        ISOSampleDependency(rawValue: UInt8(truncatingIfNeeded: rawValue >> 20))
    }
}
