/// Texts are stored with every event, so they and their arguments are short: `"mover"`, `{"seat": 1}`, `7`,
/// `{"key": …, "arguments": …}`, `{"join": …, "texts": […]}`, `{"words": "…"}`.
extension TextArgument {
    private enum Member: String, CodingKey { case seat, join, texts, words }

    /// Reads the short form.
    public init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Member.self) {
            if let seat = try members.decodeIfPresent(SeatIndex.self, forKey: .seat) {
                self = .seat(seat)
            } else if let words = try members.decodeIfPresent(String.self, forKey: .words) {
                self = .words(words)
            } else if let key = try members.decodeIfPresent(String.self, forKey: .join) {
                self = .list(try members.decode([Text].self, forKey: .texts), joinedBy: key)
            } else {
                self = .text(try Text(from: decoder))
            }
            return
        }
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int.self) {
            self = .number(number)
        } else if try value.decode(String.self) == "mover" {
            self = .mover
        } else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "No such text argument")
        }
    }

    /// Writes the short form.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .mover:
            var value = encoder.singleValueContainer()
            try value.encode("mover")
        case .number(let number):
            var value = encoder.singleValueContainer()
            try value.encode(number)
        case .seat(let seat):
            var members = encoder.container(keyedBy: Member.self)
            try members.encode(seat, forKey: .seat)
        case .words(let words):
            var members = encoder.container(keyedBy: Member.self)
            try members.encode(words, forKey: .words)
        case .list(let texts, let key):
            var members = encoder.container(keyedBy: Member.self)
            try members.encode(key, forKey: .join)
            try members.encode(texts.map { ListedText(text: $0) }, forKey: .texts)
        case .text(let text):
            try text.encode(to: encoder)
        }
    }
}

extension Text {
    private enum Member: String, CodingKey { case key, arguments }

    /// Reads a text; one without arguments may leave them out, or be its key alone.
    public init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Member.self) {
            self.init(
                try members.decode(String.self, forKey: .key),
                try members.decodeIfPresent(TextArguments.self, forKey: .arguments) ?? [:])
        } else {
            self.init(try decoder.singleValueContainer().decode(String.self))
        }
    }

    /// Writes a text, its arguments only if there are any.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(key, forKey: .key)
        if !arguments.isEmpty { try members.encode(arguments, forKey: .arguments) }
    }
}

/// A text in a list: its key alone, if it has no arguments.
private struct ListedText: Encodable {
    let text: Text

    func encode(to encoder: any Encoder) throws {
        guard text.arguments.isEmpty else { return try text.encode(to: encoder) }
        var value = encoder.singleValueContainer()
        try value.encode(text.key)
    }
}
