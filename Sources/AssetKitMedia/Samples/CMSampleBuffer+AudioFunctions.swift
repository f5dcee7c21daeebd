public import AssetKitBase
public import CMTimeLib
internal import Foundation

/// Every audio buffer begins at a multiple of 16 bytes.
public let kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 = 1

/// Gives a buffer of sound its bytes: a copy of what is in the list.
@discardableResult
public func CMSampleBufferSetDataBufferFromAudioBufferList(
    _ sbuf: CMSampleBuffer,
    blockBufferAllocator blockBufferStructureAllocator: CFAllocator?,
    blockBufferMemoryAllocator blockBufferBlockAllocator: CFAllocator?,
    flags: UInt32,
    bufferList: UnsafePointer<AudioBufferList>
) -> OSStatus {
    status { try sbuf.setDataBuffer(fromAudioBufferList: bufferList, flags: .init(rawValue: flags)) }
}

/// Fills a list with the sound. It stays valid as long as the block buffer that is returned. Without a list, only says how
/// many bytes the list takes.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    _ sbuf: CMSampleBuffer,
    bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
    bufferListOut: UnsafeMutablePointer<AudioBufferList>?,
    bufferListSize: Int,
    blockBufferAllocator blockBufferStructureAllocator: CFAllocator?,
    blockBufferMemoryAllocator blockBufferBlockAllocator: CFAllocator?,
    flags: UInt32,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?
) -> OSStatus {
    status {
        let needed = AudioBufferList.sizeInBytes(maximumBuffers: try sbuf.audioBufferCount())
        bufferListSizeNeededOut?.pointee = needed
        guard let bufferListOut else {
            guard bufferListSizeNeededOut != nil else { throw CMSampleBuffer.Error.requiredParameterMissing }
            return
        }
        guard let blockBufferOut else { throw CMSampleBuffer.Error.requiredParameterMissing }
        guard bufferListSize >= needed else { throw CMSampleBuffer.Error.arrayTooSmall }
        let (buffers, data) = try sbuf.audioBuffers(flags: .init(rawValue: flags))
        let list = UnsafeMutableAudioBufferListPointer(bufferListOut)
        list.count = buffers.count
        for (index, buffer) in buffers.enumerated() { list[index] = buffer }
        blockBufferOut.pointee = data
    }
}

/// Copies where the packets lie. The sizes are in bytes. Without an array, only says how many bytes it takes.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptions(
    _ sbuf: CMSampleBuffer,
    allocatedSize packetDescriptionsSize: Int,
    packetDescriptionsOut: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    packetDescriptionsSizeNeededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
    let stride = MemoryLayout<AudioStreamPacketDescription>.stride
    return status {
        var count = 0
        defer { packetDescriptionsSizeNeededOut?.pointee = count * stride }
        try fill(packetDescriptionsOut, max(packetDescriptionsSize, 0) / stride, &count) {
            try sbuf.audioStreamPacketDescriptions()
        }
    }
}

/// Finds where the packets lie. The size is in bytes; there is no pointer for PCM. Valid until the buffer becomes invalid.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
    _ sbuf: CMSampleBuffer,
    packetDescriptionsPointerOut: UnsafeMutablePointer<UnsafePointer<AudioStreamPacketDescription>?>?,
    sizeOut packetDescriptionsSizeOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
    status {
        let memory = try sbuf.packetDescriptionMemory()
        packetDescriptionsPointerOut?.pointee = memory.count > 0 ? UnsafePointer(memory.packets.baseAddress) : nil
        packetDescriptionsSizeOut?.pointee = memory.count * MemoryLayout<AudioStreamPacketDescription>.stride
    }
}

/// Copies frames of PCM into buffers that are laid out as the format says.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
    _ sbuf: CMSampleBuffer,
    at frameOffset: Int32,
    frameCount numFrames: Int32,
    into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    status {
        guard frameOffset >= 0, numFrames >= 0 else { throw CMSampleBuffer.Error.sampleIndexOutOfRange }
        let range = Int(frameOffset)..<(Int(frameOffset) + Int(numFrames))
        try sbuf.copyPCMData(fromRange: range, into: bufferList)
    }
}

extension CMSampleBuffer {
    /// The packet descriptions at an address that stays.
    fileprivate func packetDescriptionMemory() throws -> PacketDescriptionMemory {
        let list = try audioStreamPacketDescriptions()
        return try state.withLock { state in
            guard state.isValid else { throw Error.invalidated }
            let memory = state.packetPointer ?? PacketDescriptionMemory(list)
            state.packetPointer = memory
            return memory
        }
    }
}
