internal import AssetKitBase
internal import AssetKitMedia

/// The pictures of a device that clients have, who may keep them as long as they like. They are few: what others of the program use
/// of the same memory, such as recordings, would be theirs otherwise. Whoever keeps more has copies.
final class PictureLoans: Sendable {
    private struct Loan {
        weak var picture: CVPixelBuffer?
    }

    /// So many at a time, of all clients.
    static let most = 8

    private let loans = Protected([Loan]())

    /// A picture for a client, of the same memory; nil where clients have so many already that it is to be copied.
    func lend(_ picture: CVPixelBuffer) -> CVPixelBuffer? {
        loans.withLock { loans in
            loans.removeAll { $0.picture == nil }
            guard loans.count < Self.most else { return nil }
            let twin = picture.twin()
            loans.append(Loan(picture: twin))
            return twin
        }
    }
}
