package import AssetKitBase
internal import Foundation

/// Builds the error of a status number.
func statusError(_ status: OSStatus) -> NSError {
    NSError(domain: NSOSStatusErrorDomain, code: Int(status))
}

/// Runs the Swift form of a C function and turns its error into a status number.
package func status(of body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return noErr
    } catch {
        // A handler of the client's may throw anything; 0 would say that all went well.
        let code = OSStatus(truncatingIfNeeded: (error as NSError).code)
        return code == noErr ? -1 : code
    }
}
