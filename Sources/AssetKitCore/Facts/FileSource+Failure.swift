internal import Foundation

extension FileSource.Failure {
    /// What the system says in an error, without what Foundation puts around it; nil where something else went wrong.
    package init?(_ error: any Error) {
        var cause = error as NSError
        // An error that is a value is no object until it is made one.
        while let next = cause.userInfo[NSUnderlyingErrorKey] as? any Error { cause = next as NSError }
        guard cause.domain == NSPOSIXErrorDomain else { return nil }
        self.init(number: CInt(cause.code))
    }
}
