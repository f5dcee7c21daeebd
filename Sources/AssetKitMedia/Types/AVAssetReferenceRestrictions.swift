/// Which other files a file may refer to.
public struct AVAssetReferenceRestrictions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// A file from a server may not refer to local ones.
    public static let forbidRemoteReferenceToLocal = Self(rawValue: 1)
    /// A local file may not refer to ones on servers.
    public static let forbidLocalReferenceToRemote = Self(rawValue: 2)
    /// A file may not refer to ones on other servers.
    public static let forbidCrossSiteReference = Self(rawValue: 4)
    /// A local file may not refer to local ones.
    public static let forbidLocalReferenceToLocal = Self(rawValue: 8)
    /// No references at all.
    public static let forbidAll = Self(rawValue: 65535)
    /// The usual: local files stay local.
    public static let defaultPolicy: Self = .forbidLocalReferenceToRemote
}

/// How good the result of an audio encoder or converter should be.
public enum AVAudioQuality: Int, Sendable {
    /// As fast as can be.
    case min = 0
    /// Fast.
    case low = 0x20
    /// In between.
    case medium = 0x40
    /// Good.
    case high = 0x60
    /// As good as can be.
    case max = 0x7f
}
