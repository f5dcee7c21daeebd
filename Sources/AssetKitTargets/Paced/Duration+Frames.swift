extension Duration {
    /// Whole nanoseconds.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// The nearest number of frames.
    func frames(at rate: Int) -> Int64 {
        let (seconds, attoseconds) = components
        let part = Int128(attoseconds) * Int128(rate) + 500_000_000_000_000_000
        return seconds * Int64(rate) + Int64(part / 1_000_000_000_000_000_000)
    }
}
