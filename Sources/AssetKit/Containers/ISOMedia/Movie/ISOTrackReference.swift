/// One kind of reference from a track to others, such as `chap` to its chapters.
struct ISOTrackReference: Hashable, Sendable {
    let type: ISOCode
    let trackIDs: [UInt32]

    /// All references of a `tref` box.
    static func all(in fields: ISOFields) throws(ISOMediaError) -> [ISOTrackReference] {
        var walk = fields
        var result: [ISOTrackReference] = []
        while let (type, content) = walk.nextBox() {
            var content = content
            var ids: [UInt32] = []
            while content.remaining >= 4 { ids.append(try content.u32()) }
            result.append(ISOTrackReference(type: type, trackIDs: ids))
        }
        return result
    }
}
