/// Bytes to a server and from it. One reader owns it.
protocol NetworkStream: AnyObject {
    /// Reads what has come, and waits where that is nothing; 0 where the server has ended the connection.
    func read(into buffer: UnsafeMutableRawBufferPointer, _ wait: NetworkWait) throws -> Int

    func write(_ bytes: [UInt8], _ wait: NetworkWait) throws
}
