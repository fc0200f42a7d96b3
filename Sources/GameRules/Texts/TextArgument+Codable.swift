/// Texts are stored with every event, so their arguments are short: `"mover"`, `{"seat": 1}`, `7`, `{"key": …}`,
/// `{"words": "…"}`.
extension TextArgument {
    private enum Member: String, CodingKey { case seat, key, words }

    /// Reads the short form.
    public init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Member.self) {
            if let seat = try members.decodeIfPresent(SeatIndex.self, forKey: .seat) {
                self = .seat(seat)
            } else if let words = try members.decodeIfPresent(String.self, forKey: .words) {
                self = .words(words)
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
        case .text(let text):
            try text.encode(to: encoder)
        }
    }
}

extension Text {
    private enum Member: String, CodingKey { case key, arguments }

    /// Reads a text; one without arguments may leave them out.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        key = try members.decode(String.self, forKey: .key)
        arguments = try members.decodeIfPresent([String: TextArgument].self, forKey: .arguments) ?? [:]
    }

    /// Writes a text, its arguments only if there are any.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(key, forKey: .key)
        if !arguments.isEmpty { try members.encode(arguments, forKey: .arguments) }
    }
}
