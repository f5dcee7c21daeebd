internal import AssetKitBase
internal import AssetKitMedia
internal import Foundation

/// The file that a clip became before it is joined: nobody sees it, and it goes as soon as all of it has been copied.
final class ClipFile: Sendable {
    private enum Keeper {
        case nameless(NamelessFile)
        case folder(HiddenFolder)
    }

    private let keeper: Lock<Keeper?>
    /// Where this process finds it until it is closed.
    let path: String

    /// Takes the name away from a file, which is open from then on.
    init(taking path: String) throws {
        let file = try NamelessFile(taking: path)
        keeper = Lock(.nameless(file))
        self.path = file.path
    }

    /// Takes a file into a folder, where it is open only while somebody reads it.
    init(moving path: String, into folder: HiddenFolder) throws {
        let place = "\(folder.path)/\(URL(filePath: path).lastPathComponent)"
        guard rename(path, place) == 0 else { throw WriteFailure(number: errno) }
        keeper = Lock(.folder(folder))
        self.path = place
    }

    var isOpen: Bool { keeper.withLock { $0 != nil } }

    /// Gives its room on the disk back. What its path names then is something else.
    func close() {
        let last = keeper.withLock { keeper in
            defer { keeper = nil }
            return keeper
        }
        if case .folder? = last { unlink(path) }
    }
}
