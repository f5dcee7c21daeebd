import AssetKitBase
import AssetKitClocks
import CMTimeLib
import Foundation
import Testing

@Suite("Functions of clocks and timebases")
struct FunctionTests {
    @Test("errors have Core Media's codes")
    func codes() {
        let codes = [
            CMClock.Error.missingRequiredParameter, CMClock.Error.invalidParameter, CMClock.Error.allocationFailed,
            CMTimebase.Error.missingRequiredParameter, CMTimebase.Error.invalidParameter,
            CMTimebase.Error.allocationFailed, CMTimebase.Error.timerIntervalTooShort,
        ].map(\.code)
        #expect(codes == [-12745, -12746, -12747, -12748, -12749, -12750, -12751])
        #expect(CMClock.Error.unsupportedOperation.code == -12756)
        #expect(CMTimebase.Error.readOnly.code == -12757)
        #expect(CMTimebase.Error.readOnly.domain == NSOSStatusErrorDomain)
        let sync = [
            kCMSyncError_MissingRequiredParameter, kCMSyncError_InvalidParameter, kCMSyncError_AllocationFailed,
            kCMSyncError_RateMustBeNonZero,
        ]
        #expect(sync == [-12752, -12753, -12754, -12755])
    }

    @Test("clocks by functions")
    func clocks() throws {
        let clock = CMClockGetHostTimeClock()
        #expect(clock === CMClock.hostTimeClock)
        #expect(CMClockGetTime(clock).isNumeric)
        #expect(CMClockConvertHostTimeToSystemUnits(seconds(1)) == 1_000_000_000)
        #expect(CMClockMakeHostTimeFromSystemUnits(1_000_000_000) == seconds(1))
        #expect(!CMClockMightDrift(clock, otherClock: clock))
        let device = try CMClock(host: VirtualHostClock(now: second), deviceTime: .zero, hostTime: seconds(1))
        var (time, reference) = (CMTime.invalid, CMTime.invalid)
        #expect(CMClockGetAnchorTime(device, clockTimeOut: &time, referenceClockTimeOut: &reference) == noErr)
        #expect((time, reference) == (.zero, seconds(1)))
        CMClockInvalidate(device)
        let status = CMClockGetAnchorTime(device, clockTimeOut: &time, referenceClockTimeOut: &reference)
        #expect(status == kCMClockError_InvalidParameter)
    }

    @Test("timebases by functions, in both spellings")
    func timebases() throws {
        let time = VirtualTime()
        let allocator = kCFAllocatorDefault
        var made: [CMTimebase?] = [nil, nil, nil, nil]
        let clock = time.clock
        #expect(CMTimebaseCreateWithSourceClock(allocator: allocator, sourceClock: clock, timebaseOut: &made[0]) == 0)
        #expect(CMTimebaseCreateWithMasterClock(allocator: allocator, masterClock: clock, timebaseOut: &made[1]) == 0)
        let top = try #require(made[0])
        #expect(CMTimebaseCreateWithSourceTimebase(allocator: nil, sourceTimebase: top, timebaseOut: &made[2]) == 0)
        #expect(CMTimebaseCreateWithMasterTimebase(allocator: nil, masterTimebase: top, timebaseOut: &made[3]) == 0)
        let bottom = try #require(made[2])
        #expect(try #require(made[3]).sourceTimebase === top)
        #expect(CMTimebaseCopySourceClock(top) === time.clock)
        #expect(CMTimebaseCopyMasterClock(top) === time.clock)
        #expect(CMTimebaseGetMasterClock(top) === time.clock)
        #expect(CMTimebaseCopySourceTimebase(bottom) === top)
        #expect(CMTimebaseCopyMasterTimebase(bottom) === top)
        #expect(CMTimebaseGetMasterTimebase(bottom) === top)
        #expect((CMTimebaseCopySource(bottom) as? CMTimebase) === top)
        #expect((CMTimebaseCopyMaster(top) as? CMClock) === time.clock)
        #expect((CMTimebaseGetMaster(bottom) as? CMTimebase) === top)
        #expect(CMTimebaseCopyUltimateSourceClock(bottom) === time.clock)
        #expect(CMTimebaseCopyUltimateMasterClock(bottom) === time.clock)
        #expect(CMTimebaseGetUltimateMasterClock(bottom) === time.clock)
        #expect(CMTimebaseSetSourceClock(bottom, time.clock) == 0)
        #expect(CMTimebaseSetMasterClock(bottom, time.clock) == 0)
        #expect(CMTimebaseSetMasterTimebase(bottom, top) == 0)

        #expect(CMTimebaseSetTime(top, time: seconds(5)) == 0)
        #expect(CMTimebaseSetTime(top, time: .invalid) == kCMTimebaseError_InvalidParameter)
        #expect(CMTimebaseSetRate(top, rate: 2) == 0)
        #expect(CMTimebaseSetRate(top, rate: .nan) == kCMTimebaseError_InvalidParameter)
        #expect(CMTimebaseSetRate(bottom, rate: 3) == 0)
        #expect(CMTimebaseGetRate(bottom) == 3)
        #expect(CMTimebaseGetEffectiveRate(bottom) == 6)
        time.host.advance(by: second)
        #expect(CMTimebaseGetTime(top) == seconds(7))
        #expect(CMTimebaseGetTimeWithTimeScale(top, timescale: 600, method: .default).value == 4200)
        var (now, rate) = (CMTime.invalid, 0.0)
        #expect(CMTimebaseGetTimeAndRate(top, timeOut: &now, rateOut: &rate) == 0)
        #expect((now, rate) == (seconds(7), 2))
        #expect(CMTimebaseSetAnchorTime(top, timebaseTime: seconds(1), immediateSourceTime: seconds(0)) == 0)
        #expect(top.time == seconds(3))
        #expect(CMTimebaseSetAnchorTime(top, timebaseTime: seconds(2), immediateMasterTime: seconds(0)) == 0)
        #expect(top.time == seconds(4))
        #expect(
            CMTimebaseSetRateAndAnchorTime(top, rate: 1, anchorTime: .zero, immediateSourceTime: .zero) == 0
        )
        #expect(top.timeAndRate == (seconds(1), 1))
        #expect(
            CMTimebaseSetRateAndAnchorTime(top, rate: 2, anchorTime: .zero, immediateMasterTime: .zero) == 0
        )
        #expect(top.timeAndRate == (seconds(2), 2))
        #expect(CMTimebaseNotificationBarrier(top) == 0)

        let readOnly = try CMTimebase(readOnlyWith: time.clock)
        #expect(CMTimebaseSetRate(readOnly, rate: 1) == kCMTimebaseError_ReadOnly)
        #expect(CMTimebaseSetSourceClock(readOnly, time.clock) == kCMTimebaseError_ReadOnly)
    }

    @Test("relations by functions")
    func relations() throws {
        let time = VirtualTime(now: second)
        let timebase = try time.timebase(rate: 2)
        let standing = try time.timebase()
        #expect(CMSyncGetTime(time.clock) == seconds(1))
        #expect(CMSyncGetTime(timebase) == .zero)
        #expect(CMSyncGetRelativeRate(timebase, relativeTo: time.clock) == 2)
        #expect(CMSyncConvertTime(seconds(4), from: timebase, to: time.clock) == seconds(3))
        #expect(!CMSyncMightDrift(timebase, time.clock))
        var (rate, anchor, reference) = (0.0, CMTime.invalid, CMTime.invalid)
        let status = CMSyncGetRelativeRateAndAnchorTime(
            timebase,
            relativeTo: time.clock,
            relativeRateOut: &rate,
            anchorTimeOut: &anchor,
            relativeToAnchorTimeOut: &reference
        )
        #expect(status == noErr)
        #expect((rate, anchor, reference) == (2, .zero, seconds(1)))
        let refused = CMSyncGetRelativeRateAndAnchorTime(
            timebase,
            relativeTo: standing,
            relativeRateOut: nil,
            anchorTimeOut: nil,
            relativeToAnchorTimeOut: nil
        )
        #expect(refused == kCMSyncError_RateMustBeNonZero)
    }

    @Test("what is neither a clock nor a timebase goes with nothing")
    func strangers() {
        let (stranger, clock) = (NSObject(), CMClock.hostTimeClock)
        #expect(!CMSyncGetTime(stranger).isValid)
        #expect(CMSyncGetRelativeRate(stranger, relativeTo: clock).isNaN)
        #expect(!CMSyncConvertTime(.zero, from: clock, to: stranger).isValid)
        #expect(CMSyncMightDrift(clock, stranger))
        let status = CMSyncGetRelativeRateAndAnchorTime(
            stranger,
            relativeTo: clock,
            relativeRateOut: nil,
            anchorTimeOut: nil,
            relativeToAnchorTimeOut: nil
        )
        #expect(status == kCMSyncError_InvalidParameter)
    }
}
