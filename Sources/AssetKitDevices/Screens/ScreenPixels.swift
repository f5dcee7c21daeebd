/// Where the pixels of a screen lie: 32 bits each, blue first, row behind row.
protocol ScreenPixels {
    /// Lends them where they are, with how many bytes lie between the beginnings of two rows; nil where nothing lies behind a row.
    func lendPixels(_ body: (UnsafeRawPointer, Int?) -> Void)

    /// Copies them, with alpha of 255.
    func copy(into pixels: UnsafeMutableRawPointer, bytesPerRow: Int)
}
