internal import CMTimeLib
internal import Foundation

/// What follows for a buffer of sound from its format and the descriptions of its packets.
struct AudioPackets {
    let content: SampleContent
    /// Where the packets lie, where that is not one behind the other from the first byte on.
    private let scattered: [Range<Int>]

    init(
        _ format: CMFormatDescription,
        count: Int,
        start: CMTime,
        packets: [AudioStreamPacketDescription]
    ) throws {
        guard let basic = format.audioStreamBasicDescription else {
            throw CMSampleBuffer.Error.invalidMediaTypeForOperation
        }
        guard count >= 0, packets.isEmpty || packets.count == count else {
            throw CMSampleBuffer.Error.invalidEntryCount
        }
        let timings = try Self.timings(basic, start: start, packets: packets)
        guard !packets.isEmpty else {
            let size = Self.packetSize(basic)
            guard size > 0 || count == 0 else { throw CMSampleBuffer.Error.requiredParameterMissing }
            content = SampleContent(format: format, count: count, timings: timings, sizes: size > 0 ? [size] : [])
            scattered = []
            return
        }
        let ranges = try packets.map { packet in
            let (end, isTooFar) = packet.mStartOffset.addingReportingOverflow(Int64(packet.mDataByteSize))
            guard packet.mStartOffset >= 0, !isTooFar else { throw CMSampleBuffer.Error.invalidSampleData }
            return Int(packet.mStartOffset)..<Int(end)
        }
        let isDense =
            ranges.first?.lowerBound == 0
            && zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }
        content = SampleContent(
            format: format,
            count: count,
            timings: timings,
            sizes: packets.map { Int($0.mDataByteSize) },
            packets: Self.rebased(packets[...])
        )
        scattered = isDense ? [] : ranges
    }

    /// The bytes of the packets, one behind the other, shared with `data`.
    func arrange(_ data: CMBlockBuffer?) throws -> CMBlockBuffer? {
        guard let data, !scattered.isEmpty else { return data }
        let result = CMBlockBuffer(empty: ())
        for range in scattered {
            guard range.upperBound <= data.dataLength else { throw CMSampleBuffer.Error.invalidSampleData }
            if !range.isEmpty { try result.append(bufferReference: data[range]) }
        }
        return result
    }

    /// The same packets, one behind the other from the first byte on.
    static func rebased(_ packets: ArraySlice<AudioStreamPacketDescription>) -> [AudioStreamPacketDescription] {
        var start: Int64 = 0
        return packets.map { packet in
            var moved = packet
            moved.mStartOffset = start
            start += Int64(packet.mDataByteSize)
            return moved
        }
    }

    /// The bytes of a sample where all have the same number; 0 where not.
    static func packetSize(_ basic: AudioStreamBasicDescription) -> Int {
        guard basic.mFormatID == kAudioFormatLinearPCM else { return Int(basic.mBytesPerPacket) }
        return Int(basic.mBytesPerFrame) * (basic.isNonInterleavedPCM ? Int(basic.mChannelsPerFrame) : 1)
    }

    private static func timings(
        _ basic: AudioStreamBasicDescription,
        start: CMTime,
        packets: [AudioStreamPacketDescription]
    ) throws -> [CMSampleTimingInfo] {
        guard packets.contains(where: { $0.mVariableFramesInPacket > 0 }) else {
            let frames = basic.mFormatID == kAudioFormatLinearPCM ? 1 : basic.mFramesPerPacket
            return [timing(start, frames: frames, rate: basic.mSampleRate)]
        }
        var time = start
        return packets.map { packet in
            let entry = timing(time, frames: packet.mVariableFramesInPacket, rate: basic.mSampleRate)
            time = CMTimeAdd(time, entry.duration)
            return entry
        }
    }

    private static func timing(_ start: CMTime, frames: UInt32, rate: Double) -> CMSampleTimingInfo {
        CMSampleTimingInfo(
            duration: frames > 0 ? duration(frames: frames, rate: rate) : .invalid,
            presentationTimeStamp: start,
            decodeTimeStamp: .invalid
        )
    }

    /// Frames at a rate; exact for whole rates, which all but oddities have.
    private static func duration(frames: UInt32, rate: Double) -> CMTime {
        guard rate > 0 else { return .invalid }
        if let scale = Int32(exactly: rate) { return CMTime(value: Int64(frames), timescale: scale) }
        return CMTime(seconds: Double(frames) / rate, preferredTimescale: 1_000_000_000)
    }
}

/// Packet descriptions at an address that stays.
///
/// SAFETY: written before `init` returns and only read after it.
package final class PacketDescriptionMemory: @unchecked Sendable {
    package let packets: UnsafeMutableBufferPointer<AudioStreamPacketDescription>

    package init(_ list: [AudioStreamPacketDescription]) {
        packets = .allocate(capacity: max(list.count, 1))
        _ = packets.initialize(from: list)
        count = list.count
    }

    package let count: Int

    deinit { packets.deallocate() }
}
