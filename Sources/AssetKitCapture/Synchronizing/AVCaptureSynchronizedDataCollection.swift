public import Foundation

/// What several outputs had at the same time. Some may have had nothing.
public final class AVCaptureSynchronizedDataCollection: NSObject, Sendable {
    private let entries: [(output: AVCaptureOutput, data: AVCaptureSynchronizedData)]

    init(_ entries: [(output: AVCaptureOutput, data: AVCaptureSynchronizedData)]) { self.entries = entries }

    /// How many had something.
    public var count: Int { entries.count }

    /// What an output had; nil for nothing.
    public func synchronizedData(for captureOutput: AVCaptureOutput) -> AVCaptureSynchronizedData? {
        entries.first { $0.output === captureOutput }?.data
    }

    /// What an output had; nil for nothing.
    public subscript(key: AVCaptureOutput) -> AVCaptureSynchronizedData? { synchronizedData(for: key) }
}
