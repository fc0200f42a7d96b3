import GameRules

/// The texts of an app's own move, as templates, and its media.
struct OpenTexts: Hashable, Sendable {
    /// The texts that there are, by their names in a layout.
    enum Place: String, CaseIterable, Sendable {
        case accessibilityLabel, caption, imageSubtitle, imageTitle, subcaption, summaryText, trailingCaption,
            trailingSubcaption

        var name: JSONName { JSONName(rawValue) }
    }

    var templates: [Place: TextTemplate] = [:]
    /// Whether it wants no caption: its caption is null.
    var hidesCaption = false
    /// A sound or video of its own.
    var mediaURL: String?

    init() {}

    /// The most characters of a template in one language.
    private static let longest = 1000
    /// The most languages of one text: more than Messages itself is translated into.
    private static let mostLanguages = 64
    /// The most bytes of a language's tag (RFC 5646, section 4.4.1).
    private static let longestTag = 35
    /// The most bytes of all templates with their tags. NB: less than half of what rules may say in a message, for the
    /// caption is also what VoiceOver reads if there is nothing else.
    private static let largest = 32 * 1024

    func check(at table: GameTable) throws(MoveRejection) {
        try checkSize()
        for (place, template) in templates {
            if let name = template.unknownPlace {
                throw .malformed(
                    reason: "unknown_place",
                    detail: "A text has the places {mover} and {seat 0}; {\(name.prefix(20))} is none.")
            }
            if let seat = template.highestSeat, seat.rawValue >= table.seats.count {
                throw .malformed(reason: "no_such_seat", detail: "A text names seat \(seat), which there is none of.")
            }
            guard template.sentences.values.allSatisfy({ $0.contains { !$0.isWhitespace } }) else {
                throw .malformed(
                    reason: "text_empty",
                    detail: "The \(place.rawValue) is empty; leave it out, or null for no caption.")
            }
        }
        guard mediaURL.map(MessageTexts.isMediaAddress) ?? true else {
            throw .malformed(
                reason: "bad_media", detail: "Media are named by an https address of at most 500 characters.")
        }
    }

    private func checkSize() throws(MoveRejection) {
        if templates.values.contains(where: { $0.sentences.count > Self.mostLanguages }) {
            throw .malformed(
                reason: "too_many_languages", detail: "A text is in at most \(Self.mostLanguages) languages.")
        }
        var size = 0
        for (tag, sentence) in templates.values.lazy.flatMap(\.sentences) {
            if tag.text.utf8.count > Self.longestTag {
                throw .malformed(
                    reason: "bad_language", detail: "A language tag has at most \(Self.longestTag) bytes.")
            }
            if sentence.unicodeScalars.count > Self.longest { throw OpenRefusal.textTooLong.rejection }
            size += tag.text.utf8.count + sentence.utf8.count
        }
        if size > Self.largest { throw OpenRefusal.textsTooLarge.rejection }
    }
}

extension OpenTexts {
    private static let names = Set(Place.allCases.map(\.name))

    /// Reads `texts` and `mediaURL` among the members of a move.
    init(_ move: [JSONName: JSONValue]) throws(MoveRejection) {
        if let media = move["mediaURL"], media != .null {
            guard let media = media.string else { throw .unreadable(as: "`mediaURL` is a text") }
            mediaURL = media
        }
        guard let texts = move["texts"], texts != .null else { return }
        guard let members = texts.object else { throw .unreadable(as: "`texts` is an object") }
        try members.check(of: "`texts`", knowing: Self.names)
        for place in Place.allCases { templates[place] = try Self.template(members[place.name], at: place) }
        hidesCaption = members["caption"] == .null
    }

    /// Reads a text, which is one for all languages, or one for each.
    private static func template(_ json: JSONValue?, at place: Place) throws(MoveRejection) -> TextTemplate? {
        switch json {
        case nil, .null: return nil
        case .string(let sentence): return TextTemplate(sentence)
        case .object(let sentences):
            // One too many is enough to be refused.
            let read = sentences.prefix(mostLanguages + 1)
            let words = read.compactMap { language, sentence in sentence.string.map { (language, $0) } }
            if !words.isEmpty, words.count == read.count {
                return TextTemplate(Dictionary(uniqueKeysWithValues: words))
            }
        case .bool, .integer, .number, .array: break
        }
        throw .unreadable(as: "`\(place.rawValue)` is a text, or an object with a text for each language")
    }

    /// Writes `texts` and `mediaURL` as members of a move.
    func write(to json: inout JSONWriter) {
        json.member("mediaURL", ifPresent: mediaURL)
        guard !templates.isEmpty || hidesCaption else { return }
        var members = Dictionary(
            uniqueKeysWithValues: templates.map { place, template in (place.name, template.value) })
        if hidesCaption { members["caption"] = .null }
        json.member("texts", JSONValue.object(members))
    }
}

extension TextTemplate {
    fileprivate var value: JSONValue {
        if sentences.count == 1, let sentence = sentences[""] { return .string(sentence) }
        return .object(sentences.mapValues { .string($0) })
    }
}
