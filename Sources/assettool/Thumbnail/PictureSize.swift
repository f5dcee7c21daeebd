import AssetKit

/// How large a picture may be: `320x180`, `320x` or `320` for the width alone, `x180` for the height alone, `720p` or `4k`
/// for the shorter side, `50%` of each side.
struct PictureSize: Sendable, Equatable {
    let width: Int?
    let height: Int?
    /// nil for a box to fit into.
    let scale: AKPictureScale?

    /// The largest side that a picture file can have.
    static let limit = 65535

    init(width: Int? = nil, height: Int? = nil, scale: AKPictureScale? = nil) {
        self.width = width
        self.height = height
        self.scale = scale
    }

    /// Reads the value of `--size`; nil for what is none.
    init?(_ text: String) {
        if let scale = Self.scale(text.lowercased()) {
            self.init(scale: scale)
            return
        }
        let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count) else { return nil }
        let sides = parts.map { part in part.isEmpty ? nil : Self.side(part) }
        guard zip(parts, sides).allSatisfy({ $0.isEmpty || $1 != nil }), sides.contains(where: { $0 != nil }) else {
            return nil
        }
        self.init(width: sides[0], height: sides.count == 2 ? sides[1] : nil)
    }

    /// What people call lines: `4k` has as many as `2160p`.
    private static let names = ["4k": 2160, "8k": 4320]

    private static func scale(_ text: String) -> AKPictureScale? {
        if let side = names[text] ?? (text.hasSuffix("p") ? side(String(text.dropLast())) : nil) {
            return .shorterSide(side)
        }
        guard text.hasSuffix("%"), text.dropLast().allSatisfy({ $0.isASCIIDigit || $0 == "." }),
            let percent = Rational128(String(text.dropLast())),
            percent > Rational128(0), percent <= Rational128(100)
        else { return nil }
        return .fraction(percent.doubleValue / 100)
    }

    private static func side(_ text: String) -> Int? {
        guard text.allSatisfy(\.isASCIIDigit), let number = Int(text), (1...limit).contains(number) else { return nil }
        return number
    }

    /// The size as an image generator takes it: zero is free.
    var maximum: CGSize { CGSize(width: width ?? 0, height: height ?? 0) }

    /// It asks for more than a picture of this size has: that stays as it is.
    func exceeds(width: Int, height: Int) -> Bool {
        switch scale {
        case .shorterSide(let side)?: side > min(width, height)
        case .fraction?: false
        case nil: self.width.map { $0 > width } ?? true && self.height.map { $0 > height } ?? true
        }
    }

    /// The size of a picture made to fit: its shape is kept, and it is never enlarged.
    func fitted(width: Int, height: Int) -> (width: Int, height: Int) {
        if let size = scale?.size(of: CGSize(width: width, height: height)) {
            return (Int(size.width), Int(size.height))
        }
        let scale = min(
            1,
            self.width.map { Double($0) / Double(width) } ?? 1,
            self.height.map { Double($0) / Double(height) } ?? 1
        )
        guard scale < 1 else { return (width, height) }
        return (max(1, Int((Double(width) * scale).rounded())), max(1, Int((Double(height) * scale).rounded())))
    }
}
