import Digests
package import Foundation
package import GameRules
package import Roundtable
import Synchronization

/// A clock that stands still until it is told to go on, or runs at a given pace, and identifiers in the order of
/// counting.
package final class TestTime: Sendable {
    private struct State {
        var now = Date(timeIntervalSince1970: 1_800_000_000)
        var pace = 0
        var identifiers: UInt64 = 0
    }

    private let state = Mutex(State())

    /// A clock at its usual beginning.
    package init() {}

    /// The time.
    package var now: Date {
        state.withLock { state in
            state.now = state.now.adding(seconds: state.pace)
            return state.now
        }
    }

    /// From now on, so many seconds pass before each look at the clock, as on a machine that is slow.
    package func setPace(seconds: Int) { state.withLock { $0.pace = seconds } }

    /// Lets time pass.
    package func advance(seconds: Int) { state.withLock { $0.now = $0.now.adding(seconds: seconds) } }

    /// Lets a time pass at once.
    package func advance(milliseconds: Int) {
        state.withLock { $0.now = $0.now.adding(milliseconds: milliseconds) }
    }

    /// An identifier that nobody had before.
    package func makeUUID() -> UUID {
        let number = state.withLock { state in
            state.identifiers += 1
            return state.identifiers
        }
        return .numbered(number)
    }

    /// A context of this time and of the test games.
    package func context(
        games: GameLibrary = .testing, watch: RulesWatch = RulesWatch(), limits: ServiceContext.Limits = .init(),
        keys: SigningKeys? = nil, quotas: Quotas? = nil, listeners: Listeners = Listeners()
    ) throws -> ServiceContext {
        ServiceContext(
            games: games, watch: watch, keys: try keys ?? .ofTests, publicURL: "https://table.example/",
            limits: limits, quotas: quotas, listeners: listeners, now: { self.now }, makeUUID: { self.makeUUID() })
    }
}

extension UUID {
    /// The UUID that ends in a number.
    package static func numbered(_ number: UInt64, kind: UInt8 = 0) -> UUID {
        let low = withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) }
        return UUID(
            uuid: (
                kind, 0, 0, 0, 0, 0, 0x40, 0, 0x80 | low[0] & 0x3F, low[1], low[2], low[3], low[4], low[5], low[6],
                low[7]
            ))
    }
}

extension SigningKeys {
    /// One key, the same in every run.
    package static var ofTests: SigningKeys {
        get throws {
            try SigningKeys([.init(id: 1, secret: Array(SHA256.hash(Array("tests".utf8))))])
        }
    }
}

extension SessionSeed {
    /// The same chance in every run.
    package static func numbered(_ number: UInt8) -> SessionSeed {
        SessionSeed(bytes: Data(repeating: number, count: 32))
    }
}
