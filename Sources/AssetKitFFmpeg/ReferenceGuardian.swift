internal import AssetKitBase
internal import AssetKitMedia
internal import CFFmpeg
internal import Foundation

/// Stands where FFmpeg opens further files, and at every wait: asks the policy about the one, and the flag about the
/// other.
///
/// Not Sendable: the demuxer that uses it owns it.
final class ReferenceGuardian {
    private let policy: ReferencePolicy
    private let flag: CancellationFlag
    /// The first reference that was refused.
    private(set) var forbidden: ForbiddenReference?

    init(_ policy: ReferencePolicy, flag: CancellationFlag) {
        self.policy = policy
        self.flag = flag
    }

    /// Puts itself into a context, which must not outlive it.
    func watch(_ context: UnsafeMutablePointer<AVFormatContext>) {
        let opaque = Unmanaged.passUnretained(self).toOpaque()
        context.pointee.opaque = opaque
        context.pointee.interrupt_callback = AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                return Unmanaged<ReferenceGuardian>.fromOpaque(opaque).takeUnretainedValue().flag.isCancelled ? 1 : 0
            },
            opaque: opaque
        )
        context.pointee.io_open = { context, target, url, flags, options in
            guard let context, let target, let url, let opaque = context.pointee.opaque else { return ak_ERROR_IO }
            let guardian = Unmanaged<ReferenceGuardian>.fromOpaque(opaque).takeUnretainedValue()
            guard guardian.allows(String(cString: url)) else { return ak_ERROR_PERMISSION }
            return avio_open2(target, url, flags, &context.pointee.interrupt_callback, options)
        }
    }

    private func allows(_ reference: String) -> Bool {
        if policy.allows(reference) { return true }
        forbidden = forbidden ?? ForbiddenReference(reference: reference)
        return false
    }
}
