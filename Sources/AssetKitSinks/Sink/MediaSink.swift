internal import CMTimeLib
internal import Foundation

/// Makes a file of samples. Not Sendable: one stage owns it.
///
/// Samples of a track come in decode order; those of several tracks come in the order in which they are to lie in the file.
package protocol MediaSink: AnyObject {
    func write(_ sample: SinkSample, to track: Int) throws

    /// Completes the file. Nothing may be written after it.
    func finish(_ ending: SinkEnding) throws
}
