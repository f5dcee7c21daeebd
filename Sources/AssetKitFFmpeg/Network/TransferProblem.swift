internal import AssetKitBase
internal import CTransfers

/// Why libcurl ended a transfer before its end. A plain value.
struct TransferProblem: Error {
    enum End { case cut, other }

    private let reason: ak_TransferEnd
    private let words: String

    /// nil where it ended as it should.
    init?(_ reason: ak_TransferEnd, words: String) {
        guard reason != ak_transfer_complete else { return nil }
        (self.reason, self.words) = (reason, words)
    }

    /// How far it had come.
    var end: End { reason == ak_transfer_cut || reason == ak_transfer_broken ? .cut : .other }

    /// `isKnown`: the server has answered before. `position`: so many bytes of it had come.
    func explained(isKnown: Bool, after position: Int64 = 0, of length: Int64? = nil) -> NetworkProblem {
        switch reason {
        case ak_transfer_no_address: NetworkProblem("it names no server", code: .contentIsUnavailable)
        case ak_transfer_sent_nowhere: .sentNowhere
        case ak_transfer_sent_to_insecure: .sentToInsecure
        case ak_transfer_sent_too_often: .sentTooOften
        case ak_transfer_sent_to_forbidden: .sentToForbidden
        case ak_transfer_unknown_name, ak_transfer_no_handshake: .unreachable(words, isPassing: isKnown)
        case ak_transfer_cut: .cut(after: position, of: length)
        case ak_transfer_broken: .broken(words)
        case ak_transfer_strange: .strange
        case ak_transfer_expired_certificate: .certificate("has expired")
        case ak_transfer_early_certificate: .certificate("is not valid yet")
        case ak_transfer_revoked_certificate: .certificate("has been revoked")
        case ak_transfer_unknown_authority:
            .certificate("is signed by nobody that is trusted here")
        case ak_transfer_other_name: .certificate("is for another name")
        case ak_transfer_bad_certificate: .certificate("cannot be trusted")
        case ak_transfer_no_authorities: .noAuthorities
        default: .unreachable(words)
        }
    }
}
