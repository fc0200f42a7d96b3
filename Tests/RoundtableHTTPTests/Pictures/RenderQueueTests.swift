internal import NIOCore
@testable internal import RoundtableHTTP
internal import Testing

@Suite("Waiting for pictures")
struct RenderQueueTests {
    private func png(_ size: Int) -> ByteBuffer {
        ByteBuffer(repeating: 7, count: size)
    }

    @Test("requests for a picture that is being drawn share the drawing")
    func shared() {
        var queue = RenderQueue<Int>(limit: 9, cacheCapacity: 100)
        guard case .draw = queue.requested("a", by: 1) else { return #expect(Bool(false), "the first must draw") }
        guard case .wait = queue.requested("a", by: 2) else { return #expect(Bool(false), "the second must wait") }
        #expect(queue.drawn("a", .success(png(10))) == [1, 2])
        guard case .answer(png(10)) = queue.requested("a", by: 3) else {
            return #expect(Bool(false), "the third must be answered")
        }
        #expect(queue.drawn("a", .success(png(10))) == [])
    }

    @Test("keys beyond the limit are refused, but not those being drawn")
    func limit() {
        var queue = RenderQueue<Int>(limit: 1, cacheCapacity: 100)
        guard case .draw = queue.requested("a", by: 1), case .refuse = queue.requested("b", by: 2),
            case .wait = queue.requested("a", by: 3)
        else { return #expect(Bool(false), "one drawing at a time") }
        #expect(queue.drawn("a", .failure(.busy)) == [1, 3])
        guard case .draw = queue.requested("b", by: 4) else { return #expect(Bool(false), "there is room again") }
    }

    @Test("the cache drops what nobody asked for longest, and never holds more bytes than it may")
    func leastRecentlyUsed() {
        var cache = PictureCache(capacity: 30)
        for key in ["a", "b", "c"] { cache.insert(png(10), for: key) }
        #expect(cache.png(for: "a") != nil)
        cache.insert(png(10), for: "d")
        #expect(cache.png(for: "b") == nil)
        #expect(cache.png(for: "a") != nil && cache.png(for: "c") != nil && cache.png(for: "d") != nil)
        cache.insert(png(25), for: "e")
        #expect(cache.size == 25)
        cache.insert(png(31), for: "too large")
        #expect(cache.png(for: "too large") == nil && cache.png(for: "e") != nil)
        cache.insert(png(5), for: "e")
        #expect(cache.size == 5)
    }
}
