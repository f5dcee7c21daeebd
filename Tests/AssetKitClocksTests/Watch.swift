import AssetKitBase
import AssetKitClocks
import CMTimeLib
import Foundation

/// What a timebase posts, in order.
final class Watch: Sendable {
    private let recorder = Recorder<(name: String, time: CMTime)>()
    private let tokens: Protected<[any NSObjectProtocol]>

    init(_ timebase: CMTimebase, then body: @escaping @Sendable (String) -> Void = { _ in }) {
        tokens = Protected([])
        let recorder = recorder
        for (name, short) in [(CMTimebase.timeJumped, "jumped"), (CMTimebase.effectiveRateChanged, "rate")] {
            let token = NotificationCenter.default.addObserver(forName: name, object: timebase, queue: nil) { notice in
                let time = notice.userInfo?[CMTimebase.NotificationKey.eventTime.rawValue] as? CFDictionary
                recorder.add((short, CMTimeMakeFromDictionary(time)))
                body(short)
            }
            tokens.withLock { $0.append(token) }
        }
    }

    deinit {
        for token in tokens.withLock({ $0 }) { NotificationCenter.default.removeObserver(token) }
    }

    var names: [String] { recorder.all.map(\.name) }
    var times: [CMTime] { recorder.all.map(\.time) }
}
