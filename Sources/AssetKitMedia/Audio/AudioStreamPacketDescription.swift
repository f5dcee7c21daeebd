/// Where a packet lies in its buffer, and how many frames it has where that varies.
public struct AudioStreamPacketDescription: Hashable, Sendable {
    /// The first byte.
    public var mStartOffset: Int64
    /// How many frames the packet has; 0 where all packets have the same number.
    public var mVariableFramesInPacket: UInt32
    /// How many bytes the packet has.
    public var mDataByteSize: UInt32

    /// Makes the description of an empty packet.
    public init() {
        self.init(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 0)
    }

    /// Makes a description of its numbers.
    public init(mStartOffset: Int64, mVariableFramesInPacket: UInt32, mDataByteSize: UInt32) {
        self.mStartOffset = mStartOffset
        self.mVariableFramesInPacket = mVariableFramesInPacket
        self.mDataByteSize = mDataByteSize
    }
}
