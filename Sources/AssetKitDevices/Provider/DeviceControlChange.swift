/// A value for a control.
package struct DeviceControlChange: Hashable, Sendable {
    package var kind: DeviceControl.Kind
    package var value: Int64

    package init(_ kind: DeviceControl.Kind, _ value: Int64) { (self.kind, self.value) = (kind, value) }
}
