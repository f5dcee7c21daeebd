// The plain values that describe sound are laid out as the C structs of Core Audio are.

/// The code of an audio format.
public typealias AudioFormatID = UInt32
/// Details of an audio format, in bits.
public typealias AudioFormatFlags = UInt32

/// How sound is stored: in packets of frames, a frame being one sample of every channel.
public struct AudioStreamBasicDescription: Hashable, Sendable {
    /// Frames in a second; 0 where it varies or is not known.
    public var mSampleRate: Double
    /// The format, such as ``kAudioFormatLinearPCM``.
    public var mFormatID: AudioFormatID
    /// Details of the format.
    public var mFormatFlags: AudioFormatFlags
    /// Bytes of one packet; 0 where they vary.
    public var mBytesPerPacket: UInt32
    /// Frames of one packet; 0 where they vary.
    public var mFramesPerPacket: UInt32
    /// Bytes of one frame, of one channel where channels lie apart; 0 for compressed sound.
    public var mBytesPerFrame: UInt32
    /// How many channels there are.
    public var mChannelsPerFrame: UInt32
    /// Bits of one sample; 0 for compressed sound.
    public var mBitsPerChannel: UInt32
    /// Fills the struct to a multiple of eight bytes: 0.
    public var mReserved: UInt32

    /// Makes the description of nothing.
    public init() {
        self.init(
            mSampleRate: 0,
            mFormatID: 0,
            mFormatFlags: 0,
            mBytesPerPacket: 0,
            mFramesPerPacket: 0,
            mBytesPerFrame: 0,
            mChannelsPerFrame: 0,
            mBitsPerChannel: 0,
            mReserved: 0
        )
    }

    /// Makes a description of its numbers.
    public init(
        mSampleRate: Double,
        mFormatID: AudioFormatID,
        mFormatFlags: AudioFormatFlags,
        mBytesPerPacket: UInt32,
        mFramesPerPacket: UInt32,
        mBytesPerFrame: UInt32,
        mChannelsPerFrame: UInt32,
        mBitsPerChannel: UInt32,
        mReserved: UInt32
    ) {
        self.mSampleRate = mSampleRate
        self.mFormatID = mFormatID
        self.mFormatFlags = mFormatFlags
        self.mBytesPerPacket = mBytesPerPacket
        self.mFramesPerPacket = mFramesPerPacket
        self.mBytesPerFrame = mBytesPerFrame
        self.mChannelsPerFrame = mChannelsPerFrame
        self.mBitsPerChannel = mBitsPerChannel
        self.mReserved = mReserved
    }

    /// The whole samples of a second, as far as a timescale can count them; 0 where there are none, or what is said is no number.
    package var wholeSampleRate: Int {
        guard mSampleRate > 0 else { return 0 }
        return Int(min(mSampleRate, Double(Int32.max)))
    }

    /// Whether this is PCM with every channel in a buffer of its own.
    var isNonInterleavedPCM: Bool {
        mFormatID == kAudioFormatLinearPCM && mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
    }
}
