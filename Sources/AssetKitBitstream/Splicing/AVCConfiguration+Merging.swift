extension AVCConfiguration {
    /// A record with other parameter sets, and with a level that is no lower than `level`. All else is what `record`, from
    /// which this was read, says.
    package func record(
        from record: [UInt8],
        sequences: [[UInt8]],
        pictures: [[UInt8]],
        level: UInt8
    ) throws -> [UInt8] {
        guard sequences.count < 32, pictures.count < 256 else {
            throw SpliceObstacle(reason: "the codec's header has no room for the parameter sets of an encoder")
        }
        return try Self.written(
            // What stands between version and level.
            profile: Array(record.prefix(3).dropFirst()) + [max(level, profile.levelIDC)],
            lengthSize: lengthSize,
            sequences: sequences,
            pictures: pictures,
            highProfileExtension
        )
    }
}
