public import AssetKitBase
public import CMTimeLib

/// Makes a buffer of samples whose data may come later.
@discardableResult
public func CMSampleBufferCreate(
    allocator: CFAllocator?,
    dataBuffer: CMBlockBuffer?,
    dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
    refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMFormatDescription?,
    sampleCount numSamples: CMItemCount,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
    sampleSizeArray: UnsafePointer<Int>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status {
        let content = SampleContent(
            format: formatDescription,
            count: numSamples,
            timings: try entries(numSampleTimingEntries, sampleTimingArray, samples: numSamples),
            sizes: try entries(numSampleSizeEntries, sampleSizeArray, samples: numSamples)
        )
        sampleBufferOut.pointee = try CMSampleBuffer(
            content,
            data: dataBuffer,
            isReady: dataReady,
            makeReady: handler(makeDataReadyCallback, makeDataReadyRefcon)
        )
    }
}

/// Makes a buffer of samples whose data may come later.
@discardableResult
public func CMSampleBufferCreateWithMakeDataReadyHandler(
    _ allocator: CFAllocator?,
    _ dataBuffer: CMBlockBuffer?,
    _ dataReady: Bool,
    _ formatDescription: CMFormatDescription?,
    _ numSamples: CMItemCount,
    _ numSampleTimingEntries: CMItemCount,
    _ sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    _ numSampleSizeEntries: CMItemCount,
    _ sampleSizeArray: UnsafePointer<Int>?,
    _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
    _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
    CMSampleBufferCreate(
        allocator: allocator,
        dataBuffer: dataBuffer,
        dataReady: dataReady,
        makeDataReadyCallback: makeDataReadyHandler.map { make in { buffer, _ in make(buffer) } },
        refcon: nil,
        formatDescription: formatDescription,
        sampleCount: numSamples,
        sampleTimingEntryCount: numSampleTimingEntries,
        sampleTimingArray: sampleTimingArray,
        sampleSizeEntryCount: numSampleSizeEntries,
        sampleSizeArray: sampleSizeArray,
        sampleBufferOut: sampleBufferOut
    )
}

/// Makes a buffer of samples whose data is there.
@discardableResult
public func CMSampleBufferCreateReady(
    allocator: CFAllocator?,
    dataBuffer: CMBlockBuffer?,
    formatDescription: CMFormatDescription?,
    sampleCount numSamples: CMItemCount,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
    sampleSizeArray: UnsafePointer<Int>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreate(
        allocator: allocator,
        dataBuffer: dataBuffer,
        dataReady: true,
        makeDataReadyCallback: nil,
        refcon: nil,
        formatDescription: formatDescription,
        sampleCount: numSamples,
        sampleTimingEntryCount: numSampleTimingEntries,
        sampleTimingArray: sampleTimingArray,
        sampleSizeEntryCount: numSampleSizeEntries,
        sampleSizeArray: sampleSizeArray,
        sampleBufferOut: sampleBufferOut
    )
}

/// Makes a buffer of sound whose data may come later.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptions(
    allocator: CFAllocator?,
    dataBuffer: CMBlockBuffer?,
    dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
    refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMFormatDescription,
    sampleCount numSamples: CMItemCount,
    presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status {
        let packetCount = packetDescriptions == nil ? 0 : numSamples
        let packets = try AudioPackets(
            formatDescription,
            count: numSamples,
            start: presentationTimeStamp,
            packets: try entries(packetCount, packetDescriptions, samples: numSamples)
        )
        sampleBufferOut.pointee = try CMSampleBuffer(
            packets.content,
            data: try packets.arrange(dataBuffer),
            isReady: dataReady,
            makeReady: handler(makeDataReadyCallback, makeDataReadyRefcon)
        )
    }
}

/// Makes a buffer of sound whose data is there.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    allocator: CFAllocator?,
    dataBuffer: CMBlockBuffer,
    formatDescription: CMFormatDescription,
    sampleCount numSamples: CMItemCount,
    presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMAudioSampleBufferCreateWithPacketDescriptions(
        allocator: allocator,
        dataBuffer: dataBuffer,
        dataReady: true,
        makeDataReadyCallback: nil,
        refcon: nil,
        formatDescription: formatDescription,
        sampleCount: numSamples,
        presentationTimeStamp: presentationTimeStamp,
        packetDescriptions: packetDescriptions,
        sampleBufferOut: sampleBufferOut
    )
}

/// Makes a buffer of one picture whose pixels may come later.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
    allocator: CFAllocator?,
    imageBuffer: CVImageBuffer,
    dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
    refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status {
        sampleBufferOut.pointee = try CMSampleBuffer(
            try SampleContent(image: imageBuffer, format: formatDescription, timing: sampleTiming.pointee),
            image: imageBuffer,
            isReady: dataReady,
            makeReady: handler(makeDataReadyCallback, makeDataReadyRefcon)
        )
    }
}

/// Makes a buffer of one picture whose pixels may come later.
@discardableResult
public func CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler(
    _ allocator: CFAllocator?,
    _ imageBuffer: CVImageBuffer,
    _ dataReady: Bool,
    _ formatDescription: CMVideoFormatDescription,
    _ sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
    _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
    CMSampleBufferCreateForImageBuffer(
        allocator: allocator,
        imageBuffer: imageBuffer,
        dataReady: dataReady,
        makeDataReadyCallback: makeDataReadyHandler.map { make in { buffer, _ in make(buffer) } },
        refcon: nil,
        formatDescription: formatDescription,
        sampleTiming: sampleTiming,
        sampleBufferOut: sampleBufferOut
    )
}

/// Makes a buffer of one picture.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: CFAllocator?,
    imageBuffer: CVImageBuffer,
    formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreateForImageBuffer(
        allocator: allocator,
        imageBuffer: imageBuffer,
        dataReady: true,
        makeDataReadyCallback: nil,
        refcon: nil,
        formatDescription: formatDescription,
        sampleTiming: sampleTiming,
        sampleBufferOut: sampleBufferOut
    )
}

/// Makes a buffer of the same samples, which shares the data.
@discardableResult
public func CMSampleBufferCreateCopy(
    allocator: CFAllocator?,
    sampleBuffer sbuf: CMSampleBuffer,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status { sampleBufferOut.pointee = try CMSampleBuffer(copying: sbuf) }
}

/// Makes a buffer of the same samples at other times.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
    allocator: CFAllocator?,
    sampleBuffer originalSBuf: CMSampleBuffer,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status {
        let timings = try entries(numSampleTimingEntries, sampleTimingArray, samples: originalSBuf.numSamples)
        sampleBufferOut.pointee = try CMSampleBuffer(copying: originalSBuf, withNewTiming: timings)
    }
}

/// Makes a buffer of some of the samples.
@discardableResult
public func CMSampleBufferCopySampleBufferForRange(
    allocator: CFAllocator?,
    sampleBuffer sbuf: CMSampleBuffer,
    sampleRange: CFRange,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status {
        let (end, isTooFar) = sampleRange.location.addingReportingOverflow(sampleRange.length)
        guard sampleRange.location >= 0, sampleRange.length > 0, !isTooFar else {
            throw CMSampleBuffer.Error.sampleIndexOutOfRange
        }
        sampleBufferOut.pointee = try CMSampleBuffer(copying: sbuf, forRange: sampleRange.location..<end)
    }
}

/// The entries of a C array: none, one, or as many as there are samples.
private func entries<Entry>(_ count: Int, _ array: UnsafePointer<Entry>?, samples: Int) throws -> [Entry] {
    guard count == 0 || count == 1 || count == samples, count >= 0 else {
        throw CMSampleBuffer.Error.invalidEntryCount
    }
    guard count > 0 else { return [] }
    guard let array else { throw CMSampleBuffer.Error.requiredParameterMissing }
    return Array(UnsafeBufferPointer(start: array, count: count))
}

private func handler(
    _ callback: CMSampleBufferMakeDataReadyCallback?,
    _ reference: UnsafeMutableRawPointer?
) -> CMSampleBufferMakeDataReadyHandler? {
    callback.map { callback in { callback($0, reference) } }
}
