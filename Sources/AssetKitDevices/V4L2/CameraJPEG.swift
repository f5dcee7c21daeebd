/// Looks at a JPEG file from a camera: its ends only.
enum CameraJPEG {
    /// How many bytes the file has, without what fills up the buffer behind it. Nil where it is cut short: it does not begin with
    /// FFD8, or FFD9 is nowhere.
    static func byteCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] == 0xd8 else { return nil }
        // In the data of pictures a zero follows FF, so FFD9 is the end.
        var place = bytes.count - 2
        while place >= 2 {
            if bytes[place] == 0xff, bytes[place + 1] == 0xd9 { return place + 2 }
            place -= 1
        }
        return nil
    }
}
