internal import AssetKitBase
internal import AssetKitMedia

/// The file that a clip became before it is joined: nobody sees it, and it goes as soon as all of it has been copied.
final class ClipFile: Sendable {
    private let file: Lock<NamelessFile?>
    /// Where this process finds it until it is closed.
    let path: String

    /// Takes the name away from a file.
    init(taking path: String) throws {
        let file = try NamelessFile(taking: path)
        (self.file, self.path) = (Lock(file), file.path)
    }

    var isOpen: Bool { file.withLock { $0 != nil } }

    /// Gives its room on the disk back. What its path names then is something else.
    func close() { file.withLock { $0 = nil } }
}
