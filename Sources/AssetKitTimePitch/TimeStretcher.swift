/// Makes sound longer or shorter, channel by channel with one mapping for all of them. Samples are floats, each channel in
/// a plane of its own. One stage owns it.
///
/// Append, then read until nothing comes; after the last of the source, finish, and read as much as is wanted: silence
/// follows what there is. The first frame that is read is the first one of the source, whatever an algorithm's delay.
package protocol TimeStretcher: AnyObject {
    /// From the next frame that is read on.
    var speed: Speed { get set }

    /// Adds frames of the source; one plane for each channel.
    func append(_ planes: [UnsafePointer<Float>], count: Int) throws

    /// Nothing will be appended any more.
    func finish() throws

    /// Writes frames to the planes, at most `capacity`: none where more of the source is needed first.
    func read(into planes: [UnsafeMutablePointer<Float>], capacity: Int) throws -> StretchedFrames
}
