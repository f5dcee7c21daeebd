internal import AssetKitBase

/// Many places in a file. Where they rise about evenly, as chunks do, each takes two bytes or so.
package struct ISOPlaces: RandomAccessCollection, Sendable {
    private var places = IntegerColumn()

    package init() {}

    package var startIndex: Int { 0 }
    package var endIndex: Int { places.count }

    package subscript(index: Int) -> Int64 { places[index] }

    package mutating func append(_ place: Int64) { places.append(place) }

    /// All places, each so much further back.
    package func moved(by distance: Int64) -> ISOPlaces {
        var result = ISOPlaces()
        for place in self { result.append(place + distance) }
        return result
    }
}
