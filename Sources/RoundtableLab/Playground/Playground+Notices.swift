import MessagesSimulator
import RoundtableClient
import RoundtableModel

/// The notices that devices get from the service, as by Apple's push service.
extension Playground {
    /// The notices that a phone shows, the newest last.
    nonisolated func told(_ phone: Phone) -> [DeviceNotice] {
        phone.pushToken.flatMap { notices?.shown(on: $0.token) } ?? []
    }

    /// Does what the app that contains the game's extension does: registers its device once there is a player, and
    /// takes away what it was told of a game that its user plays on with.
    func settleNotices(after command: PhoneCommand, on number: Int) async {
        await register(number)
        guard command.goesOn, let view = await phones[number].app.view else { return }
        putAway(view.id, on: number)
    }

    /// Takes away what a phone was told of a session.
    func putAway(_ session: SessionID, on number: Int) {
        guard let token = phones[number].pushToken else { return }
        notices?.dismiss(session, on: token.token)
    }

    /// Registers a phone that is not registered yet, or does so again with the language that its user writes now.
    func register(_ number: Int) async {
        let phone = phones[number]
        guard let notices, phone.pushToken?.locale != phone.language, await world.hasPlayer(phone.device) else {
            return
        }
        var token = phone.pushToken ?? notices.makeToken(language: phone.language)
        token.locale = phone.language
        guard (try? await phone.app.client.register(token)) != nil else {
            // It is tried again after the next thing that its user does.
            if phone.pushToken == nil { notices.forget(token.token) }
            return
        }
        if phones.indices.contains(number), phones[number].device == phone.device { phones[number].pushToken = token }
    }
}
