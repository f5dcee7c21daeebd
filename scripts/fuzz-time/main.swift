// Calls every function of CMTimeLib's core with random bits. Built by scripts/fuzz-time.sh together with the core.

let numbers = CommandLine.arguments.dropFirst().map { UInt64($0) }
guard numbers.count == 2, let calls = numbers[0], let seed = numbers[1] else {
    fatalError("usage: fuzz-time CALLS SEED, both whole numbers")
}

let clock = ContinuousClock()
var bits = RandomBits(state: seed)
var checksum = Checksum()
var made: UInt64 = 0
let time = clock.measure {
    while made < calls {
        made += callTimes(&bits, &checksum)
        made += callRanges(&bits, &checksum)
    }
}
let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
print("\(made) calls, seed \(seed), \(milliseconds) ms, checksum \(String(checksum.value, radix: 16)): no trap")
