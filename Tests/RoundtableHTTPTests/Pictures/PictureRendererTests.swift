internal import Foundation
internal import NIOCore
internal import Roundtable
@testable internal import RoundtableHTTP
internal import TestSupport
internal import RoundtableTestTools
internal import Testing

@Suite("Pictures")
struct PictureRendererTests {
    private func square(_ colour: String, inside: String = "") -> String {
        #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 900">"#
            + #"<rect width="900" height="900" fill="\#(colour)"/>\#(inside)</svg>"#
    }

    private func subject(_ number: Int) -> PictureRenderer.Subject {
        .board(.after(number, of: SessionID(.numbered(1))))
    }

    private func client(_ number: UInt8) -> ClientAddress {
        withUnsafeBytes(of: (192, 0, 2, number) as (UInt8, UInt8, UInt8, UInt8)) { ClientAddress(bytes: $0) }
    }

    private func pixels(of svg: String) async throws -> PNGPixels {
        let png = try await PictureRenderer().png(of: subject(1), for: .unknown) { svg }
        return try #require(PNGPixels(Array(png.readableBytesView)))
    }

    @Test("a picture is a PNG file of 900×900 pixels in the drawing's colours")
    func coloursAndSize() async throws {
        let pixels = try await pixels(
            of: square("#12ab34", inside: #"<rect x="450" width="450" height="900" fill="red"/>"#))
        #expect(pixels.width == 900 && pixels.height == 900)
        #expect(pixels[10, 450] == 0x12AB34)
        #expect(pixels[890, 450] == 0xFF0000)
    }

    @Test("a drawing of another size is fitted, and what it leaves free is white")
    func fitted() async throws {
        let pixels = try await pixels(
            of:
                #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">"#
                + #"<rect width="20" height="10" fill="blue"/></svg>"#)
        #expect(pixels[450, 450] == 0x0000FF)
        #expect(pixels[450, 10] == 0xFFFFFF)
    }

    @Test(
        "a drawing cannot show files of the server",
        arguments: [
            #"<image href="FILE" width="900" height="900"/>"#,
            #"<use href="FILE#red"/>"#,
            #"<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="FILE"/>"#,
        ])
    func noFiles(attempt: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).svg")
        try square("red", inside: #"<rect id="red" width="900" height="900"/>"#)
            .write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let attempt = attempt.replacingOccurrences(of: "FILE", with: file.absoluteString)
        let pixels = try await pixels(of: square("lime", inside: attempt))
        #expect(pixels[450, 450] == 0x00FF00)
    }

    @Test(
        "what is no drawing is malformed",
        arguments: ["", "hello", "<svg", "<html></html>", "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>"])
    func malformed(svg: String) async {
        let error = await #expect(throws: PictureError.self) {
            try await PictureRenderer().png(of: subject(1), for: .unknown) { svg }
        }
        guard case .malformed(let complaint) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!complaint.isEmpty)
    }

    @Test("a failed drawing is not remembered")
    func retryAfterFailure() async throws {
        let renderer = PictureRenderer()
        await #expect(throws: PictureError.self) { try await renderer.png(of: subject(1), for: .unknown) { "" } }
        _ = try await renderer.png(of: subject(1), for: .unknown) { square("red") }
    }

    @Test("a second request for a subject gets the first picture")
    func cached() async throws {
        let renderer = PictureRenderer()
        let first = try await renderer.png(of: subject(1), for: .unknown) { square("red") }
        let second = try await renderer.png(of: subject(1), for: client(1)) { throw ServiceError.notFound }
        #expect(first == second)
    }

    @Test("a client is charged for what is drawn, not for what is cached, and its refusal is nobody else's")
    func charged() async throws {
        let renderer = PictureRenderer()
        func ask(_ number: Int, _ charge: () throws -> Void) async throws {
            _ = try await renderer.png(of: subject(number), for: client(1), charge: charge) { square("red") }
        }
        let refuse = { throw ServiceError.notFound }
        await #expect(throws: ServiceError.self) { try await ask(1, refuse) }
        try await ask(1) {}
        try await ask(1, refuse)
    }

    @Test("many requests at once are all answered, each subject with its own picture")
    func manyAtOnce() async throws {
        let renderer = PictureRenderer()
        let colours = ["#110000", "#220000", "#330000", "#440000"]
        try await withThrowingTaskGroup(of: (String, ByteBuffer).self) { group in
            for request in 0..<40 {
                let colour = colours[request % colours.count]
                group.addTask {
                    let png = try await renderer.png(of: subject(request % colours.count), for: .unknown) {
                        square(colour)
                    }
                    return (colour, png)
                }
            }
            for try await (colour, png) in group {
                let pixel = try #require(PNGPixels(Array(png.readableBytesView)))[450, 450]
                #expect(String(pixel, radix: 16) == colour.dropFirst())
            }
        }
    }

    @Test("one address has so many waiting, another is served, and beyond the limit the last of the first gives way")
    func bounded() async throws {
        var limits = PictureRenderer.Limits()
        (limits.threads, limits.waiting, limits.waitingOfAddress) = (1, 6, 4)
        let (renderer, gate, executor) = (PictureRenderer(limits: limits), Gate(), SteppedExecutor())
        @Sendable func ask(_ number: Int, _ address: UInt8) async throws {
            _ = try await renderer.png(of: subject(number), for: client(address)) {
                await gate.pass()
                return square("red")
            }
        }
        /// Asks, and goes as far as it can.
        func begin(_ number: Int, _ address: UInt8) -> SteppedTask<Void> {
            executor.begin { try await ask(number, address) }
        }
        // Two are being described, and the others wait.
        var waiting = (0..<6).map { begin($0, 1) }
        await #expect(throws: PictureError.tooManyFromAddress) { try await ask(90, 1) }
        waiting += [begin(6, 2), begin(7, 3)]
        #expect(gate.waiting == 2)
        waiting.append(begin(91, 4))
        #expect(throws: PictureError.busy) { try waiting.remove(at: 5).value() }
        await #expect(throws: PictureError.busy) { try await ask(92, 2) }
        gate.open()
        try await executor.run(until: "all that wait are drawn") { waiting.allSatisfy(\.hasEnded) }
        for task in waiting { try task.value() }
        try await ask(90, 1)
    }
}
