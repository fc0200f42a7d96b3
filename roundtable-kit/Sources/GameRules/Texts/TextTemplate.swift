@_spi(Roundtable) public import RoundtableJSON

/// A sentence that an app wrote, with places for names: `{mover} passes; {seat 1} is next`.
///
/// The places are `{mover}`, whoever makes the move, and `{seat 0}` … `{seat 31}`, whoever has a seat. Everything
/// else is text. It is neutralised when it is composed, as all words that come from outside.
public struct TextTemplate: Hashable, Sendable {
    /// The sentence by language tag; the one with an empty tag is for every language that has none.
    public let sentences: [JSONName: String]

    /// A sentence in several languages, by language tag.
    public init(_ sentences: [JSONName: String]) { self.sentences = sentences }

    /// A sentence for readers of all languages.
    public init(_ sentence: String) { sentences = ["": sentence] }

    /// A place in braces that is none of those that there are; nil if all are understood.
    public var unknownPlace: String? {
        for sentence in sentences.values {
            for case .place(let name) in TextPattern.Variant(sentence).pieces where Place(name) == nil { return name }
        }
        return nil
    }

    /// The highest seat that is named; nil if none is.
    public var highestSeat: SeatIndex? {
        sentences.values.flatMap { TextPattern.Variant($0).pieces }.compactMap { piece -> SeatIndex? in
            guard case .place(let name) = piece, case .seat(let seat) = Place(name) else { return nil }
            return seat
        }.max()
    }

    /// The meaning of a place.
    public enum Place: Hashable, Sendable {
        case mover
        case seat(SeatIndex)

        /// Reads what stands between braces.
        init?(_ name: String) {
            if name == "mover" {
                self = .mover
            } else if name.hasPrefix("seat "), let number = Int(name.dropFirst(5)), String(number) == name.dropFirst(5),
                (0..<32).contains(number)
            {
                self = .seat(SeatIndex(number))
            } else {
                return nil
            }
        }
    }

    /// The sentence for readers of a language, and the language that it is in; nil for one that is for all.
    public func sentence(in language: String) -> (words: String, language: String?) {
        if let words = sentences[JSONName(language)] { return (words, language) }
        if let words = sentences[""] { return (words, nil) }
        if let words = sentences["en"] { return (words, "en") }
        return sentences.min { $0.key < $1.key }.map { ($0.value, $0.key.text) } ?? ("", nil)
    }

    /// A sentence in pieces.
    @_spi(Roundtable) public static func pieces(of sentence: NeutralisedText) -> [TextPattern.Variant.Piece] {
        TextPattern.Variant(sentence.string).pieces
    }

    /// The meaning of a place of `pieces(of:)`; nil for one that is not understood.
    public static func place(_ name: String) -> Place? { Place(name) }
}

/// A sentence for all is a string, others are an object by language tag.
extension TextTemplate: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) {
        if sentences.count == 1, let sentence = sentences[""] {
            json.string(sentence)
        } else {
            sentences.write(to: &json)
        }
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        if json.kind == .string {
            self.init(try json.string())
        } else {
            self.init(try [JSONName: String](json))
        }
    }
}
