/// An entry of `stsd`: the format of some of a track's samples.
package struct ISOSampleDescription: Sendable {
    /// What the fixed part of the entry describes.
    package enum Details: Sendable {
        case visual(ISOVisualDescription)
        case sound(ISOSoundDescription)
        case timeCode(ISOTimeCodeDescription)
        case text(ISOTextDescription)
        /// Metadata and formats that nothing more is known of: the bytes behind the head of the entry.
        case other([UInt8])
    }

    /// The code of the entry: for protected samples `encv` and the like.
    package let format: ISOCode
    /// Which entry of `dref` the samples lie in, counted from 1.
    let dataReferenceIndex: UInt16
    package let details: Details
    package let extensions: [ISOExtension]
    /// How the samples are protected; nil for clear ones.
    let protection: ISOProtection?
    /// The whole entry as it stands in the file, its head included.
    package let entry: [UInt8]

    /// The format of the samples once they are in the clear.
    package var codec: ISOCode { protection?.originalFormat ?? format }
    package var isProtected: Bool { protection != nil }

    /// The bytes of the first extension of a type, also of those that QuickTime wraps in `wave`.
    package func configuration(_ type: ISOCode) -> [UInt8]? {
        if let found = extensions.first(where: { $0.type == type }) { return found.bytes }
        guard let wave = extensions.first(where: { $0.type == "wave" }) else { return nil }
        var fields = wave.fields
        return ISOExtension.all(in: &fields).first { $0.type == type }?.bytes
    }

    /// `btrt`: buffer size in bytes, largest and average bits in a second.
    package var bitRate: (bufferSize: UInt32, maximum: UInt32, average: UInt32)? {
        guard let bytes = configuration("btrt") else { return nil }
        var fields = ISOFields(bytes, of: "btrt")
        guard let size = try? fields.u32(), let maximum = try? fields.u32(), let average = try? fields.u32() else {
            return nil
        }
        return (size, maximum, average)
    }
}
