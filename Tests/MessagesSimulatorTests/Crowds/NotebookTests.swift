import RoundtableModel
import Testing

@testable import MessagesSimulator

@Suite("What a device can have learned")
struct NotebookTests {
    private let amber = KnownPlayer(credential: Credential(rawValue: "a"), person: Person("Amber"))
    private let ben = KnownPlayer(credential: Credential(rawValue: "b"), person: Person("Ben"))

    private func bubble(of author: KnownPlayer, sentBy sender: KnownPlayer, at revision: Int) -> BubbleSighting {
        BubbleSighting(author: author, sender: Address(sender.person), revision: revision, newest: revision)
    }

    private func excuses(_ notebook: Notebook) -> Bool { notebook.excuses(amber.person, calledAs: ben.person) }

    @Test("a bubble that was put back is an excuse, if nothing was seen of either before")
    func first() {
        var notebook = Notebook()
        notebook.note(bubble(of: amber, sentBy: ben, at: 3))
        #expect(excuses(notebook))
    }

    @Test("who has seen a bubble of either has no excuse", arguments: [true, false])
    func known(isAmber: Bool) {
        var notebook = Notebook()
        notebook.note(bubble(of: isAmber ? amber : ben, sentBy: isAmber ? amber : ben, at: 2))
        notebook.note(bubble(of: amber, sentBy: ben, at: 3))
        #expect(!excuses(notebook))
    }

    @Test("whoever puts back a bubble of somebody's who sits there with two credentials may be taken for them")
    func twoCredentials() {
        let second = KnownPlayer(credential: Credential(rawValue: "a2"), person: amber.person)
        var notebook = Notebook()
        notebook.note(bubble(of: second, sentBy: amber, at: 2))
        notebook.note(bubble(of: second, sentBy: ben, at: 2))
        #expect(!notebook.misleads(ben.person, takenFor: amber.person))
        notebook.note(bubble(of: amber, sentBy: amber, at: 3))
        #expect(notebook.misleads(ben.person, takenFor: amber.person))
        #expect(!notebook.misleads(amber.person, takenFor: ben.person))
    }

    @Test("a message by which a device vouched settles nothing")
    func vouched() {
        var notebook = Notebook()
        notebook.note(bubble(of: amber, sentBy: ben, at: 3))
        notebook.note(bubble(of: amber, sentBy: amber, at: 4))
        var claim = bubble(of: ben, sentBy: ben, at: 5)
        claim.isSure = false
        notebook.note(claim)
        #expect(excuses(notebook))
        claim.isSure = true
        notebook.note(claim)
        #expect(!excuses(notebook))
    }

    @Test("who has seen somebody's own bubbles from one address only, takes another one for somebody else")
    func otherAddress() {
        let mail = Address(ben.person, handle: "ben@example.com")
        var notebook = Notebook()
        notebook.note(bubble(of: ben, sentBy: ben, at: 2))
        notebook.note(BubbleSighting(author: amber, sender: mail, revision: 3, newest: 3))
        #expect(excuses(notebook))
        notebook.note(bubble(of: amber, sentBy: amber, at: 4))
        notebook.note(bubble(of: ben, sentBy: ben, at: 5))
        #expect(excuses(notebook))
        notebook.note(BubbleSighting(author: ben, sender: mail, revision: 6, newest: 6))
        #expect(!excuses(notebook))
    }

    @Test("who saw another's bubble of somebody's, and nothing of theirs, has an excuse still")
    func again() {
        let chris = KnownPlayer(credential: Credential(rawValue: "c"), person: Person("Chris"))
        var notebook = Notebook()
        notebook.note(bubble(of: amber, sentBy: chris, at: 2))
        notebook.note(bubble(of: amber, sentBy: ben, at: 3))
        #expect(excuses(notebook))
    }

    @Test(
        "one's own bubbles tell which player one is, unless another address sends one of them, or a device was linked")
    func onlyPlayer() {
        var notebook = Notebook()
        func onlyPlayer() -> Credential? { notebook.onlyPlayer(of: Address(amber.person), isOne: ==) }
        #expect(onlyPlayer() == nil && notebook.hasNotSeen(amber.person))
        notebook.note(bubble(of: amber, sentBy: amber, at: 2))
        #expect(onlyPlayer() == amber.credential && !notebook.hasNotSeen(amber.person))
        var shared = notebook
        shared.takeOver(Notebook())
        #expect(shared.onlyPlayer(of: Address(amber.person), isOne: ==) == nil)
        #expect(notebook.onlyPlayer(of: Address(amber.person, handle: "amber@example.com"), isOne: ==) == nil)
        notebook.note(bubble(of: amber, sentBy: ben, at: 3))
        #expect(onlyPlayer() == nil)
    }

    @Test("what one's own account has sent of another player's names nobody")
    func ownAccount() {
        var notebook = Notebook()
        let own = Address(ben.person, isOwn: true)
        notebook.note(BubbleSighting(author: amber, sender: own, revision: 2, newest: 2))
        #expect(!excuses(notebook) && notebook.hasNotSeen(ben.person))
        #expect(notebook.players(of: own) == [amber.credential])
    }

    @Test("who is erased was never seen")
    func erased() {
        var notebook = Notebook()
        notebook.note(bubble(of: ben, sentBy: ben, at: 2))
        notebook.forget(ben.credential)
        #expect(notebook.hasNotSeen(ben.person))
        notebook.note(bubble(of: amber, sentBy: ben, at: 3))
        #expect(excuses(notebook))
    }

    @Test("who is taken for somebody leaves a name to a third")
    func chain() {
        let chris = KnownPlayer(credential: Credential(rawValue: "c"), person: Person("Chris"))
        var notebook = Notebook()
        notebook.note(bubble(of: amber, sentBy: chris, at: 3))
        #expect(!excuses(notebook))
        notebook.note(bubble(of: chris, sentBy: ben, at: 4))
        #expect(excuses(notebook))
    }

    @Test("later bubbles of both settle it; earlier ones, or those of one, don't")
    func settled() {
        var notebook = Notebook()
        notebook.note(bubble(of: amber, sentBy: ben, at: 3))
        notebook.note(bubble(of: ben, sentBy: ben, at: 3))
        notebook.note(bubble(of: amber, sentBy: amber, at: 4))
        #expect(excuses(notebook))
        notebook.note(bubble(of: ben, sentBy: ben, at: 5))
        #expect(!excuses(notebook))
    }
}
