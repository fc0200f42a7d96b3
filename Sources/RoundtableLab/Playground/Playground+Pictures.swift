import MessagesSimulator
import RoundtableClient
import RoundtableModel

extension Playground {
    /// The board that a phone's app shows. The service draws it when it has changed; without a network the phone goes
    /// on showing the last one.
    func picture(of view: SessionView?, withDraft: Bool, on phone: Phone) async -> String? {
        guard let view, phone.session != nil else { return nil }
        let draft = withDraft ? view.draft?.token : nil
        let moment = BoardPicture.Moment(
            device: phone.device, session: view.id, revision: view.revision, seat: view.you, draft: draft)
        if let known = phone.picture, known.moment == moment { return known.svg }
        let local = await phone.app.conversation().local
        guard await world.isOnline(phone.device),
            let svg = try? await phone.app.client.boardPicture(of: view.id, withDraft: draft != nil, as: local)
        else { return phone.picture.flatMap { $0.moment.hasBoard(of: moment) ? $0.svg : nil } }
        if phones.indices.contains(phone.number), phones[phone.number].device == phone.device {
            phones[phone.number].picture = BoardPicture(moment: moment, svg: svg)
        }
        return svg
    }
}
