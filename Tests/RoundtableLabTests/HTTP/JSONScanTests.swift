import NIOCore
import Testing

@testable import RoundtableLab

@Suite("Members found where they lie")
struct JSONScanTests {
    private let answer = LoadReply(
        status: 200,
        body: ByteBuffer(
            string: #"""
                { "other": {"revision": 1, "list": [{"revision": 2}, "}]\\"]}, "say \"revision\"": "a\"b", "x": null,
                  "session": {"id":"0af","toAct":[1,0],"revision":37,"draft":null}, "draft" : true, "token": "t-1" }
                """#))

    @Test("a member is found by its path, whatever stands before it")
    func paths() {
        #expect(answer.integer("session", "revision") == 37)
        #expect(answer.integer("other", "revision") == 1)
        #expect(answer.text("session", "id") == "0af")
        #expect(answer.text("token") == "t-1")
        #expect(answer.scan { $0.isTrue(at: ["draft"]) } == true)
    }

    @Test("what isn't there, or is something else, is not found")
    func absent() {
        #expect(answer.integer("revision") == nil)
        #expect(answer.integer("session", "id") == nil)
        #expect(answer.text("session", "revision") == nil)
        #expect(answer.integer("token", "revision") == nil)
        #expect(answer.scan { $0.isTrue(at: ["x"]) } == false)
    }

    @Test("text that is cut off is never read past its end")
    func truncated() {
        for length in 0..<answer.body.readableBytes {
            var cut = answer
            cut.body = answer.body.getSlice(at: 0, length: length) ?? ByteBuffer()
            let found = cut.integer("session", "revision")
            #expect(found == nil || found == 3 || found == 37)
        }
    }
}
