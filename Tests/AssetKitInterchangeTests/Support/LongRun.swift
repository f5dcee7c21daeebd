import Foundation

/// Runs that take minutes: with `ASSETKIT_LONG_RUN=1`, and for documents of the library a folder that
/// `scripts/check-interchange.sh` names in `ASSETKIT_INTERCHANGE`.
enum LongRun {
    static let isOn = ProcessInfo.processInfo.environment["ASSETKIT_LONG_RUN"] != nil

    static let folder = ProcessInfo.processInfo.environment["ASSETKIT_INTERCHANGE"].map { URL(filePath: $0) }
}
