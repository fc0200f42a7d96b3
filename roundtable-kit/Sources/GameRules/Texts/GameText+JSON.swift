public import RoundtableJSON

/// Texts are stored with every event, so they and their arguments are short: `"mover"`, `{"seat": 1}`, `7`,
/// `{"key": …, "arguments": …}`, `{"join": …, "texts": […]}`, `{"words": "…"}`, `{"template": …}`.
extension TextArgument: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .mover: json.string("mover")
        case .number(let number): json.integer(number)
        case .seat(let seat): json.object { $0.member("seat", seat) }
        case .words(let words): json.object { $0.member("words", words) }
        case .template(let template): json.object { $0.member("template", template) }
        case .list(let texts, let key):
            json.object { json in
                json.member("join", key)
                json.name("texts")
                // A text without arguments is its key alone.
                json.array(texts) { if $1.arguments.isEmpty { $0.string($1.key) } else { $1.write(to: &$0) } }
            }
        case .text(let text): text.write(to: &json)
        }
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        switch json.kind {
        case .number: self = .number(try json.integer())
        case .string where try json.string() == "mover": self = .mover
        case .object:
            if let seat = try json.readIfPresent("seat", as: SeatIndex.self) {
                self = .seat(seat)
            } else if let words = try json.readIfPresent("words", as: String.self) {
                self = .words(words)
            } else if let template = try json.readIfPresent("template", as: TextTemplate.self) {
                self = .template(template)
            } else if let key = try json.readIfPresent("join", as: String.self) {
                self = .list(try json.read("texts"), joinedBy: key)
            } else {
                self = .text(try GameText(json))
            }
        default: throw json.error(expected: "an argument of a text")
        }
    }
}

extension GameText: JSONObjectWritable, JSONReadable {
    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        if !arguments.isEmpty { json.member("arguments", arguments) }
        json.member("key", key)
    }

    /// Reads a text; one without arguments may leave them out, or be its key alone.
    public init(_ json: JSONElement) throws(JSONError) {
        if json.kind == .string {
            self.init(try json.string())
        } else {
            self.init(try json.read("key"), try json.readIfPresent("arguments") ?? [:])
        }
    }
}

extension TextArguments: JSONObjectWritable, JSONReadable {
    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        for (name, argument) in places {
            json.name(name)
            argument.write(to: &json)
        }
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        var arguments: [(String, TextArgument)] = []
        for (name, argument) in try json.members() { arguments.append((name.text, try TextArgument(argument))) }
        self.init(arguments)
    }
}

extension MessageTexts: JSONObjectWritable, JSONReadable {
    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("accessibilityLabel", ifPresent: accessibilityLabel)
        json.member("caption", caption)
        if hidesCaption { json.member("hidesCaption", true) }
        json.member("imageSubtitle", ifPresent: imageSubtitle)
        json.member("imageTitle", ifPresent: imageTitle)
        json.member("mediaURL", ifPresent: mediaURL)
        json.member("subcaption", ifPresent: subcaption)
        json.member("summary", ifPresent: summary)
        json.member("trailingCaption", ifPresent: trailingCaption)
        json.member("trailingSubcaption", ifPresent: trailingSubcaption)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init(
            caption: try json.read("caption"), summary: try json.readIfPresent("summary"),
            accessibilityLabel: try json.readIfPresent("accessibilityLabel"))
        hidesCaption = try json.readIfPresent("hidesCaption") ?? false
        imageSubtitle = try json.readIfPresent("imageSubtitle")
        imageTitle = try json.readIfPresent("imageTitle")
        mediaURL = try json.readIfPresent("mediaURL")
        subcaption = try json.readIfPresent("subcaption")
        trailingCaption = try json.readIfPresent("trailingCaption")
        trailingSubcaption = try json.readIfPresent("trailingSubcaption")
    }
}
