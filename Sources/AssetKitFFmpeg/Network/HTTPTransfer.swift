internal import CTransfers

/// One request at a time by libcurl, over connections that it keeps for the next one. One reader owns it.
final class HTTPTransfer {
    private let raw: OpaquePointer
    /// Of the request that is under way.
    private var allowsRedirect: (@Sendable (_ address: String) -> Bool)?

    init() throws {
        guard ak_transfers_are_there() != 0 else { throw NetworkProblem.noLibrary }
        guard let raw = ak_transfer_open() else { throw NetworkProblem.unreachable("no connection can be made") }
        self.raw = raw
    }

    deinit { ak_transfer_close(raw) }

    /// Asks, and waits for an answer. What is wrong with one that has begun `read` tells.
    ///
    /// `isKnown`: the server has answered before, so that a name that nobody has is a passing trouble.
    func ask(_ request: HTTPRequest, isKnown: Bool, _ wait: NetworkWait) throws -> HTTPResponse {
        begin(request)
        try proceed(wait)
        let response = response
        guard let problem else { return response }
        if problem.end == .cut, [200, 206].contains(response.status) { return response }
        throw problem.explained(isKnown: isKnown)
    }

    private func begin(_ request: HTTPRequest) {
        allowsRedirect = request.allowsRedirect
        _ = request.withRaw { plain in
            var guarded = plain.pointee
            if request.allowsRedirect != nil {
                guarded.context = Unmanaged.passUnretained(self).toOpaque()
                guarded.allows = { context, address in
                    guard let context, let address else { return 0 }
                    let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
                    return transfer.allowsRedirect?(String(cString: address)) ?? false ? 1 : 0
                }
            }
            return ak_transfer_begin(raw, &guarded)
        }
    }

    /// The next bytes; 0 at the end. A wait that is given up has lost nothing.
    func read(into buffer: UnsafeMutableRawBufferPointer, _ wait: NetworkWait) throws -> Int {
        while true {
            let count = ak_transfer_take(raw, buffer.baseAddress, buffer.count)
            if count > 0 { return count }
            if let problem { throw problem }
            guard ak_transfer_has_ended(raw) == 0 else { return 0 }
            try proceed(wait)
        }
    }

    /// Ends what there is of a request. Connections over which nothing more comes stay.
    func end() { ak_transfer_end(raw) }

    private func proceed(_ wait: NetworkWait) throws {
        while true {
            ak_transfer_advance(raw)
            if ak_transfer_has_bytes(raw) != 0 || ak_transfer_has_ended(raw) != 0 { return }
            try wait.untilReady { ak_transfer_wait(raw, $0) != 0 }
        }
    }

    // MARK: What it has come to

    /// What ended it before its end.
    private var problem: TransferProblem? {
        guard ak_transfer_has_ended(raw) != 0 else { return nil }
        return TransferProblem(ak_transfer_reason(raw), words: String(cString: ak_transfer_words(raw)))
    }

    private var response: HTTPResponse {
        let length = ak_transfer_length(raw)
        return HTTPResponse(
            status: Int(ak_transfer_status(raw)),
            length: length >= 0 ? length : nil,
            range: field("Content-Range"),
            packing: field("Content-Encoding"),
            tag: field("ETag"),
            date: field("Last-Modified"),
            endsWithConnection: ak_transfer_ends_with_connection(raw) != 0
        )
    }

    private func field(_ name: String) -> String? { ak_transfer_field(raw, name).map { String(cString: $0) } }
}
