/// Why an ISO media file cannot be read, or not whole. The text completes a sentence such as "cannot open 'a.mp4': …".
package enum ISOMediaError: Error, Equatable, CustomStringConvertible {
    /// The bytes do not start like a file of this family.
    case notISOMedia
    /// The boxes are there, but no movie header among them.
    case noMovieHeader(isTruncated: Bool)
    /// A still picture (HEIF, AVIF): there is no movie in it.
    case stillImage(brand: String)
    /// A media segment, which means nothing without its initialization segment.
    case segmentWithoutHeader
    /// A QuickTime movie header that is stored compressed.
    case compressedMovieHeader
    /// A box that is shorter than what it promises.
    case endsEarly(box: ISOCode)
    /// A box whose content contradicts the format.
    case damaged(String)
    /// More of something than ``ISOLimits`` allows.
    case limitExceeded(String)

    package var description: String {
        switch self {
        case .notISOMedia: "the file is neither MP4 nor QuickTime"
        case .noMovieHeader(isTruncated: true): "the file ends before its movie header ('moov'); it was not completed"
        case .noMovieHeader(isTruncated: false): "the file has no movie header ('moov')"
        case .stillImage(let brand): "the file is a still picture ('\(brand)') and holds no movie"
        case .segmentWithoutHeader: "the file is a media segment; it needs the initialization segment in front of it"
        case .compressedMovieHeader:
            "the movie header is compressed ('cmov'), which is not supported; save the movie again without compression"
        case .endsEarly(let box): "the box '\(box)' ends before the content it promises"
        case .damaged(let what): what
        case .limitExceeded(let what): "the file has \(what), more than is accepted"
        }
    }
}
