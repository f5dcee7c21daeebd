internal import CMTimeLib

/// Edit lists of CMX 3600, which are written and not read: one track of pictures, two of sound, cuts, dissolves and speeds.
package enum CMXDocument {
    /// Writes a document, the same bytes for the same document. What the format has no place for is named in warnings.
    package static func write(_ document: EditDocument) throws(InterchangeError) -> InterchangeText {
        try document.validate()
        guard let frameRate = document.frameRate ?? FrameRate(25) else {
            throw InterchangeError("there is no frame rate")
        }
        // A start at another rate cannot count the frames of this one.
        let start = document.startTimecode.flatMap { $0.frameRate == frameRate ? $0 : nil }
        guard let rate = TimecodeRate(frameRate, isDropFrame: start?.isDropFrame ?? false) else {
            throw InterchangeError("CMX 3600 is a list of timecodes, and none counts at \(frameRate) frames a second")
        }
        guard rate.frameDigitCount == 2 else {
            throw InterchangeError("CMX 3600 has two digits for frames, and \(rate) frames a second need three")
        }
        var writer = CMXWriter(document, rate: rate, start: start?.frameNumber ?? 0)
        if document.frameRate == nil { writer.warnings.add("the document does not say its frame rate; 25 is written") }
        return writer.list()
    }
}
