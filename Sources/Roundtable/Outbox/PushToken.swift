package import Foundation
import RoundtableModel

extension PushToken {
    /// The number of tokens that a player has at most; of more the oldest go.
    package static let capacity = 16

    /// Checks a token as an app sends it.
    ///
    /// - Throws: `bad_request`.
    func checked() throws(ServiceError) -> PushToken {
        let digits = token.lowercased()
        guard (2...400).contains(digits.utf8.count), digits.utf8.count.isMultiple(of: 2),
            digits.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { throw ServiceError(.badRequest, "token is the device token in hexadecimal digits, at most 400.") }
        guard (1...200).contains(topic.utf8.count),
            topic.utf8.allSatisfy({ $0 == 45 || $0 == 46 || $0 < 128 && Character(UnicodeScalar($0)).isAlphanumeric })
        else { throw ServiceError(.badRequest, "topic is the bundle ID of the app.") }
        if let locale, !(1...35).contains(locale.utf8.count) {
            throw ServiceError(.badRequest, "locale is a language tag, at most 35 bytes.")
        }
        if let timeZone, timeZone.utf8.count > 64 || TimeZone(identifier: timeZone) == nil {
            throw ServiceError(.badRequest, "timeZone is the name of a time zone, such as Europe/Warsaw.")
        }
        return PushToken(
            token: digits, topic: topic, environment: environment, locale: locale, timeZone: timeZone)
    }

    /// The end of the night at a time, if it is night in the token's time zone, from 22 to 8 o'clock; nil by day, and
    /// without a time zone.
    func morning(at now: Date) -> Date? {
        guard let zone = timeZone.flatMap(TimeZone.init(identifier:)) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let hour = calendar.component(.hour, from: now)
        guard !(8..<22).contains(hour) else { return nil }
        return calendar.nextDate(after: now, matching: DateComponents(hour: 8), matchingPolicy: .nextTime)
    }
}

extension Character {
    fileprivate var isAlphanumeric: Bool { isLetter || isNumber }
}

/// Where push tokens are kept.
package protocol PushTokenStore: Sendable {
    /// Keeps a token of a player's, who alone has it from now on; the oldest of too many go.
    func register(_ token: PushToken, of player: PlayerID, at now: Date) async throws(ServiceError)
    /// Forgets a token of a player's, if it is one.
    ///
    /// - Parameter time: not if it was registered later; nil for whenever it was.
    func forget(
        _ token: String, of player: PlayerID, registeredBefore time: Date?
    ) async throws(ServiceError)
    /// A player's tokens, the newest first.
    func pushTokens(of player: PlayerID) async throws(ServiceError) -> [PushToken]
    /// The number of sessions in which a player is to act.
    func waitingGames(of player: PlayerID) async throws(ServiceError) -> Int
}

/// The devices on which players are notified.
package struct PushTokenService: Sendable {
    private let context: ServiceContext
    private let store: any PushTokenStore

    /// Tokens of the players in a store.
    package init(context: ServiceContext, store: any PushTokenStore) {
        self.context = context
        self.store = store
    }

    /// Keeps a token of a player's.
    ///
    /// - Throws: `bad_request`.
    package func register(_ token: PushToken, of player: PlayerID) async throws(ServiceError) {
        try await store.register(try token.checked(), of: player, at: context.now())
    }

    /// Forgets a token of a player's, if it is one.
    package func forget(token: String, of player: PlayerID) async throws(ServiceError) {
        try await store.forget(token.lowercased(), of: player, registeredBefore: nil)
    }
}
