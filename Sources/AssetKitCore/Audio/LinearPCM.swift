internal import AssetKitBase
package import AssetKitFFmpeg
package import AssetKitMedia
internal import Foundation

/// The PCM that is asked for. What is left open is as the source has it.
package struct LinearPCM: Hashable, Sendable {
    /// How one sample is written.
    package enum Depth: String, Codable, Hashable, Sendable {
        case integer8, integer16, integer24, integer32, float32, float64

        var bits: Int {
            switch self {
            case .integer8: 8
            case .integer16: 16
            case .integer24: 24
            case .integer32, .float32: 32
            case .float64: 64
            }
        }

        package var bytes: Int { bits / 8 }

        package var isFloat: Bool { self == .float32 || self == .float64 }
    }

    /// Frames a second; nil for those of the source.
    package var sampleRate: Int?
    /// nil for those of the source.
    package var channels: SoundChannels?
    /// What the channels are called in the description; follows from ``channels`` where nothing is said.
    package var layout: ManagedAudioChannelLayout?
    package var depth = Depth.integer16
    package var isBigEndian = false
    package var isInterleaved = true

    package init(
        sampleRate: Int? = nil,
        channels: SoundChannels? = nil,
        layout: ManagedAudioChannelLayout? = nil,
        depth: Depth = Depth.integer16,
        isBigEndian: Bool = false,
        isInterleaved: Bool = true
    ) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.layout = layout
        self.depth = depth
        self.isBigEndian = isBigEndian
        self.isInterleaved = isInterleaved
    }

    /// The same with every gap closed by what the source is like.
    package func resolved(rate: Int, channels source: SoundChannels) -> Resolved {
        let channels = channels ?? source
        return Resolved(
            rate: sampleRate ?? rate,
            channels: channels,
            layout: layout ?? channels.audioLayout,
            depth: depth,
            isBigEndian: isBigEndian,
            isInterleaved: isInterleaved || channels.count == 1
        )
    }

    /// A format with nothing left open.
    package struct Resolved: Hashable, Sendable {
        package var rate: Int
        package var channels: SoundChannels
        package var layout: ManagedAudioChannelLayout?
        var depth: Depth
        var isBigEndian: Bool
        var isInterleaved: Bool

        package var planeCount: Int { isInterleaved ? 1 : channels.count }
        /// Bytes of one frame within a plane.
        package var bytesPerFrame: Int { depth.bytes * (isInterleaved ? channels.count : 1) }

        /// Core Media's description of it.
        package var formatDescription: CMFormatDescription {
            var basic = AudioStreamBasicDescription()
            basic.mSampleRate = Double(rate)
            basic.mFormatID = kAudioFormatLinearPCM
            basic.mFormatFlags = depth.isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
            basic.mFormatFlags |= kAudioFormatFlagIsPacked
            if isBigEndian { basic.mFormatFlags |= kAudioFormatFlagIsBigEndian }
            if !isInterleaved { basic.mFormatFlags |= kAudioFormatFlagIsNonInterleaved }
            basic.mBytesPerPacket = UInt32(bytesPerFrame)
            basic.mFramesPerPacket = 1
            basic.mBytesPerFrame = UInt32(bytesPerFrame)
            basic.mChannelsPerFrame = UInt32(channels.count)
            basic.mBitsPerChannel = UInt32(depth.bits)
            return CMFormatDescription(
                type: kCMMediaType_Audio,
                subtype: kAudioFormatLinearPCM,
                audio: AudioFormatDetails(basic: basic, layout: layout)
            )
        }
    }
}

extension LinearPCM.Resolved {
    /// FFmpeg's sound that comes nearest; ``finish(_:count:)`` makes of it what is wanted.
    var workingShape: SoundShape {
        SoundShape(sampleRate: rate, number: workingNumber, isPlanar: !isInterleaved, channels: channels)
    }

    private var workingNumber: SoundShape.Number {
        switch depth {
        case .integer8, .integer16: .integer16
        case .integer24, .integer32: .integer32
        case .float32: .float32
        case .float64: .float64
        }
    }

    /// Bytes of one frame within a plane before it is finished.
    var workingBytesPerFrame: Int { workingShape.bytesPerFrame }

    /// Turns `count` working samples at the start of some memory into the wanted ones, in place.
    func finish(_ memory: UnsafeMutableRawPointer, count: Int) {
        switch depth {
        case .integer8: narrowToBytes(memory, count)
        case .integer24: narrowToThreeBytes(memory, count)
        case .integer16: if isBigEndian { swap(memory, count, as: UInt16.self) }
        case .integer32, .float32: if isBigEndian { swap(memory, count, as: UInt32.self) }
        case .float64: if isBigEndian { swap(memory, count, as: UInt64.self) }
        }
    }

    private func narrowToBytes(_ memory: UnsafeMutableRawPointer, _ count: Int) {
        for index in 0..<count {
            let value = Int32(memory.load(fromByteOffset: index * 2, as: Int16.self))
            memory.storeBytes(of: Int8(clamping: (value + 128) >> 8), toByteOffset: index, as: Int8.self)
        }
    }

    private func narrowToThreeBytes(_ memory: UnsafeMutableRawPointer, _ count: Int) {
        let bytes = memory.assumingMemoryBound(to: UInt8.self)
        for index in 0..<count {
            let value = Int64(memory.load(fromByteOffset: index * 4, as: Int32.self))
            let rounded = UInt32(truncatingIfNeeded: min((value + 128) >> 8, 0x7f_ffff))
            let (low, middle, high) = (UInt8(rounded & 255), UInt8(rounded >> 8 & 255), UInt8(rounded >> 16 & 255))
            let place = index * 3
            bytes[place] = isBigEndian ? high : low
            bytes[place + 1] = middle
            bytes[place + 2] = isBigEndian ? low : high
        }
    }

    private func swap<Number: FixedWidthInteger>(
        _ memory: UnsafeMutableRawPointer,
        _ count: Int,
        as type: Number.Type
    ) {
        let numbers = memory.assumingMemoryBound(to: type)
        for index in 0..<count { numbers[index] = numbers[index].byteSwapped }
    }
}

extension SoundChannels {
    /// Core Audio's name for the channels.
    package var audioLayout: ManagedAudioChannelLayout {
        switch mask {
        case 0: ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_DiscreteInOrder | AudioChannelLayoutTag(count))
        case 0x4: ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_Mono)
        case 0x3: ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_Stereo)
        // The bits have the same meaning on both sides.
        default: ManagedAudioChannelLayout(bitmap: AudioChannelBitmap(rawValue: UInt32(truncatingIfNeeded: mask)))
        }
    }
}
