import AssetKit

extension ParsedArguments {
    /// What is to be behind pictures with alpha; nil where nobody says.
    func background(_ verb: String) throws(UsageError) -> CGColor? {
        guard let text = value(of: "background") else { return nil }
        guard let color = RGBA(text), color.alpha == 255 else {
            throw UsageError(
                "\(quoted(text)) is no opaque colour; --background takes black, white, red … or #rrggbb",
                verb
            )
        }
        return color.color
    }
}
