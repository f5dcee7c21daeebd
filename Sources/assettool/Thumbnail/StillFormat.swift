import AssetKit

/// A kind of picture file that thumbnails can be.
enum StillFormat: String, CaseIterable, Sendable {
    case jpg, png, webp

    /// The format of an ending or of a name on the command line; nil for another.
    init?(name: String) {
        switch name.lowercased() {
        case "jpeg": self = .jpg
        case let name: self.init(rawValue: name)
        }
    }

    /// The names, for messages.
    static var list: String { "jpg, png or webp" }

    /// Compression loses something, and how much can be said.
    var hasQuality: Bool { self != .png }

    /// Pictures say how opaque they are.
    var hasAlpha: Bool { self != .jpg }

    /// The picture as a file, over a colour where one is given. Throws where the format cannot hold it.
    func data(of image: CGImage, quality: Double, background: CGColor? = nil) throws(WorkError) -> Data {
        let image = background.map { image.laid(over: $0) } ?? image
        let data =
            switch self {
            case .jpg: image.akJPEGData(quality: quality, background: .black)
            case .png: image.akPNGData()
            case .webp: image.akWebPData(quality: quality)
            }
        guard let data else {
            throw WorkError(message: "\(rawValue) cannot hold a picture of \(image.width) x \(image.height) pixels")
        }
        return data
    }
}
