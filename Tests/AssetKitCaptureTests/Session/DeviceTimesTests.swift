import Testing

@testable import AssetKitCapture

@Suite("Times of samples that can be")
struct DeviceTimesTests {
    private let second: Int64 = 1_000_000_000

    /// What becomes of samples that come every ten seconds from the thousandth on, and say times that are off by so many seconds.
    private func lags(_ offsets: [Int64]) -> [Int64] {
        var times = DeviceTimes()
        return offsets.enumerated().map { number, offset in
            let arrival = Int64(1000 + 10 * number) * second
            return (times.time(of: arrival + offset * second, lasting: 0, arrival: arrival).time - arrival) / second
        }
    }

    @Test("what may be stays, and what cannot goes on as late as it was")
    func table() {
        #expect(lags([0, -2, 4, -59, 5]) == [0, -2, 4, -59, 5])
        #expect(lags([-2, 6, 6, 3600, 3602, -2]) == [-2, -2, -2, -2, 0, -2])
        #expect(lags([0, -61, -63, -31_536_000, 0]) == [0, 0, -2, -2, 0])
        #expect(lags([18_000, 18_000]) == [0, 0])
        // Where it was wrong from the beginning, what it says later may be right.
        #expect(lags([70, 4, -40]) == [0, 4, -40])
    }

    @Test("a jump is told once, and so is the way back")
    func jumps() {
        var times = DeviceTimes()
        let stamps = [0, 1, 7200, 7201, 7202, 5, 6].map { $0 * second }
        let told = stamps.enumerated().map { number, stamp in
            times.time(of: stamp, lasting: 0, arrival: Int64(number) * second).isJump
        }
        #expect(told == [false, false, true, false, false, true, false])
    }

    /// What becomes of sound that comes ten times a second and says times that are off by so many milliseconds: by how many they are
    /// off then, and whether that is a jump.
    private func sound(_ offsets: [Int64]) -> [(offset: Int64, isJump: Bool)] {
        var times = DeviceTimes()
        let (millisecond, length): (Int64, Int64) = (1_000_000, 100_000_000)
        return offsets.enumerated().map { number, offset in
            let begin = 1000 * second + Int64(number) * length
            let stamp = begin + offset * millisecond
            let (time, isJump) = times.time(of: stamp, lasting: length, arrival: begin + length)
            return ((time - begin) / millisecond, isJump)
        }
    }

    @Test("sound that says it was heard after it has come goes on as before, until its clock is right again")
    func soundAhead() {
        let answers = sound([0, 400, 2000, 2000, 100, 0])
        #expect(answers.map(\.offset) == [0, 400, 400, 400, 100, 0])
        #expect(answers.map(\.isJump) == [false, false, true, false, true, false])
    }

    @Test("sound that was late and is not any more may lack what is missing")
    func soundThatCatchesUp() {
        let answers = sound([-2000, -2000, 0, 0])
        #expect(answers.map(\.offset) == [-2000, -2000, 0, 0] && answers.allSatisfy { !$0.isJump })
    }

    @Test("times at the ends of what can be counted are like others", arguments: [Int64.min, .max])
    func ends(stamp: Int64) {
        var times = DeviceTimes()
        for number in 0..<Int64(4) {
            let arrival = 1000 * second + number
            let first = times.time(of: stamp, lasting: 10, arrival: arrival).time
            let other = times.time(of: number.isMultiple(of: 2) ? .min : .max, lasting: 10, arrival: arrival).time
            #expect(abs(first - arrival) < second && abs(other - arrival) < second)
        }
    }
}
