/// Where the frames of a block lie. The only one of most blocks needs no memory of its own.
package struct MatroskaFrames: RandomAccessCollection, Sendable {
    private let first: ByteExtent
    private let others: [ByteExtent]

    init(_ first: ByteExtent, others: [ByteExtent] = []) { (self.first, self.others) = (first, others) }

    package var startIndex: Int { 0 }
    package var endIndex: Int { others.count + 1 }
    package subscript(place: Int) -> ByteExtent { place == 0 ? first : others[place - 1] }
}
