public import AssetKitBase

// What an error says in the words of this layer.

extension AVError {
    /// The media type concerned.
    public var mediaType: AVMediaType? { constant(AVErrorMediaTypeKey) }

    /// The file type concerned.
    public var fileType: AVFileType? { constant(AVErrorFileTypeKey) }

    /// A constant, or the text that is its raw value.
    private func constant<Constant: RawRepresentable<String>>(_ key: String) -> Constant? {
        if let constant = userInfo[key] as? Constant { return constant }
        return PropertyList.text(userInfo[key]).flatMap(Constant.init(rawValue:))
    }
}
