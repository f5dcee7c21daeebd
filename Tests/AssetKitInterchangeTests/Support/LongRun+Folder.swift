import Foundation
import TestSupport

extension LongRun {
    /// Documents of OpenTimelineIO's library, which `scripts/check-interchange.sh` names in `ASSETKIT_INTERCHANGE`.
    static let folder = ProcessInfo.processInfo.environment["ASSETKIT_INTERCHANGE"].map { URL(filePath: $0) }
}
