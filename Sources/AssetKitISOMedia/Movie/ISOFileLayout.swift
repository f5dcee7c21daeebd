/// The outermost boxes of a file, and the brands it claims.
package struct ISOFileLayout: Sendable {
    /// `ftyp` or `styp`.
    package struct Brands: Hashable, Sendable {
        package let major: ISOCode
        package let minorVersion: UInt32
        package let compatible: [ISOCode]

        package init(_ fields: ISOFields) throws(ISOMediaError) {
            var fields = fields
            major = try fields.code()
            minorVersion = fields.remaining >= 4 ? try fields.u32() : 0
            var compatible: [ISOCode] = []
            while fields.remaining >= 4 { compatible.append(try fields.code()) }
            self.compatible = compatible
        }

        /// The major brand or one of the compatible ones.
        package func contains(_ brand: ISOCode) -> Bool { major == brand || compatible.contains(brand) }
    }

    /// nil in a file without `ftyp`, as QuickTime made before it had one.
    package var brands: Brands?
    /// The types of the outermost boxes in order; one that repeats itself is there once, as far as they have been read.
    package var boxes: [ISOCode] = []
    /// The media begins before the movie header.
    var hasMediaFirst = false
    /// How many bytes an outermost box promises behind the end of the file.
    var missingBytes: Int64 = 0

    /// The file calls itself QuickTime, or is so old that it does not call itself anything.
    package var isQuickTime: Bool { brands.map { $0.contains("qt  ") } ?? true }

    /// Brands of still pictures, whose files need no movie.
    static let stillBrands: Set<ISOCode> = [
        "mif1", "mif2", "heic", "heix", "heim", "heis", "avif", "miaf", "jpeg", "j2ki",
    ]
}
