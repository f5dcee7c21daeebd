internal import AssetKitBase
internal import AssetKitMedia
internal import CFFmpeg
internal import Foundation

/// Stands where FFmpeg opens further files, and at every wait: asks the policy about the one, and about wherever a server sends on to
/// from there, and the flag about the other. Addresses of the web it opens itself, as it does those of assets: FFmpeg would look at nobody's certificate.
///
/// Not Sendable: the demuxer that uses it owns it.
final class ReferenceGuardian {
    private let policy: ReferencePolicy
    private let network: NetworkOptions
    private let flag: CancellationFlag
    /// What comes over a network, until FFmpeg closes it.
    private var opened: [UnsafeMutablePointer<AVIOContext>: InputOutput] = [:]
    /// The first reference that was refused.
    private(set) var forbidden: ForbiddenReference?
    /// Why the latest one over a network could not be opened.
    private(set) var failure: (any Error)?

    init(_ policy: ReferencePolicy, _ network: NetworkOptions, flag: CancellationFlag) {
        self.policy = policy
        self.network = network.guarded { policy.allows($0) }
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
            let reference = String(cString: url)
            guard guardian.allows(reference) else { return ak_ERROR_PERMISSION }
            guard let address = URL(string: reference), ["http", "https"].contains(address.scheme?.lowercased()) else {
                return avio_open2(target, url, flags, &context.pointee.interrupt_callback, options)
            }
            let first = av_dict_get(options?.pointee, "offset", nil, 0).flatMap {
                Int64(String(cString: $0.pointee.value))
            }
            target.pointee = guardian.open(address, from: first ?? 0)
            return target.pointee == nil ? ak_ERROR_IO : 0
        }
        context.pointee.io_close2 = { context, input in
            guard let input, let opaque = context?.pointee.opaque else { return 0 }
            let guardian = Unmanaged<ReferenceGuardian>.fromOpaque(opaque).takeUnretainedValue()
            return guardian.opened.removeValue(forKey: input) == nil ? avio_close(input) : 0
        }
    }

    private func open(_ address: URL, from position: Int64) -> UnsafeMutablePointer<AVIOContext>? {
        do {
            let source = try RemoteAddress().open(address, network, flag)
            let input = try InputOutput(source, from: position, flag: flag)
            opened[input.context] = input
            return input.context
        } catch {
            failure = error
            // Other problems may be passing, and are no reason to give up what can be read without it.
            if error as? NetworkProblem == .sentToForbidden { forbid(address.absoluteString) }
            return nil
        }
    }

    private func allows(_ reference: String) -> Bool {
        if policy.allows(reference) { return true }
        forbid(reference)
        return false
    }

    private func forbid(_ reference: String) {
        forbidden = forbidden ?? ForbiddenReference(reference: reference)
    }
}
