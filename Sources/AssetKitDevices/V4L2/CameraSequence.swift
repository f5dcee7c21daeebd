/// Counts the pictures that a driver has numbered and not delivered.
struct CameraSequence {
    /// A longer gap is numbers that begin anew, or that mean nothing.
    private static let longestGap: UInt32 = 1000
    private var last: UInt32?

    /// How many were lost just before the picture of a number. Numbers may wrap round.
    mutating func lostCount(before number: UInt32) -> Int {
        defer { last = number }
        guard let last else { return 0 }
        let gap = number &- last &- 1
        return gap <= Self.longestGap ? Int(gap) : 0
    }

    /// Numbers begin anew.
    mutating func restart() { last = nil }
}
