/// `sinf`: how samples are protected, and what they are without it.
struct ISOProtection: Hashable, Sendable {
    /// `tenc`: what common encryption does unless a sample says otherwise.
    struct Defaults: Hashable, Sendable {
        let isProtected: Bool
        /// Bytes of the initialization vector with each sample; 0 when ``constantVector`` is for all.
        let vectorSize: UInt8
        let keyID: [UInt8]
        let constantVector: [UInt8]
        /// Of this many 16-byte blocks …
        let encryptedBlocks: UInt8
        /// … and this many clear ones the pattern is made; both 0 without a pattern.
        let clearBlocks: UInt8
    }

    /// The format of the samples in the clear; nil when the file does not tell.
    private(set) var originalFormat: ISOCode?
    /// Such as `cenc` or `cbcs`.
    private(set) var scheme: ISOCode?
    private(set) var schemeVersion: UInt32?
    private(set) var defaults: Defaults?

    init(_ fields: ISOFields) {
        var fields = fields
        while let (type, content) = fields.nextBox() {
            var content = content
            switch type {
            case "frma": originalFormat = try? content.code()
            case "schm":
                guard (try? content.versionAndFlags()) != nil else { continue }
                scheme = try? content.code()
                schemeVersion = try? content.u32()
            case "schi":
                guard let tenc = content.firstBox("tenc") else { continue }
                defaults = try? Defaults(tenc)
            default: break
            }
        }
    }
}

extension ISOProtection.Defaults {
    fileprivate init(_ fields: ISOFields) throws(ISOMediaError) {
        var fields = fields
        let version = try fields.versionAndFlags().version
        try fields.skip(1)
        let pattern = try fields.u8()
        encryptedBlocks = version == 0 ? 0 : pattern >> 4
        clearBlocks = version == 0 ? 0 : pattern & 15
        isProtected = try fields.u8() != 0
        vectorSize = try fields.u8()
        keyID = try fields.take(16)
        constantVector = isProtected && vectorSize == 0 ? try fields.take(Int(try fields.u8())) : []
    }
}
