/// What `sdtp`, or the flags of a fragment, say about how a sample and others need each other.
package struct ISOSampleDependency: RawRepresentable, Hashable, Sendable {
    /// Two bits each, as in `sdtp`: leading, depends on others, others depend on it, has redundancy.
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Nothing is known.
    package static let unknown = ISOSampleDependency(rawValue: 0)

    /// nil when not known.
    package var dependsOnOthers: Bool? { Self.answer(rawValue >> 4) }
    /// nil when not known; false means that it can be dropped.
    package var othersDependOnIt: Bool? { Self.answer(rawValue >> 2) }
    package var hasRedundantCoding: Bool? { Self.answer(rawValue) }
    /// 0 unknown, 1 leading and not decodable after a seek, 2 not leading, 3 leading and decodable.
    package var leading: UInt8 { rawValue >> 6 }

    private static func answer(_ bits: UInt8) -> Bool? {
        switch bits & 3 {
        case 1: true
        case 2: false
        default: nil
        }
    }
}
