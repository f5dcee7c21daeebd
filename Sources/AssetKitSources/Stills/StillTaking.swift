package import AssetKitBase

/// Takes still pictures of an open track, for as many calls as there are, one at a time.
package protocol StillTaking: AnyObject {
    /// Makes pictures and hands each to `deliver` as soon as it is ready, from several threads, in no order. Returns when
    /// all have been delivered.
    func render(
        _ requests: [StillRequest],
        _ pictures: PictureRequest,
        flag: CancellationFlag,
        deliver: @escaping @Sendable (Int, Result<Still, any Error>) -> Void
    ) throws
}
