/// One kind of reference from a track to others, such as `chap` to its chapters.
package struct ISOTrackReference: Hashable, Sendable {
    package let type: ISOCode
    package let trackIDs: [UInt32]

    package init(type: ISOCode, trackIDs: [UInt32]) {
        self.type = type
        self.trackIDs = trackIDs
    }

    /// All references of a `tref` box.
    package static func all(in fields: ISOFields) throws(ISOMediaError) -> [ISOTrackReference] {
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
