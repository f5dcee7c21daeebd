/// Reads samples that a container numbers as they are decoded, and of which it lists the sync samples by their numbers: AVI
/// whose pictures may be out of order. When a picture is shown, only looking at the samples tells.
package protocol NumberedSampleReading: SampleReading {
    /// The last sync sample that is listed at or before `ticks`, which are numbers of samples here; nil where there is none.
    /// Does not move the reader.
    func listedKey(atOrBefore ticks: Int64) -> Int64?

    /// The number of the last sync sample that decoding can start with for the picture shown at `ticks`, and when its
    /// own picture is shown. nil where only the beginning will do. Moves the reader.
    func start(forPictureAt ticks: Int64) throws -> (key: Int64, shown: Int64)?
}
