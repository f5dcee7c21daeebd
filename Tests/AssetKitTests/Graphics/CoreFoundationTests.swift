import AssetKit
import Foundation
import Testing

@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Core Foundation's names")
struct CoreFoundationTests {
    @Test("arrays, dictionaries and truth values are asked by functions")
    func functions() {
        let array = [1, "two", true] as CFArray
        #expect(CFArrayGetCount(array) == 3)
        #expect(CFArrayGetValueAtIndex(array, 1) as? String == "two")
        #expect(CFArrayGetValueAtIndex(array, 3) == nil && CFArrayGetValueAtIndex(array, -1) == nil)
        let dictionary = [kCVPixelBufferWidthKey: 64] as CFDictionary
        #expect(CFDictionaryGetCount(dictionary) == 1)
        #expect(CFDictionaryGetValue(dictionary, kCVPixelBufferWidthKey) as? Int == 64)
        #expect(CFDictionaryContainsKey(dictionary, kCVPixelBufferWidthKey))
        #expect(CFDictionaryGetValue(dictionary, kCVPixelBufferHeightKey) == nil)
        #expect(CFBooleanGetValue(kCFBooleanTrue) && !CFBooleanGetValue(kCFBooleanFalse))
    }

    @Test("the attachments of samples are read with them")
    func attachments() throws {
        let buffer = try WriterKit.picture(0)
        let array = try #require(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true))
        #expect(CFArrayGetCount(array) == 1)
        #expect(CFArrayGetValueAtIndex(array, 0) as? CFDictionary != nil)
    }

    @Test("an NSDictionary goes where a CFDictionary is expected")
    func foundationDictionaries() throws {
        let attributes: NSDictionary = [
            kCVPixelBufferWidthKey: 64, kCVPixelBufferHeightKey: 48,
            kCVPixelBufferPixelFormatTypeKey: NSNumber(value: kCVPixelFormatType_32BGRA),
        ]
        var pool: CVPixelBufferPool?
        #expect(CVPixelBufferPoolCreate(nil, nil, attributes, &pool) == kCVReturnSuccess)
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferPoolCreatePixelBuffer(nil, try #require(pool), &buffer) == kCVReturnSuccess)
        #expect(CVPixelBufferGetWidth(try #require(buffer)) == 64)
        let aligned = NSMutableDictionary()
        aligned[kCVPixelBufferBytesPerRowAlignmentKey] = 256
        #expect(CVPixelBufferCreate(nil, 10, 10, kCVPixelFormatType_32BGRA, aligned, &buffer) == kCVReturnSuccess)
        let picture = try #require(buffer)
        #expect(CVPixelBufferGetBytesPerRow(picture).isMultiple(of: 256))
        let colors: NSDictionary = [kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_709_2]
        CVBufferSetAttachments(picture, colors, .shouldPropagate)
        #expect(CVBufferHasAttachment(picture, kCVImageBufferColorPrimariesKey))
        var description: CMVideoFormatDescription?
        CMVideoFormatDescriptionCreate(
            allocator: nil,
            codecType: kCMVideoCodecType_H264,
            width: 64,
            height: 48,
            extensions: colors,
            formatDescriptionOut: &description
        )
        let extensions = try #require(description).extensions
        #expect(extensions["CVImageBufferColorPrimaries"] as? String == "ITU_R_709_2")
        let time = CMTime(value: 3, timescale: 4)
        let stored = NSDictionary(dictionary: try #require(CMTimeCopyAsDictionary(time, allocator: nil)))
        #expect(CMTimeMakeFromDictionary(stored) == time)
    }

    @Test(
        "types of files have MIME types",
        arguments: [
            (UTType.bmp, "com.microsoft.bmp", "image/bmp", "bmp"),
            (.ico, "com.microsoft.ico", "image/vnd.microsoft.icon", "ico"),
            (.pdf, "com.adobe.pdf", "application/pdf", "pdf"), (.mpeg4Movie, "public.mpeg-4", "video/mp4", "mp4"),
            (.quickTimeMovie, "com.apple.quicktime-movie", "video/quicktime", "mov"),
            (.png, "public.png", "image/png", "png"),
            (.webP, "org.webmproject.webp", "image/webp", "webp"), (.mp3, "public.mp3", "audio/mpeg", "mp3"),
        ] as [(UTType, String, String, String)]
    )
    func mimeTypes(type: UTType, identifier: String, mimeType: String, ending: String) {
        #expect(type.identifier == identifier && type.preferredMIMEType == mimeType)
        #expect(UTType(mimeType: mimeType) == type && UTType(filenameExtension: ending) != nil)
        #expect(UTType.movie.preferredMIMEType == nil)
        #expect(UTType(mimeType: mimeType, conformingTo: .image) == (type.conforms(to: .image) ? type : nil))
    }
}
