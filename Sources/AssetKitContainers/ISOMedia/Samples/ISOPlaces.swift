/// Many places in a file: four bytes each, until one is too far for that.
package struct ISOPlaces: RandomAccessCollection, Sendable {
    private var near: [UInt32] = []
    private var far: [Int64] = []

    package var startIndex: Int { 0 }
    package var endIndex: Int { far.isEmpty ? near.count : far.count }

    package subscript(index: Int) -> Int64 { far.isEmpty ? Int64(near[index]) : far[index] }

    package mutating func append(_ place: Int64) {
        if far.isEmpty, let place = UInt32(exactly: place) { return near.append(place) }
        if far.isEmpty {
            far = near.map(Int64.init)
            near = []
        }
        far.append(place)
    }

    /// All places, each so much further back.
    package func moved(by distance: Int64) -> ISOPlaces {
        var result = ISOPlaces()
        for place in self { result.append(place + distance) }
        return result
    }
}
