internal import AssetKitBase
internal import Foundation

/// Samples of one or more channels in memory that somebody else owns.
public struct AudioBuffer {
    /// How many channels are interleaved in it.
    public var mNumberChannels: UInt32
    /// How many bytes it has.
    public var mDataByteSize: UInt32
    /// The bytes.
    public var mData: UnsafeMutableRawPointer?

    /// Makes a buffer of nothing.
    public init() {
        self.init(mNumberChannels: 0, mDataByteSize: 0, mData: nil)
    }

    /// Makes a buffer of its fields.
    public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
        self.mNumberChannels = mNumberChannels
        self.mDataByteSize = mDataByteSize
        self.mData = mData
    }

    /// Makes a buffer of typed memory.
    public init<Element>(_ typedBuffer: UnsafeMutableBufferPointer<Element>, numberOfChannels: Int) {
        self.init(
            mNumberChannels: UInt32(clamping: numberOfChannels),
            mDataByteSize: UInt32(clamping: typedBuffer.count * MemoryLayout<Element>.stride),
            mData: typedBuffer.baseAddress.map(UnsafeMutableRawPointer.init)
        )
    }
}

/// A number of audio buffers. The struct has room for one; more follow in memory behind it.
public struct AudioBufferList {
    /// How many buffers there are.
    public var mNumberBuffers: UInt32
    /// The first buffer.
    public var mBuffers: AudioBuffer

    /// Makes a list of one buffer of nothing.
    public init() {
        self.init(mNumberBuffers: 0, mBuffers: AudioBuffer())
    }

    /// Makes a list of one buffer.
    public init(mNumberBuffers: UInt32, mBuffers: AudioBuffer) {
        self.mNumberBuffers = mNumberBuffers
        self.mBuffers = mBuffers
    }

    /// How many bytes a list of a number of buffers takes; at least those of one, at most what an `Int` holds.
    public static func sizeInBytes(maximumBuffers: Int) -> Int {
        let extra = max(maximumBuffers, 1) - 1
        let (bytes, isTooMuch) = extra.multipliedReportingOverflow(by: MemoryLayout<AudioBuffer>.stride)
        let (sum, isTooLong) = bytes.addingReportingOverflow(MemoryLayout<AudioBufferList>.size)
        return isTooMuch || isTooLong ? .max : sum
    }

    /// Makes a list with room for a number of buffers, which are all of nothing. Free it with
    /// `free(list.unsafeMutablePointer)`.
    public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
        guard maximumBuffers >= 1, let memory = calloc(1, sizeInBytes(maximumBuffers: maximumBuffers)) else {
            programmerError("AudioBufferList.allocate(maximumBuffers:) cannot make room for \(maximumBuffers) buffers")
        }
        let list = UnsafeMutableAudioBufferListPointer(memory.bindMemory(to: AudioBufferList.self, capacity: 1))
        list.count = maximumBuffers
        return list
    }
}

/// The buffers of an ``AudioBufferList`` as a collection.
public struct UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
    /// The list.
    public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    /// Wraps a list.
    public init(_ pointer: UnsafeMutablePointer<AudioBufferList>) {
        unsafeMutablePointer = pointer
    }

    /// Wraps a list, or gives nil for nil.
    public init?(_ pointer: UnsafeMutablePointer<AudioBufferList>?) {
        guard let pointer else { return nil }
        self.init(pointer)
    }

    /// The list, for functions that only read it.
    public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

    /// How many buffers there are. Setting it does not make room.
    public var count: Int {
        get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
        nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(clamping: newValue) }
    }

    public var startIndex: Int { 0 }
    /// ``count``.
    public var endIndex: Int { count }

    /// The buffer at a position, which must be below ``count``.
    public subscript(index: Int) -> AudioBuffer {
        get {
            precondition((0..<count).contains(index), "no audio buffer \(index) in a list of \(count)")
            return buffers[index]
        }
        nonmutating set {
            precondition((0..<count).contains(index), "no audio buffer \(index) in a list of \(count)")
            buffers[index] = newValue
        }
    }

    private var buffers: UnsafeMutablePointer<AudioBuffer> {
        let offset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 8
        return (UnsafeMutableRawPointer(unsafeMutablePointer) + offset).assumingMemoryBound(to: AudioBuffer.self)
    }
}

extension UnsafeMutableBufferPointer {
    /// The typed memory of an audio buffer.
    public init(_ audioBuffer: AudioBuffer) {
        let count = Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride
        self.init(start: audioBuffer.mData?.assumingMemoryBound(to: Element.self), count: count)
    }
}
