/// `tfhd`: the track that a fragment has samples of, and what they have in common.
struct ISOTrackFragmentHeader {
    /// What a sample is like unless its run says otherwise.
    struct Defaults {
        /// Counted from 0.
        let description: UInt32
        let duration: UInt32
        let size: UInt32
        let flags: ISOSampleFlags
    }

    let trackID: UInt32
    let baseOffset: Int64?
    /// Offsets count from the start of the `moof`.
    let isBaseFragment: Bool
    private let description: UInt32?
    private let duration: UInt32?
    private let size: UInt32?
    private let flags: UInt32?

    init(_ fields: ISOFields) throws(ISOMediaError) {
        var fields = fields
        let has = try fields.versionAndFlags().flags
        trackID = try fields.u32()
        baseOffset = has & 1 != 0 ? Int64(min(try fields.u64(), UInt64(ISOBox.farthest))) : nil
        description = has & 2 != 0 ? try fields.u32() : nil
        duration = has & 8 != 0 ? try fields.u32() : nil
        size = has & 0x10 != 0 ? try fields.u32() : nil
        flags = has & 0x20 != 0 ? try fields.u32() : nil
        isBaseFragment = has & 0x20000 != 0
    }

    func defaults(_ movie: ISOFragmentDefaults?) -> Defaults {
        let index = description ?? movie?.descriptionIndex ?? 1
        return Defaults(
            description: index > 0 ? index - 1 : 0,
            duration: duration ?? movie?.duration ?? 0,
            size: size ?? movie?.size ?? 0,
            flags: flags.map { ISOSampleFlags(rawValue: $0) } ?? movie?.flags ?? ISOSampleFlags(rawValue: 0)
        )
    }
}
