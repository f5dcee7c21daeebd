import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import CMTimeLib
import Dispatch
import Testing

@testable import AssetKitCapture

@Suite("Samples on their way to a client")
struct DeliveryQueueTests {
    private enum Heard: Equatable {
        case sample(Int, isBehindGap: Bool)
        case omission(Int)
    }

    private let environment = HostEnvironment.virtual(VirtualHostClock())
    private let connection = AVCaptureConnection(inputPorts: [], output: AVCaptureVideoDataOutput())
    private let queue = DeliveryQueue()

    /// Has samples come to a client that is busy until all of them have.
    private func put(_ count: Int, capacity: Int, _ policy: DeliveryQueue.Policy, _ route: DeliveryQueue.Route) {
        environment.notice { [queue, connection] in
            for number in 0..<count {
                let sound = DeviceSoundBlock([], DeviceSoundFormat(sampleRate: 8000, channelCount: 1))
                let device = DeviceSample(.sound(sound), hostTime: Int64(number))
                let sample = CapturedSample(device, number: number, decoder: nil)
                queue.put(DeliveryQueue.Item(sample: sample, connection: connection), capacity: capacity, policy, route)
            }
        }
    }

    /// What such a client hears.
    private func heard(of count: Int, capacity: Int, _ policy: DeliveryQueue.Policy) -> [Heard] {
        let heard = Protected([Heard]())
        let route = DeliveryQueue.Route(environment: environment) {
            nil
        } deliver: { item, _ in
            heard.withLock { $0.append(.sample(item.sample.number, isBehindGap: item.isBehindGap)) }
            return true
        } omit: { omission, _ in
            heard.withLock { $0.append(.omission(Int(omission.time.value))) }
            return true
        }
        put(count, capacity: capacity, policy, route)
        return heard.withLock { $0 }
    }

    @Test("what was left out is told in the order of time, before or behind what waits")
    func order() {
        #expect(
            heard(of: 4, capacity: 1, .replacesOldest)
                == [.omission(0), .omission(1), .omission(2), .sample(3, isBehindGap: true)]
        )
        #expect(
            heard(of: 4, capacity: 2, .isRefused)
                == [
                    .sample(0, isBehindGap: false), .sample(1, isBehindGap: false), .omission(2), .omission(3),
                ]
        )
    }

    @Test("of very many that were left out, the last ones are told")
    func bound() {
        let most = DeliveryQueue.mostOmissions
        let heard = heard(of: most + 101, capacity: 1, .replacesOldest)
        #expect(heard.count == most + 1 && heard.first == .omission(100))
        #expect(heard.suffix(2) == [.omission(most + 99), .sample(most + 100, isBehindGap: true)])
    }

    @Test("a sample whose client has just moved to another queue comes there, before those behind it")
    func otherQueue() {
        let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
        let (current, heard) = (Protected(first), Protected([String]()))
        let route = DeliveryQueue.Route(environment: environment) {
            current.withLock { $0 }
        } deliver: { item, queue in
            if item.sample.number == 1, queue === first {
                current.withLock { $0 = second }
                return false
            }
            heard.withLock { $0.append("\(item.sample.number) \(queue?.label ?? "")") }
            return true
        }
        put(4, capacity: 10, .isRefused, route)
        #expect(heard.withLock { $0 } == ["0 first", "1 second", "2 second", "3 second"])
    }

    @Test("a sample that has not come to its client when all is forgotten is forgotten too, and counted")
    func forgotten() {
        let calls = Protected(0)
        let route = DeliveryQueue.Route(environment: environment) {
            nil
        } deliver: { [queue] _, _ in
            calls.withLock { $0 += 1 }
            queue.clear()
            return false
        }
        put(3, capacity: 10, .isRefused, route)
        #expect(calls.withLock { $0 } == 1)
        #expect(connection.akStatistics.abandoned == 3)
    }
}
