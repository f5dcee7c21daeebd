/// Where a segment stands in a store. Behind the last one it is the first place of a block that is not there.
struct SegmentPlace: Hashable {
    var block: Int
    var index: Int
}
