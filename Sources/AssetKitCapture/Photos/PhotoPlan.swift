internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib

/// What is wanted of a photo, as it was when the photo was asked for. A plain value.
struct PhotoPlan {
    enum Coding: Hashable {
        /// A JPEG file; without a quality, the camera's own file where it makes one.
        case jpeg(quality: Double?)
        /// A HEIC file.
        case heic(quality: Double?)
        /// A PNG file.
        case png
        case pixels(OSType)

        /// The type of file that it becomes; nil where that is none.
        var fileType: AVFileType? {
            switch self {
            case .jpeg: .jpg
            case .heic: .heic
            case .png: .akPNG
            case .pixels: nil
            }
        }
    }

    /// How one of several pictures is exposed.
    enum Exposure: Hashable {
        case bias(Float)
        case manual(duration: CMTime, iso: Float)
    }

    /// A small picture that shows the same.
    struct Preview: Hashable {
        /// Nil for the format of the photo's pixels.
        var format: OSType?
        /// What it fits into; nil for the size of the photo.
        var size: (width: Int, height: Int)? {
            get { width.flatMap { width in height.map { (width, $0) } } }
            set { (width, height) = (newValue?.width, newValue?.height) }
        }
        private var width: Int?
        private var height: Int?

        init(format: OSType?, size: (width: Int, height: Int)?) {
            self.format = format
            self.size = size
        }
    }

    var coding = Coding.jpeg(quality: nil)
    var firesFlash = false
    /// Those of a bracket; none for one picture, exposed as the camera is set.
    var exposures: [Exposure] = []
    var preview: Preview?
    var thumbnail: Preview?
    /// What the client notes besides, with Image I/O's keys.
    var metadata: [String: Any] = [:]

    var pictureCount: Int { max(1, exposures.count) }

    /// It sets the camera up.
    var isExclusive: Bool { firesFlash || !exposures.isEmpty }
}
