/// The bytes that an exported file may have. A plain value.
struct SizeLimit: Codable, Sendable, Hashable {
    /// The share of the limit to aim at, and the least that is good enough.
    static let aim = 0.985
    static let least = 0.97

    var byteCount: Int64
    /// It is used up: otherwise the preset's quality is enough where that takes less.
    var isFilled: Bool

    func isMet(by count: Int64) -> Bool { count <= byteCount && Double(count) >= Double(byteCount) * Self.least }
}
