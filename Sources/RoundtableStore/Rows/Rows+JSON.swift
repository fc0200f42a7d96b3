import Foundation
import GameRules
import LeanJSON
import Postgres
import Roundtable

/// What is stored with every turn as JSON: the text that the values encode to, without asking them.
extension PostgresJSON {
    /// The JSON of what an event says.
    ///
    /// - Throws: `internal`, if something in it can't be stored; `bad_request`, if it can't be kept.
    init(_ details: Event.Details) throws(ServiceError) {
        let founding = try details.founding.map { founding throws(ServiceError) in try json(founding) }
        let operation = try details.operation.map { operation throws(ServiceError) in try json(operation) }
        let outcome = try details.outcome.map { outcome throws(ServiceError) in try json(outcome) }
        try self.init { text in
            text.object { text in
                if let draft = details.draft { text.member("draft", uuid: draft.uuid) }
                if let founding { text.member("founding", json: founding) }
                text.member("joined", details.joined)
                if let move = details.move { text.member("move", json: PostgresJSON(move.data)) }
                if let nickname = details.nickname { text.member("nickname", nickname.words) }
                if let operation { text.member("operation", json: operation) }
                if let outcome { text.member("outcome", json: outcome) }
                if let reopens = details.reopens { text.member("reopens", reopens) }
                text.member("started", details.started)
                text.name("texts")
                text.write(details.texts)
            }
        }
    }

    /// The JSON of what a message says.
    ///
    /// - Throws: `bad_request`, if something in it can't be kept.
    init(_ texts: MessageTexts) throws(ServiceError) {
        try self.init { $0.write(texts) }
    }

    /// The JSON of who has which seat.
    ///
    /// - Throws: `bad_request`, if something in it can't be kept.
    init(_ seating: Seating) throws(ServiceError) {
        try self.init { text in
            text.object { text in
                if let participants = seating.participants { text.member("participants", participants) }
                text.name("seats")
                text.array(seating.seats) { $0.write($1) }
            }
        }
    }

    /// The JSON of a first answer.
    ///
    /// - Throws: `internal`, if something in it can't be stored; `bad_request`, if it can't be kept.
    init(_ answer: StoredAnswer) throws(ServiceError) {
        let claims = try answer.claims.map { claims throws(ServiceError) in try json(claims) }
        try self.init { text in
            text.object { text in
                if let claims { text.member("claims", json: claims) }
                text.name("conversation")
                text.write(answer.conversation)
                text.member("isDraft", answer.isDraft)
                text.member("language", answer.language)
                text.name("message")
                text.write(answer.message)
                text.name("participants")
                text.write(answer.participants)
                text.member("revision", answer.revision)
            }
        }
    }

    /// The JSON of a device, its members named as the columns.
    ///
    /// - Throws: `internal`, if something in it can't be stored; `bad_request`, if it can't be kept.
    init(_ device: Device) throws(ServiceError) {
        let aliases = try json(device.aliases)
        try self.init { text in
            text.object { text in
                text.member("aliases", json: aliases)
                text.name("former_ids")
                text.array(device.formerRemotes) { $0.uuid($1.uuid, uppercase: false) }
                text.name("remote_ids")
                text.array(device.conversation.remotes) { $0.uuid($1.uuid, uppercase: false) }
                if let since = device.since { text.member("since", since) }
                text.member("told_at", device.toldAt)
                text.member("version", device.version)
            }
        }
    }

    private init(_ write: (inout JSONText) -> Void) throws(ServiceError) {
        var text = JSONText()
        write(&text)
        self = try text.withBytes { PostgresJSON($0) }.storable()
    }
}

extension JSONText {
    fileprivate mutating func write(_ texts: MessageTexts) {
        object { text in
            text.name("accessibilityLabel")
            text.write(texts.accessibilityLabel)
            text.name("caption")
            text.write(texts.caption)
            text.member("imageSubtitle", texts.imageSubtitle)
            text.member("imageTitle", texts.imageTitle)
            text.member("subcaption", texts.subcaption)
            text.name("summary")
            text.write(texts.summary)
            text.member("trailingCaption", texts.trailingCaption)
            text.member("trailingSubcaption", texts.trailingSubcaption)
        }
    }

    private mutating func member(_ name: StaticString, _ text: Text?) {
        guard let text else { return }
        self.name(name)
        write(text)
    }

    private mutating func write(_ words: Text) {
        object { text in
            if !words.arguments.isEmpty {
                text.name("arguments")
                text.object { text in
                    for place in words.arguments.places {
                        text.name(place.name)
                        text.write(place.argument)
                    }
                }
            }
            text.member("key", words.key)
        }
    }

    private mutating func write(_ argument: TextArgument) {
        switch argument {
        case .mover: string("mover")
        case .number(let number): integer(number)
        case .seat(let seat): object { $0.member("seat", seat.rawValue) }
        case .words(let words): object { $0.member("words", words) }
        case .list(let texts, let key):
            object { text in
                text.member("join", key)
                text.name("texts")
                text.array(texts) { text, item in
                    if item.arguments.isEmpty { text.string(item.key) } else { text.write(item) }
                }
            }
        case .text(let text): write(text)
        }
    }

    fileprivate mutating func write(_ seat: Seating.Seat) {
        object { text in
            if let holders = seat.formerHolders {
                text.name("formerHolders")
                text.array(holders) { $0.write($1) }
            }
            if let hasMoved = seat.hasMoved { text.member("hasMoved", hasMoved) }
            if let lastActed = seat.lastActed { text.member("lastActed", lastActed) }
            if let nickname = seat.nickname { text.member("nickname", nickname.words) }
            if let player = seat.player { text.member("player", uuid: player.uuid) }
            text.member("state", seat.state.rawValue)
            if let takenAt = seat.takenAt { text.member("takenAt", takenAt) }
        }
    }

    private mutating func write(_ holder: Seating.Holder) {
        object { text in
            if let nickname = holder.nickname { text.member("nickname", nickname.words) }
            text.member("player", uuid: holder.player.uuid)
            if let since = holder.since { text.member("since", since) }
            text.member("until", holder.until)
            if let wasReclaimed = holder.wasReclaimed { text.member("wasReclaimed", wasReclaimed) }
        }
    }

    /// As the compiler has an enumeration encode itself.
    fileprivate mutating func write(_ reference: MessageReference) {
        object { text in
            switch reference {
            case .draft(let id): text.member("draft") { $0.member("_0", uuid: id.uuid) }
            case .event(let revision): text.member("event") { $0.member("revision", revision) }
            case .fresh(let id): text.member("fresh") { $0.member("_0", uuid: id.uuid) }
            case .picture(let revision): text.member("picture") { $0.member("revision", revision) }
            case .claim(let id): text.member("claim") { $0.member("_0", uuid: id.uuid) }
            }
        }
    }

    private mutating func member(_ name: StaticString, _ members: (inout JSONText) -> Void) {
        self.name(name)
        object(members)
    }

    fileprivate mutating func write(_ conversation: Conversation) {
        object { text in
            text.name("local")
            text.uuid(conversation.local.uuid, uppercase: true)
            text.name("remotes")
            text.array(conversation.remotes) { $0.uuid($1.uuid, uppercase: true) }
        }
    }

    fileprivate mutating func write(_ participants: [PlayerID: ParticipantID]) {
        object { text in
            for (player, participant) in participants.sorted(by: { $0.key.uuid < $1.key.uuid }) {
                text.name(player.uuid)
                text.uuid(participant.uuid, uppercase: true)
            }
        }
    }

    fileprivate mutating func member(_ name: StaticString, _ number: Int) {
        self.name(name)
        integer(number)
    }

    fileprivate mutating func member(_ name: StaticString, _ bool: Bool) {
        self.name(name)
        self.bool(bool)
    }

    fileprivate mutating func member(_ name: StaticString, _ text: String) {
        self.name(name)
        string(text)
    }

    fileprivate mutating func member(_ name: StaticString, uuid: UUID) {
        self.name(name)
        self.uuid(uuid, uppercase: false)
    }

    fileprivate mutating func member(_ name: StaticString, json value: PostgresJSON) {
        self.name(name)
        json(value.text)
    }
}

extension DeviceReport {
    /// The device as it is to be kept; nil if it is not.
    ///
    /// - Throws: `internal`, if something in it can't be stored; `bad_request`, if it can't be kept.
    func news(at now: Date) throws(ServiceError) -> PostgresJSON? {
        isNews ? try PostgresJSON(device.kept(at: now)) : nil
    }
}
