public import RoundtableJSON

extension GameSummary {
    /// An option that the creator of a session may set.
    public struct Option: Hashable, Sendable {
        /// The member of the request's `options`.
        public var name: String
        /// The kind of its value.
        public var kind: GameOptionKind
        /// The value that stands for none; nil if there is no such value.
        public var standard: GameJSON?
        /// A sentence about it; nil if the game says none.
        public var description: String?

        /// Makes an option's entry.
        public init(name: String, kind: GameOptionKind, standard: GameJSON? = nil, description: String? = nil) {
            self.name = name
            self.kind = kind
            self.standard = standard
            self.description = description
        }
    }

    /// The number of seats that a session may have.
    public struct Seats: Hashable, Sendable {
        /// The least number.
        public var from: Int
        /// The greatest number.
        public var to: Int

        /// Makes a range.
        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }
}

/// The kinds of values that options have.
public enum GameOptionKind: String, GrowingVocabulary {
    /// A text.
    case text
    /// A whole number.
    case number
    /// True or false.
    case flag
    /// A list.
    case list
    /// A word that came later.
    case unknown
}

extension GameSummary.Option: JSONObjectWritable, JSONReadable {
    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("default", orNull: standard)
        json.member("description", orNull: description)
        json.member("kind", kind)
        json.member("name", name)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            name: json.read("name"), kind: json.read("kind"), standard: json.readIfPresent("default"),
            description: json.readIfPresent("description"))
    }
}

extension GameSummary.Seats: JSONObjectWritable, JSONReadable {
    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("from", from)
        json.member("to", to)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(from: json.read("from"), to: json.read("to"))
    }
}
