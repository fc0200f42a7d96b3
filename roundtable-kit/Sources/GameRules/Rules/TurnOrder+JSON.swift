/// `"anyone"`, `{"rotation": 1}`, `{"reversedRotation": 1}`, `{"simultaneous": [0]}` with those who have acted, or
/// `{"named": [2, 3]}`.
extension TurnOrder: GameJSONWritable, GameJSONReadable {
    private struct Unreadable: Error {}

    /// Writes the value.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .anyone: json.string("anyone")
        case .rotation(let next, false): json.object { $0.member("rotation", next) }
        case .rotation(let next, true): json.object { $0.member("reversedRotation", next) }
        case .simultaneous(let done): json.object { $0.member("simultaneous", done) }
        case .named(let seats): json.object { $0.member("named", seats) }
        }
    }

    /// Reads the value.
    public init(_ json: JSONValue) throws {
        func seats(_ name: String) -> [SeatIndex]? {
            json[name]?.array?.compactMap(\.integer).map { SeatIndex($0) }
        }
        if json.string == "anyone" {
            self = .anyone
        } else if let next = json["rotation"]?.integer {
            self = .rotation(next: SeatIndex(next))
        } else if let next = json["reversedRotation"]?.integer {
            self = .rotation(next: SeatIndex(next), isReversed: true)
        } else if let done = seats("simultaneous") {
            self = .simultaneous(done: done)
        } else if let named = seats("named") {
            self = .named(named)
        } else {
            throw Unreadable()
        }
    }
}
