public import AssetKitBase
public import CMTimeLib

// Under both names: those of today say source, those before macOS 12 master.

/// Makes a timebase at time 0 and rate 0 that a clock drives.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
    allocator: CFAllocator?,
    sourceClock: CMClock,
    timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    clockStatus { timebaseOut.pointee = try CMTimebase(sourceClock: sourceClock) }
}

/// The older spelling of `CMTimebaseCreateWithSourceClock`.
@discardableResult
public func CMTimebaseCreateWithMasterClock(
    allocator: CFAllocator?,
    masterClock: CMClock,
    timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    clockStatus { timebaseOut.pointee = try CMTimebase(sourceClock: masterClock) }
}

/// Makes a timebase at time 0 and rate 0 that another timebase drives.
@discardableResult
public func CMTimebaseCreateWithSourceTimebase(
    allocator: CFAllocator?,
    sourceTimebase: CMTimebase,
    timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    clockStatus { timebaseOut.pointee = try CMTimebase(sourceTimebase: sourceTimebase) }
}

/// The older spelling of `CMTimebaseCreateWithSourceTimebase`.
@discardableResult
public func CMTimebaseCreateWithMasterTimebase(
    allocator: CFAllocator?,
    masterTimebase: CMTimebase,
    timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    clockStatus { timebaseOut.pointee = try CMTimebase(sourceTimebase: masterTimebase) }
}

/// The timebase that drives another; nil where a clock does.
public func CMTimebaseCopySourceTimebase(_ timebase: CMTimebase) -> CMTimebase? { timebase.sourceTimebase }

/// The older spelling of `CMTimebaseCopySourceTimebase`.
public func CMTimebaseCopyMasterTimebase(_ timebase: CMTimebase) -> CMTimebase? { timebase.sourceTimebase }

/// The clock that drives a timebase; nil where another timebase does.
public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }

/// The older spelling of `CMTimebaseCopySourceClock`.
public func CMTimebaseCopyMasterClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }

/// The clock or the timebase that drives a timebase.
public func CMTimebaseCopySource(_ timebase: CMTimebase) -> CMClockOrTimebase { timebase.source as AnyObject }

/// The older spelling of `CMTimebaseCopySource`.
public func CMTimebaseCopyMaster(_ timebase: CMTimebase) -> CMClockOrTimebase { timebase.source as AnyObject }

/// The clock at the top of the chain of sources.
public func CMTimebaseCopyUltimateSourceClock(_ timebase: CMTimebase) -> CMClock { timebase.ultimateSourceClock }

/// The older spelling of `CMTimebaseCopyUltimateSourceClock`.
public func CMTimebaseCopyUltimateMasterClock(_ timebase: CMTimebase) -> CMClock { timebase.ultimateSourceClock }

/// The older spelling of `CMTimebaseCopySourceTimebase`.
public func CMTimebaseGetMasterTimebase(_ timebase: CMTimebase) -> CMTimebase? { timebase.sourceTimebase }

/// The older spelling of `CMTimebaseCopySourceClock`.
public func CMTimebaseGetMasterClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }

/// The older spelling of `CMTimebaseCopySource`.
public func CMTimebaseGetMaster(_ timebase: CMTimebase) -> CMClockOrTimebase? { timebase.source as AnyObject }

/// The older spelling of `CMTimebaseCopyUltimateSourceClock`.
public func CMTimebaseGetUltimateMasterClock(_ timebase: CMTimebase) -> CMClock? { timebase.ultimateSourceClock }

/// Lets a clock drive a timebase from now on. Time and rate stay.
@discardableResult
public func CMTimebaseSetSourceClock(_ timebase: CMTimebase, _ newSourceClock: CMClock) -> OSStatus {
    clockStatus { try timebase.setSource(newSourceClock) }
}

/// The older spelling of `CMTimebaseSetSourceClock`.
@discardableResult
public func CMTimebaseSetMasterClock(_ timebase: CMTimebase, _ newMasterClock: CMClock) -> OSStatus {
    clockStatus { try timebase.setSource(newMasterClock) }
}

/// Lets another timebase drive a timebase from now on. Time and rate stay; a loop is refused.
@discardableResult
public func CMTimebaseSetSourceTimebase(_ timebase: CMTimebase, _ newSourceTimebase: CMTimebase) -> OSStatus {
    clockStatus { try timebase.setSource(newSourceTimebase) }
}

/// The older spelling of `CMTimebaseSetSourceTimebase`.
@discardableResult
public func CMTimebaseSetMasterTimebase(_ timebase: CMTimebase, _ newMasterTimebase: CMTimebase) -> OSStatus {
    clockStatus { try timebase.setSource(newMasterTimebase) }
}
