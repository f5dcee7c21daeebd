/// The fixed part of a sound entry, and what the common boxes behind it say.
package struct ISOSoundDescription: Hashable, Sendable {
    /// How QuickTime groups samples into packets of compressed sound.
    struct Packing: Hashable, Sendable {
        let samplesPerPacket: UInt32
        let bytesPerPacket: UInt32
        let bytesPerFrame: UInt32
        let bytesPerSample: UInt32
    }

    /// What version 2 says about linear PCM.
    package struct LinearPCM: Hashable, Sendable {
        let bitsPerChannel: UInt32
        /// 1 float, 2 big-endian, 4 signed, 8 packed, 16 aligned high, 32 non-interleaved.
        package let flags: UInt32
        package let bytesPerPacket: UInt32
        package let framesPerPacket: UInt32

        package init(bitsPerChannel: UInt32, flags: UInt32, bytesPerPacket: UInt32, framesPerPacket: UInt32) {
            self.bitsPerChannel = bitsPerChannel
            self.flags = flags
            self.bytesPerPacket = bytesPerPacket
            self.framesPerPacket = framesPerPacket
        }
    }

    /// QuickTime's 0, 1 or 2; ISO's entries of version 1 count as 0 with a rate of their own.
    package let version: UInt16
    package private(set) var channelCount: UInt32
    package private(set) var bitsPerSample: UInt32
    /// -2 marks QuickTime's variable bit rate.
    let compressionID: Int16
    /// In samples per second.
    package private(set) var sampleRate: Double
    private(set) var packing: Packing?
    package private(set) var linearPCM: LinearPCM?
    package private(set) var channelLayout: ISOChannelLayout?
    /// `wave` says that samples are little-endian, or not.
    package private(set) var isLittleEndian: Bool?
    /// `pcmC`: the width of a sample of `ipcm` and `fpcm`.
    package private(set) var configuredBitsPerSample: UInt8?

    package init(_ fields: inout ISOFields, boxVersion: UInt8) throws(ISOMediaError) {
        let entryVersion = try fields.u16()
        try fields.skip(6)
        channelCount = UInt32(try fields.u16())
        bitsPerSample = UInt32(try fields.u16())
        compressionID = try fields.i16()
        try fields.skip(2)
        sampleRate = Double(try fields.u32()) / 65536
        // In a box of version 1 an entry of version 1 is ISO's, which adds a box; in one of version 0 it is QuickTime's.
        version = boxVersion == 0 ? entryVersion : 0
        switch version {
        case 1: packing = try Packing(&fields)
        case 2: try readVersion2(&fields)
        default: break
        }
    }

    private mutating func readVersion2(_ fields: inout ISOFields) throws(ISOMediaError) {
        let structSize = Int(try fields.u32())
        let bits = try fields.u64()
        let rate = Double(bitPattern: bits)
        sampleRate = rate.isFinite && rate >= 0 ? rate : 0
        channelCount = try fields.u32()
        try fields.skip(4)
        bitsPerSample = try fields.u32()
        linearPCM = LinearPCM(
            bitsPerChannel: bitsPerSample,
            flags: try fields.u32(),
            bytesPerPacket: try fields.u32(),
            framesPerPacket: try fields.u32()
        )
        // The size counts from the start of the entry, whose parts up to here take 72 bytes.
        if structSize > 72 { try fields.skip(min(structSize - 72, fields.remaining)) }
    }

    package mutating func complete(with extensions: [ISOExtension]) {
        for box in extensions {
            var fields = box.fields
            switch box.type {
            case "srat":
                guard (try? fields.versionAndFlags()) != nil, let rate = try? fields.u32(), rate > 0 else { continue }
                sampleRate = Double(rate)
            case "chan": channelLayout = channelLayout ?? ISOChannelLayout(quickTime: fields)
            case "chnl":
                channelLayout = channelLayout ?? ISOChannelLayout(iso: fields, channelCount: Int(channelCount))
            case "wave": readWave(ISOExtension.all(in: &fields))
            case "pcmC":
                guard (try? fields.versionAndFlags()) != nil, let flags = try? fields.u8() else { continue }
                isLittleEndian = flags & 1 != 0
                configuredBitsPerSample = try? fields.u8()
            default: break
            }
        }
    }

    private mutating func readWave(_ boxes: [ISOExtension]) {
        for box in boxes where box.type == "enda" {
            var fields = box.fields
            isLittleEndian = (try? fields.u16()).map { $0 == 1 }
        }
        for box in boxes where box.type == "chan" {
            channelLayout = channelLayout ?? ISOChannelLayout(quickTime: box.fields)
        }
    }
}

extension ISOSoundDescription.Packing {
    fileprivate init(_ fields: inout ISOFields) throws(ISOMediaError) {
        samplesPerPacket = try fields.u32()
        bytesPerPacket = try fields.u32()
        bytesPerFrame = try fields.u32()
        bytesPerSample = try fields.u32()
    }
}
