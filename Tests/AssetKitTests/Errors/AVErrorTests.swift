import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitBase
@testable import AssetKitContainers
@testable import AssetKitMedia

@Suite("AVError")
struct AVErrorTests {
    @Test("an AVError is an NSError of the domain, with its user info")
    func toNSError() {
        let error: any Error = AVError(.diskFull, "cannot write 'a.mov': No space left on device; free some space")
        #expect((error as NSError).domain == AVFoundationErrorDomain)
        #expect((error as NSError).code == -11807)
        #expect((error as NSError).localizedDescription.hasPrefix("cannot write 'a.mov'"))
        #expect(error.localizedDescription == "\(error)")
    }

    @Test("an NSError of the domain is an AVError, any other one is not")
    func fromNSError() throws {
        let error: any Error = NSError(domain: AVFoundationErrorDomain, code: -11823, userInfo: [AVErrorTimeKey: 1])
        #expect((error as? AVError)?.code == .fileAlreadyExists)
        #expect((NSError(domain: NSCocoaErrorDomain, code: -11823) as any Error) as? AVError == nil)
    }

    @Test("errors of every layer say themselves what they are")
    func explanations() {
        #expect(AVError.explanation(of: CancellationError()).0 == .operationCancelled)
        #expect(AVError.explanation(of: WriteFailure(number: 28)).0 == .diskFull)
        #expect(AVError.explanation(of: MatroskaError.noSegment).1 == "the file ends before its segment")
        #expect(AVError.explanation(of: NSError(domain: AVFoundationErrorDomain, code: -11823)).0 == .fileAlreadyExists)
        let full = AVError(.diskFull, userInfo: [NSLocalizedFailureReasonErrorKey: "it is full"])
        #expect(AVError.explanation(of: full).1 == "it is full")
    }

    @Test("files and the system's numbers stand in errors of writing")
    func writing() {
        let error = AVError.writing("a.mov", because: WriteFailure(number: 32))
        #expect(error.userInfo[NSFilePathErrorKey] as? String == "a.mov")
        let cause = error.underlyingError as NSError?
        #expect(cause?.domain == NSPOSIXErrorDomain && cause?.code == 32)
    }

    @Test("catching by code matches both kinds")
    func catching() {
        func caught(_ error: any Error) -> Bool {
            do { throw error } catch AVError.fileAlreadyExists { return true } catch { return false }
        }
        #expect(caught(AVError(.fileAlreadyExists)))
        #expect(caught(NSError(domain: AVFoundationErrorDomain, code: -11823)))
        #expect(!caught(AVError(.unknown)))
        #expect(!caught(CancellationError()))
    }

    @Test("a code without a name keeps its number")
    func unknownCode() {
        #expect(AVError.Code(rawValue: -1)?.rawValue == -1)
        #expect(AVError.Code(rawValue: 7).map { AVError($0).errorCode } == 7)
        #expect(AVError.unknown == AVError.Code(rawValue: -11800))
        #expect("\(AVError(.unknown))".contains("-11800"))
    }

    @Test("what is in the user info has names")
    func accessors() {
        let time = CMTime(value: 7, timescale: 5)
        let cause = NSError(domain: NSPOSIXErrorDomain, code: 28)
        let error = AVError(
            .maximumDurationReached,
            userInfo: [
                AVErrorTimeKey: time, AVErrorFileSizeKey: 12, AVErrorRecordingSuccessfullyFinishedKey: true,
                AVErrorMediaSubTypeKey: [1, 2], AVErrorPersistentTrackIDKey: Int32(3), NSUnderlyingErrorKey: cause,
                AVErrorPresentationTimeStampKey: CMTimeCopyAsDictionary(time, allocator: nil) as Any,
            ]
        )
        #expect(error.time == time && error.presentationTimeStamp == time)
        #expect(error.fileSize == 12 && error.recordingSuccessfullyFinished == true)
        #expect(error.mediaSubtypes == [1, 2] && error.persistentTrackID == 3)
        #expect((error.underlyingError as NSError?)?.code == 28)
        #expect(error.processID == nil)
    }

    @Test("breaking a rule of the interface stops the program after the handler saw the message")
    func programmerErrors() async {
        await #expect(processExitsWith: .failure) {
            programmerError("AVAssetWriter.startWriting() was called twice")
        }
        await #expect(processExitsWith: .exitCode(42)) {
            ProgrammerError.$handler.withValue({ message in exit(message == "twice" ? 42 : 1) }) {
                require(false, "twice")
            }
        }
    }
}
