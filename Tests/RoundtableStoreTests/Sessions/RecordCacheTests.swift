import GameRules
import Roundtable
import TestSupport
import Testing

@testable import RoundtableStore

@Suite("What is remembered of sessions")
struct RecordCacheTests {
    private func entry(_ number: UInt64, position: [UInt8] = [], bytes: Int) throws -> RecordCache.Entry {
        let model = try anUnopenedSession()
        let identity = Session.Identity(
            id: SessionID(.numbered(number << 32 | number)), founding: model.founding, seed: .numbered(1),
            createdAt: .testing, watch: RulesWatch())
        let session = Session(identity, seats: 2, position: model.position)
        return RecordCache.Entry(session: session, generation: 0, position: position, bytes: bytes)
    }

    private func kept(_ count: UInt64, bytes: Int) throws -> Int {
        let cache = RecordCache(capacity: 320)
        for number in 0..<count { cache.keep(try entry(number, bytes: bytes)) }
        return (0..<count).count { cache.entry(SessionID(.numbered($0 << 32 | $0))) != nil }
    }

    @Test("is as many usual sessions as it may be, fewer that are large, and none that is larger than all")
    func bytes() throws {
        let usual = try kept(2000, bytes: 1000)
        #expect((160...320).contains(usual))
        let large = try kept(2000, bytes: 2 * RecordCache.usualSize)
        #expect((1...usual / 4).contains(large))
        #expect(try kept(10, bytes: 1000 * RecordCache.usualSize) == 0)
    }

    @Test("is less of sessions whose positions take much more memory than their text")
    func memory() throws {
        func kept(_ position: String) throws -> Int {
            let cache = RecordCache(capacity: 320)
            for number in 0..<2000 as Range<UInt64> {
                cache.keep(try entry(number, position: Array(position.utf8), bytes: 0))
            }
            return (0..<2000 as Range<UInt64>).count { cache.entry(SessionID(.numbered($0 << 32 | $0))) != nil }
        }
        let (text, arrays) = (String(repeating: "abcd", count: 400), String(repeating: "[1],", count: 400))
        let (few, many) = (try kept(#"{"state":[\#(arrays)0]}"#), try kept(#"{"state":"\#(text)"}"#))
        #expect((160...320).contains(many) && (1...many / 4).contains(few), "\(few), \(many)")
    }

    /// A device that has seen so many bubbles, of each participant those of eight players.
    private func device(sightings: UInt64) -> Device {
        var device = Device(
            player: .numbered(1), conversation: Conversation(local: ParticipantID(.numbered(1)), remotes: []))
        for number in 0..<sightings {
            let evidence = AliasBook.Evidence(revision: Int(number), at: .testing)
            device.aliases.learn(
                ParticipantID(.numbered(100 + number / 8)), sent: evidence, madeBy: .numbered(2 + Int(number) % 8))
        }
        return device
    }

    @Test("is less of sessions whose devices have seen much")
    func devices() throws {
        func kept(_ device: Device) throws -> Int {
            let cache = RecordCache(capacity: 320)
            for number in 0..<500 as Range<UInt64> {
                for asker in 0..<4 as Range<UInt64> {
                    let asker = Asker(player: .numbered(Int(asker)), local: ParticipantID(.numbered(asker)))
                    cache.keep(try entry(number, bytes: 1000), device: .some(device), of: asker)
                }
            }
            return (0..<500 as Range<UInt64>).count { cache.entry(SessionID(.numbered($0 << 32 | $0))) != nil }
        }
        let (few, many) = (try kept(device(sightings: 2)), try kept(device(sightings: 64)))
        #expect((80...320).contains(few) && (1...few / 2).contains(many), "\(few), \(many)")
    }

    @Test("counts a device that is kept again once")
    func again() throws {
        let cache = RecordCache(capacity: 320)
        let device = device(sightings: 100)
        for _ in 0..<100 { cache.keep(try entry(1, bytes: 1000), device: .some(device), of: device.asker) }
        #expect(cache.entry(SessionID(.numbered(1 << 32 | 1))) != nil)
    }
}
