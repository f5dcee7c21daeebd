/// One value of a file's metadata, in the key space that it is stored in.
package struct ISOMetadataEntry: Hashable, Sendable {
    package enum KeySpace: Hashable, Sendable {
        /// Items of `udta` as QuickTime defines them.
        case quickTimeUserData
        /// Items of `udta` as 3GPP and ISO define them, such as `titl` and `loci`.
        case isoUserData
        /// `meta` with the handler `mdta`: keys are names in reverse domain order.
        case quickTimeMetadata
        /// `meta` with the handler `mdir`, as iTunes writes it.
        case iTunes
    }

    package enum Key: Hashable, Sendable, CustomStringConvertible {
        case code(ISOCode)
        case name(String)
        /// iTunes' own keys (`----`): who defines the name, and the name.
        case qualified(domain: String, name: String)

        package var description: String {
            switch self {
            case .code(let code): code.description
            case .name(let name): name
            case .qualified(let domain, let name): "\(domain).\(name)"
            }
        }
    }

    package let keySpace: KeySpace
    package let key: Key
    package let value: ISOMetadataValue
    /// ISO 639-2, or nil for all languages.
    package var languageTag: String?
    /// ISO 3166, or nil for all countries.
    var countryCode: String?
    /// The number of the value's type in `ilst`.
    package var dataType: UInt32?

    package init(
        keySpace: KeySpace,
        key: Key,
        value: ISOMetadataValue,
        languageTag: String? = nil,
        countryCode: String? = nil,
        dataType: UInt32? = nil
    ) {
        self.keySpace = keySpace
        self.key = key
        self.value = value
        self.languageTag = languageTag
        self.countryCode = countryCode
        self.dataType = dataType
    }
}
