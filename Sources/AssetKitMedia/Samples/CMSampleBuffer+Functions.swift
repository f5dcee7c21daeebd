public import AssetKitBase
public import CMTimeLib
internal import Foundation

/// Gives a buffer its bytes.
@discardableResult
public func CMSampleBufferSetDataBuffer(_ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer) -> OSStatus {
    status { try sbuf.setDataBuffer(dataBuffer) }
}

/// The bytes of the samples.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

/// The picture.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// Says that the data is there.
@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
    status { try sbuf.setDataReadiness(.ready) }
}

/// Whether the data is there.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.dataReadiness == .ready }

/// Says that the data will not come, and why.
@discardableResult
public func CMSampleBufferSetDataFailed(_ sbuf: CMSampleBuffer, status reason: OSStatus) -> OSStatus {
    status { try sbuf.setDataReadiness(.failed(reason)) }
}

/// Whether the data will not come, and why.
public func CMSampleBufferHasDataFailed(
    _ sbuf: CMSampleBuffer,
    statusOut: UnsafeMutablePointer<OSStatus>?
) -> Bool {
    guard case .failed(let reason) = sbuf.dataReadiness else { return false }
    statusOut?.pointee = reason
    return true
}

/// Has the data made ready.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
    status { try sbuf.makeDataReady() }
}

/// Makes a buffer ready when another one is.
@discardableResult
public func CMSampleBufferTrackDataReadiness(
    _ sbuf: CMSampleBuffer,
    sampleBufferToTrack: CMSampleBuffer
) -> OSStatus {
    status { try sbuf.trackDataReadiness(sampleBufferToTrack) }
}

/// Drops the data and runs the invalidate handler, once.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
    status { try sbuf.invalidate() }
}

/// Sets what runs when the buffer becomes invalid.
@discardableResult
public func CMSampleBufferSetInvalidateHandler(
    _ sbuf: CMSampleBuffer,
    invalidateHandler: @escaping CMSampleBufferInvalidateHandler
) -> OSStatus {
    status { try sbuf.setInvalidateHandler(invalidateHandler) }
}

/// Whether the buffer has not been made invalid.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// How many samples there are.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }

/// The sum of the samples' durations.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// The earliest time at which a sample is shown.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

/// When the first sample is decoded; invalid where that is when it is shown.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

/// The duration without what is trimmed, at the speed that is attached.
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDuration }

/// When the first sample that is not trimmed is shown.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputPresentationTimeStamp
}

/// Sets when the first sample that is not trimmed is shown.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
    _ sbuf: CMSampleBuffer,
    newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
    status { try sbuf.setOutputPresentationTimeStamp(outputPresentationTimeStamp) }
}

/// When the first sample is decoded, moved as the output times are.
public func CMSampleBufferGetOutputDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDecodeTimeStamp }

/// Copies the timings as they were given. Without an array, only says how many there are.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
    _ sbuf: CMSampleBuffer,
    entryCount numSampleTimingEntries: CMItemCount,
    arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
    entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    status {
        try fill(timingArrayOut, numSampleTimingEntries, timingArrayEntriesNeededOut) { try sbuf.sampleTimingInfos() }
    }
}

/// Copies the timings moved and scaled as the output times are. Without an array, only says how many there are.
@discardableResult
public func CMSampleBufferGetOutputSampleTimingInfoArray(
    _ sbuf: CMSampleBuffer,
    entryCount timingArrayEntries: CMItemCount,
    arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
    entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    status {
        try fill(timingArrayOut, timingArrayEntries, timingArrayEntriesNeededOut) { try sbuf.outputSampleTimingInfos() }
    }
}

/// The timing of one sample.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
    _ sbuf: CMSampleBuffer,
    at sampleIndex: CMItemIndex,
    timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
    status { timingInfoOut.pointee = try sbuf.sampleTimingInfo(at: sampleIndex) }
}

/// Copies the sizes as they were given. Without an array, only says how many there are.
@discardableResult
public func CMSampleBufferGetSampleSizeArray(
    _ sbuf: CMSampleBuffer,
    entryCount sizeArrayEntries: CMItemCount,
    arrayToFill sizeArrayOut: UnsafeMutablePointer<Int>?,
    entriesNeededOut sizeArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    status { try fill(sizeArrayOut, sizeArrayEntries, sizeArrayEntriesNeededOut) { try sbuf.sampleSizes() } }
}

/// The size of one sample; 0 where it is not known.
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int {
    sbuf.sampleSize(at: sampleIndex)
}

/// The size of all samples; 0 where it is not known.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }

/// What the samples hold.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}

/// A number that is the same for every sample buffer.
public func CMSampleBufferGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(CMSampleBuffer.self).hashValue)
}

/// Calls a function for each sample, as a buffer of its own, until it answers with something else than 0.
@discardableResult
public func CMSampleBufferCallForEachSample(
    _ sbuf: CMSampleBuffer,
    callback: (CMSampleBuffer, CMItemCount, UnsafeMutableRawPointer?) -> OSStatus,
    refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    CMSampleBufferCallBlockForEachSample(sbuf) { callback($0, $1, refcon) }
}

/// Calls a closure for each sample, as a buffer of its own, until it answers with something else than 0.
@discardableResult
public func CMSampleBufferCallBlockForEachSample(
    _ sbuf: CMSampleBuffer,
    _ handler: (CMSampleBuffer, CMItemCount) -> OSStatus
) -> OSStatus {
    for index in 0..<sbuf.numSamples {
        var single: CMSampleBuffer?
        let made = status { single = try CMSampleBuffer(copying: sbuf, forRange: index..<(index + 1)) }
        guard made == noErr, let single else { return made }
        let answer = handler(single, index)
        guard answer == noErr else { return answer }
    }
    return noErr
}

/// Copies as many entries as there are into an array that has room for them.
package func fill<Entry>(
    _ array: UnsafeMutablePointer<Entry>?,
    _ room: Int,
    _ needed: UnsafeMutablePointer<Int>?,
    entries: () throws -> [Entry]
) throws {
    let entries = try entries()
    needed?.pointee = entries.count
    guard let array else {
        guard needed != nil else { throw CMSampleBuffer.Error.requiredParameterMissing }
        return
    }
    guard room >= entries.count else { throw CMSampleBuffer.Error.arrayTooSmall }
    array.update(from: entries, count: entries.count)
}
