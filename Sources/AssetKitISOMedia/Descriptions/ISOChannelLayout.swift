/// Which loudspeakers the channels of a sound are for.
package struct ISOChannelLayout: Hashable, Sendable {
    /// QuickTime's tag: the upper 16 bits name a layout, the lower count its channels. nil for ISO's.
    package private(set) var tag: UInt32?
    /// QuickTime's bits, used with the tag 0x10000.
    package private(set) var bitmap: UInt32?
    /// QuickTime's label of each channel, used with the tag 0.
    private(set) var labels: [UInt32] = []
    /// ISO's number of a layout (ISO/IEC 23091-3); 0 means that ``speakers`` list it.
    private(set) var definedLayout: UInt8?
    /// ISO's number of the loudspeaker for each channel; 126 stands for an explicit position.
    private(set) var speakers: [UInt8] = []

    /// `chan`.
    package init?(quickTime fields: ISOFields) {
        var fields = fields
        guard (try? fields.versionAndFlags()) != nil, let tag = try? fields.u32(), let bitmap = try? fields.u32(),
            let count = try? fields.u32()
        else { return nil }
        self.tag = tag
        self.bitmap = bitmap
        for _ in 0..<min(Int(count), fields.remaining / 20) {
            guard let label = try? fields.u32(), (try? fields.skip(16)) != nil else { return }
            labels.append(label)
        }
    }

    /// `chnl`. Version 1 is told apart only by its number and not read further than version 0 goes.
    package init?(iso fields: ISOFields, channelCount: Int) {
        var fields = fields
        guard let version = try? fields.versionAndFlags().version, var structure = try? fields.u8() else { return nil }
        var count = channelCount
        if version >= 1 {
            structure >>= 4
            guard let base = try? fields.u8() else { return nil }
            if base > 0 { count = Int(base) }
        }
        // Bit 0: channels; bit 1: objects, which have no place.
        guard structure & 1 != 0, let layout = try? fields.u8() else { return nil }
        definedLayout = layout
        guard layout == 0 else { return }
        if version >= 1, let stated = try? fields.u8() { count = Int(stated) }
        for _ in 0..<min(count, fields.remaining) {
            guard let speaker = try? fields.u8() else { return }
            speakers.append(speaker)
            // An explicit position: azimuth in 16 bits, elevation in 8.
            if speaker == 126, (try? fields.skip(3)) == nil { return }
        }
    }
}
