/// `loci`: where something was recorded.
package struct ISOLocation: Hashable, Sendable {
    package let name: String
    /// 0 shooting, 1 real, 2 fictional.
    let role: UInt8
    /// In degrees as 16.16 fixed point; negative is west, south and below the sea.
    package let longitude: Int32
    package let latitude: Int32
    /// In metres as 16.16 fixed point.
    package let altitude: Int32
    /// Such as `earth`.
    package let body: String
    package let notes: String

    /// A real place on Earth, in degrees and metres as 16.16 fixed point.
    package init(latitude: Int32, longitude: Int32, altitude: Int32) {
        (name, role, body, notes) = ("", 1, "earth", "")
        (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
    }

    package init(_ fields: inout ISOFields) throws(ISOMediaError) {
        name = ISOText.terminated(&fields)
        role = try fields.u8()
        longitude = try fields.i32()
        latitude = try fields.i32()
        altitude = try fields.i32()
        body = ISOText.terminated(&fields)
        notes = ISOText.terminated(&fields)
    }
}
