/// Bytes that are left in the file.
struct ISOStoredBytes: Hashable, Sendable {
    let offset: Int64
    let length: Int
}
