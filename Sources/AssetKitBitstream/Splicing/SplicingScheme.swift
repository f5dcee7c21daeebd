/// What ``SampleSplicer`` does, for one codec.
protocol SplicingScheme: Sendable {
    var restIsUntouched: Bool { get }
    func entry(_ sample: UnsafeRawBufferPointer) throws -> SpliceEntry
    func refreshes(_ sample: UnsafeRawBufferPointer) throws -> Bool
    func quantizers(_ sample: UnsafeRawBufferPointer) throws -> (sum: Int, count: Int)
    var header: [UInt8] { get }
    func header(joinsOpenGroups: Bool) throws -> [UInt8]
    mutating func adopt(encoderHeader: [UInt8], joinsOpenGroups: Bool) throws -> [UInt8]
    func encoded(_ sample: [UInt8], refreshID: Int?) throws -> [UInt8]
    mutating func beginRun()
    mutating func copied(_ sample: UnsafeRawBufferPointer, isFirst: Bool) throws -> [UInt8]?
}

extension SplicingScheme {
    func header(joinsOpenGroups: Bool) throws -> [UInt8] { header }

    func refreshes(_ sample: UnsafeRawBufferPointer) throws -> Bool { try entry(sample) == .clean }

    func quantizers(_ sample: UnsafeRawBufferPointer) throws -> (sum: Int, count: Int) { (0, 0) }
}
