import AssetKitDevices
import CMTimeLib
import Testing

@Suite("Formats of devices")
struct DeviceFormatTests {
    @Test("rates know their shortest and longest durations")
    func bounds() {
        let (short, long) = (CMTime(value: 1, timescale: 60), CMTime(value: 1, timescale: 15))
        #expect(DeviceRates.these([short, CMTime(value: 1, timescale: 30), long]).shortest == short)
        #expect(DeviceRates.these([short, long]).longest == long)
        #expect(DeviceRates.between(shortest: short, longest: long).longest == long)
    }
}
