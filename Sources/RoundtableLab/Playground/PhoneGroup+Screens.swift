import MessagesSimulator
import RoundtableClient
import RoundtableJSON
import RoundtableModel

extension PhoneGroup {
    /// The screens of all phones, in the order of the phones.
    var screens: [PlaygroundState.Screen] {
        get async {
            var screens: [PlaygroundState.Screen] = []
            for phone in phones { screens.append(await screen(of: phone)) }
            return screens
        }
    }

    private func screen(of phone: Phone) async -> PlaygroundState.Screen {
        let (owner, transcript) = (phone.device.owner, await world.transcript(on: phone.device, in: group))
        let others = phones.map(\.device.owner).filter { $0 != owner }
        let (view, staged) = (await phone.app.view, await world.staged(on: phone.device, in: group))
        return PlaygroundState.Screen(
            phone: phone, transcript: transcript, staged: staged, view: view,
            picture: await picture(of: view, withDraft: staged != nil, on: phone),
            undelivered: await world.undelivered(to: phone.device, in: group),
            isOnline: await world.isOnline(phone.device),
            departing: await world.departing(from: phone.device, in: group), isMember: members.contains(owner),
            told: notices.map { notices in phone.pushToken.map { notices.shown(on: $0.token) } ?? [] },
            names: Dictionary(others.map { (JSONName($0.name), transcript.names[$0]) }) { first, _ in first })
    }

    /// The board that a phone's app shows. The service draws it when it has changed; without a network the phone goes
    /// on showing the last one.
    private func picture(of view: SessionView?, withDraft: Bool, on phone: Phone) async -> String? {
        guard let view, phone.session != nil else { return nil }
        let draft = withDraft ? view.draft?.token : nil
        let moment = BoardPicture.Moment(
            device: phone.device, session: view.id, revision: view.revision, seat: view.you, draft: draft)
        if let known = phone.picture, known.moment == moment { return known.svg }
        let local = await phone.app.conversation().local
        guard await world.isOnline(phone.device),
            let svg = try? await phone.app.client.boardPicture(of: view.id, withDraft: draft != nil, as: local)
        else { return phone.picture.flatMap { $0.moment.hasBoard(of: moment) ? $0.svg : nil } }
        change(phone) { $0.picture = BoardPicture(moment: moment, svg: svg) }
        return svg
    }
}
