import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import CMTimeLib
import Testing

@testable import AssetKitCapture

@Suite("Samples on their way to a client")
struct DeliveryQueueTests {
    private enum Heard: Equatable {
        case sample(Int, isBehindGap: Bool)
        case omission(Int)
    }

    /// What a client hears that is busy until all of some samples have come.
    private func heard(of count: Int, capacity: Int, _ policy: DeliveryQueue.Policy) -> [Heard] {
        let environment = HostEnvironment.virtual(VirtualHostClock())
        let connection = AVCaptureConnection(inputPorts: [], output: AVCaptureVideoDataOutput())
        let (heard, queue) = (Protected([Heard]()), DeliveryQueue())
        let route = DeliveryQueue.Route(environment: environment) {
            nil
        } deliver: { item in
            heard.withLock { $0.append(.sample(item.sample.number, isBehindGap: item.isBehindGap)) }
        } omit: { omission in
            heard.withLock { $0.append(.omission(Int(omission.time.value))) }
        }
        environment.notice {
            for number in 0..<count {
                let sound = DeviceSoundBlock([], DeviceSoundFormat(sampleRate: 8000, channelCount: 1))
                let device = DeviceSample(.sound(sound), hostTime: Int64(number))
                let sample = CapturedSample(device, number: number, decoder: nil)
                queue.put(DeliveryQueue.Item(sample: sample, connection: connection), capacity: capacity, policy, route)
            }
        }
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
}
