internal import AssetKitBase
internal import CMTimeLib
internal import Foundation

/// Writes QuickTime movies, MP4 and their family.
package final class ISOMediaSink: MediaSink {
    private let file: any ISOLayoutWriting

    /// Begins the file. Throws ``ISOWritingError`` where it has no place for what is planned.
    init(_ plan: SinkPlan, into sink: any ByteSink) throws {
        switch plan.layout {
        case .plain, .indexFirst: file = try ISOPlainFile(plan, into: sink)
        case .fragmented, .crashSafe: file = try ISOFragmentedFile(plan, into: sink)
        }
    }

    package func write(_ sample: SinkSample, to track: Int) throws { try file.write(sample, to: track) }

    /// Copies samples of another file. Not for fragments, whose samples must be looked at.
    package func writeRun(_ run: SinkRun, to track: Int) throws { try file.write(run, to: track) }

    package func finish(_ ending: SinkEnding) throws { try file.finish(ending) }
}

/// One of the layouts of ``ISOMediaSink``.
protocol ISOLayoutWriting: AnyObject {
    func write(_ sample: SinkSample, to track: Int) throws
    func write(_ run: SinkRun, to track: Int) throws
    func finish(_ ending: SinkEnding) throws
}
