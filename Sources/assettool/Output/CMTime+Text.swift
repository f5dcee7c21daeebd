import AssetKit

extension CMTime {
    /// For people, such as `1.48 s`, to a thousandth.
    var text: String { isNumeric ? "\((seconds * 1000).rounded() / 1000) s" : "the end" }
}
