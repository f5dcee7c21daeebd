/// Why something cannot be written into an ISO media file. The text completes a sentence such as "cannot write 'a.mp4': …".
package enum ISOWritingError: Error, Equatable, CustomStringConvertible {
    /// A format has no place in the file, or lacks what its entry must say.
    case format(String)
    /// A time that the file cannot hold.
    case time(String)
    /// More of something than the file can count.
    case tooMuch(String)
    /// Metadata whose bytes are not there.
    case metadata(String)

    package var description: String {
        switch self {
        case .format(let reason), .time(let reason), .tooMuch(let reason), .metadata(let reason): reason
        }
    }
}
