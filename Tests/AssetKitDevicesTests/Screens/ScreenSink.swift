import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import Foundation
import Testing

/// Keeps what a screen delivers.
final class ScreenSink: DeviceSink {
    private struct State {
        var samples: [DeviceSample] = []
        var failures: [DeviceFailure] = []
    }

    /// How long something is waited for that another process or thread does.
    static let patience = 600.0

    private let state = Monitor(State())
    private let action: @Sendable (DeviceSample) -> Void

    /// Does something with each sample, on the device's thread.
    init(_ action: @escaping @Sendable (DeviceSample) -> Void = { _ in }) { self.action = action }

    func receive(_ sample: DeviceSample) {
        state.withLock { $0.samples.append(sample) }
        state.announce()
        action(sample)
    }

    func failed(_ failure: DeviceFailure) {
        state.withLock { $0.failures.append(failure) }
        state.announce()
    }

    var samples: [DeviceSample] { state.withLock { $0.samples } }
    var failures: [DeviceFailure] { state.withLock { $0.failures } }

    /// Waits for so many samples. Where a failure comes before they do, or nothing at all, that is recorded: nil.
    func samples(_ count: Int) -> [DeviceSample]? {
        _ = state.wait(until: .now + Self.patience) { $0.samples.count >= count || !$0.failures.isEmpty ? true : nil }
        let (samples, failures) = state.withLock { ($0.samples, $0.failures) }
        if samples.count >= count { return samples }
        Issue.record("\(samples.count) of \(count) samples have come, and the failures \(failures)")
        return nil
    }

    /// Waits for a sample or a failure.
    func hasSomething() -> Bool {
        state.wait(until: .now + Self.patience) { $0.samples.isEmpty && $0.failures.isEmpty ? nil : true } ?? false
    }

    func failure() -> DeviceFailure? { state.wait(until: .now + Self.patience) { $0.failures.first } }
}

/// The pixels of a picture, row after row.
struct Pixels: Equatable, CustomTestStringConvertible {
    var width: Int
    var height: Int
    var values: [UInt32]

    init(_ width: Int, _ height: Int, _ value: (_ column: Int, _ row: Int) -> UInt32) {
        (self.width, self.height) = (width, height)
        values = (0..<width * height).map { value($0 % width, $0 / width) }
    }

    init?(_ sample: DeviceSample) {
        guard case .picture(let picture) = sample.content else { return nil }
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(picture) else { return nil }
        let bytesPerRow = CVPixelBufferGetBytesPerRow(picture)
        self.init(CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture)) { column, row in
            base.load(fromByteOffset: row * bytesPerRow + column * 4, as: UInt32.self)
        }
    }

    /// Not all of them, which would be a hundred pages.
    var testDescription: String {
        let kinds = Set(values)
        let some = kinds.prefix(4).map { String($0, radix: 16) }.joined(separator: ", ")
        return "\(width) x \(height) pixels of \(kinds.count) colours, such as \(some)"
    }

    subscript(column: Int, row: Int) -> UInt32 { values[row * width + column] }
}
