import Foundation

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitSources
@testable import AssetKitBase

/// How much work opening a file is.
enum OpeningCost {
    /// The processor time that a file's facts take, found out exactly. Other tests run at the same time, and clocks on
    /// the wall would count them too.
    static func seconds(for url: URL) -> Double {
        let start = threadSeconds
        let input = MediaInput(url: url, fileType: nil, restrictions: AssetOptions.defaultRestrictions)
        // Whether it can be opened at all is another fact.
        _ = try? MediaInspector.inspect(input, isPrecise: true, flag: CancellationFlag())
        return threadSeconds - start
    }

    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
