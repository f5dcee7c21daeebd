/// The 3 by 3 matrix of a movie or a track, as the integers of the file.
///
/// A point (x, y) goes to (a·x + c·y + x₀, b·x + d·y + y₀), all divided by (u·x + v·y + w).
package struct ISOMatrix: Hashable, Sendable {
    /// `a b u c d v x y w` in the order of the file: 16.16 fixed point, but `u`, `v` and `w` 2.30.
    package let values: [Int32]

    package static let identity = ISOMatrix(values: [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000])

    private init(values: [Int32]) { self.values = values }

    package init(_ fields: inout ISOFields) throws(ISOMediaError) {
        var values: [Int32] = []
        for _ in 0..<9 { values.append(try fields.i32()) }
        self.values = values
    }

    package var a: Double { Double(values[0]) / 65536 }
    package var b: Double { Double(values[1]) / 65536 }
    var u: Double { Double(values[2]) / 0x1p30 }
    package var c: Double { Double(values[3]) / 65536 }
    package var d: Double { Double(values[4]) / 65536 }
    package var v: Double { Double(values[5]) / 0x1p30 }
    package var x: Double { Double(values[6]) / 65536 }
    package var y: Double { Double(values[7]) / 65536 }
    package var w: Double { Double(values[8]) / 0x1p30 }
}
