/// Does what takes long, one job after the other.
package protocol SerialWorker: AnyObject, Sendable {
    func async(_ job: @escaping @Sendable () -> Void)
}
