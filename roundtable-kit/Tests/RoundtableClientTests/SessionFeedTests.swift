import Foundation
import RoundtableModel
import RoundtableClient
import RoundtableTestTools
import Testing

@Suite("A feed of sessions", .timeLimit(.minutes(5)))
struct SessionFeedTests {
    private static let local = Sample.conversation.local

    @Test("however many listen, one request is held; each sees the current view and then every change")
    func shared() async throws {
        let service = HeldTransport(revision: 7)
        let feed = SessionFeed(of: try .patient(service))
        var listeners = [await feed.views(of: Sample.id, as: Self.local).makeAsyncIterator()]
        #expect(try await listeners[0].next()?.revision == 7)
        for _ in 1...4 { listeners.append(await feed.views(of: Sample.id, as: Self.local).makeAsyncIterator()) }
        for index in 1...4 { #expect(try await listeners[index].next()?.revision == 7) }
        try await service.until { $0.held == 1 }
        await service.change(to: 8)
        for index in listeners.indices { #expect(try await listeners[index].next()?.revision == 8) }
        try await service.until { $0.held == 1 }
        #expect(await service.mostAtOnce == 1)
        #expect(await service.asked == [nil, "wait=25", "wait=25"])
        #expect(await service.participants == [Self.local.description])
    }

    @Test("whoever comes late is shown the newest view at once, without a request")
    func late() async throws {
        let service = HeldTransport(revision: 7)
        let feed = SessionFeed(of: try .patient(service))
        var first = await feed.views(of: Sample.id).makeAsyncIterator()
        #expect(try await first.next()?.revision == 7)
        try await service.until { $0.held == 1 }
        var second = await feed.views(of: Sample.id).makeAsyncIterator()
        #expect(try await second.next()?.revision == 7)
        #expect(await service.asked.count == 2)
    }

    @Test("when the last listener has gone the held request is given up, and a new one begins anew")
    func ends() async throws {
        let service = HeldTransport(revision: 7)
        let feed = SessionFeed(of: try .patient(service))
        let listener = Task {
            for try await _ in await feed.views(of: Sample.id) {}
        }
        try await service.until { $0.held == 1 }
        listener.cancel()
        try await service.until { $0.underWay == 0 }
        try await eventually("no session is read") { await feed.sessionsRead == 0 }
        var another = await feed.views(of: Sample.id).makeAsyncIterator()
        #expect(try await another.next()?.revision == 7)
        try await service.until { $0.held == 1 }
        #expect(await service.mostAtOnce == 1)
    }

    @Test("another client, such as one in another language, reads the session again, and goes on reading it")
    func anotherClient() async throws {
        let (service, other) = (HeldTransport(revision: 7), HeldTransport(revision: 8))
        let feed = SessionFeed(of: try .patient(service))
        var views = await feed.views(of: Sample.id).makeAsyncIterator()
        #expect(try await views.next()?.revision == 7)
        try await service.until { $0.held == 1 }
        await feed.use(try .patient(other))
        #expect(try await views.next()?.revision == 8)
        try await other.until { $0.held == 1 }
        try await service.until { $0.underWay == 0 }
        await other.change(to: 9)
        #expect(try await views.next()?.revision == 9)
    }

    @Test("views that nobody iterates over are let go of like any other")
    func dropped() async throws {
        let service = HeldTransport(revision: 7)
        let feed = SessionFeed(of: try .patient(service))
        _ = await feed.views(of: Sample.id)
        try await eventually("no session is read") { await feed.sessionsRead == 0 }
        try await service.until { $0.held == 0 }
    }

    @Test("two sessions are read each for itself, and so are two devices' views of one")
    func separate() async throws {
        let service = HeldTransport(revision: 7)
        let feed = SessionFeed(of: try .patient(service))
        let views = [await feed.views(of: Sample.id, as: Self.local), await feed.views(of: Sample.id)]
        try await service.until { $0.held == 2 }
        #expect(await feed.sessionsRead == 2)
        withExtendedLifetime(views) {}
    }

    @Test("an answer's view is passed on at once, and an older one that comes late is not")
    func offered() async throws {
        let service = HeldTransport(revision: 7)
        let feed = SessionFeed(of: try .patient(service))
        var views = await feed.views(of: Sample.id).makeAsyncIterator()
        #expect(try await views.next()?.revision == 7)
        await feed.offer(try Sample.shown(revision: 9))
        #expect(try await views.next()?.revision == 9)
        await feed.offer(try Sample.shown(revision: 8))
        await feed.offer(try Sample.shown(revision: 9))
        try await service.until { $0.held == 1 }
        await service.change(to: 10)
        #expect(try await views.next()?.revision == 10)
        await feed.offer(try Sample.shown(revision: 11), as: Self.local)
        try await service.until { $0.held == 1 }
        await service.change(to: 12)
        #expect(try await views.next()?.revision == 12)
    }

    @Test("a service that has gone back is followed", arguments: [1, 3, 7])
    func restored(revision: Int) async throws {
        let service = HeldTransport(revision: 8)
        let feed = SessionFeed(of: try .patient(service))
        var views = await feed.views(of: Sample.id).makeAsyncIterator()
        #expect(try await views.next()?.revision == 8)
        try await service.until { $0.held == 1 }
        await service.change(to: revision)
        #expect(try await views.next()?.revision == revision)
        // A view of the time before is not known any more.
        try await service.until { $0.held == 1 }
        await service.change(to: revision + 1)
        #expect(try await views.next()?.revision == revision + 1)
    }

    @Test("a tunnel is waited for, and whoever knows that it ends needn't wait out the pause")
    func tunnel() async throws {
        let service = HeldTransport(revision: 7)
        let pauses = OpenPauses()
        let feed = SessionFeed(of: try .patient(service, pausing: pauses))
        var views = await feed.views(of: Sample.id).makeAsyncIterator()
        #expect(try await views.next()?.revision == 7)
        try await service.until { $0.held == 1 }
        await service.breakOff()
        try await pauses.untilTaken(1)
        await service.restore(revision: 8)
        await feed.refresh(Sample.id)
        #expect(try await views.next()?.revision == 8)
        try await service.until { $0.held == 1 }
        #expect(await service.mostAtOnce == 1)
    }

    @Test("a refusal ends the views of everybody who listens, and whoever asks again is refused again")
    func refused() async throws {
        let transport = ScriptedTransport(try .problem(.notFound), try .problem(.unauthenticated))
        let feed = SessionFeed(of: try .scripted(transport))
        for code in [ErrorCode.notFound, .unauthenticated] {
            var views = await feed.views(of: Sample.id).makeAsyncIterator()
            let error = await #expect(throws: RoundtableError.self) { try await views.next() }
            #expect(error?.code == code)
        }
        #expect(await feed.sessionsRead == 0)
    }

    @Test("by the stream of revisions, a session is read at each of them, and a stream that breaks is taken up again")
    func stream() async throws {
        let event = "event: revision\nid: 7\ndata: {\"revision\":7}\n\n"
        let transport = ScriptedTransport(
            .ok(event), .ok(Sample.view(revision: 7)), .silence, .silence, .silence, .silence, .ok(event),
            .ok(Sample.view(revision: 8)))
        let feed = SessionFeed(of: try .scripted(transport), by: .stream)
        var views = await feed.views(of: Sample.id).makeAsyncIterator()
        #expect(try await views.next()?.revision == 7)
        #expect(try await views.next()?.revision == 8)
    }
}
