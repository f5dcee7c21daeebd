internal import Foundation

/// Whether this run repeats what an everyday one does once or a few times, and goes to the end of what an everyday one
/// begins: `ASSETKIT_LONG_RUN=1`.
package enum LongRun {
    package static let isOn = ProcessInfo.processInfo.environment["ASSETKIT_LONG_RUN"] != nil
}
