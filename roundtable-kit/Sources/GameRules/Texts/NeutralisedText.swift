/// Text that names nobody, whatever it is joined to.
///
/// Messages replaces `$` and a participant's identifier by that participant's name. Only the service may write the two,
/// so all other text, a pattern's own as well as what people and apps wrote, becomes a value of this type before it is
/// put into a line. The rule: a `$` stands neither before a hexadecimal digit or a `(`, nor at the end, behind which
/// anything may follow. One that does becomes its full-width form, `＄`. So neither joining such texts nor cutting them
/// before a `…` makes an identifier.
@_spi(Roundtable) public struct NeutralisedText: Hashable, Sendable {
    /// The text.
    public let string: String

    /// Neutralises a text.
    ///
    /// NB: scalar by scalar. What is piled on a `$`, or is invisible, makes no other character of it, and is left out.
    public init(_ text: String) {
        guard text.utf8.contains(UInt8(ascii: "$")) else {
            string = text
            return
        }
        var neutralised = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "$" else {
                neutralised.append(scalar)
                continue
            }
            rest = rest.drop(while: \.isOverlooked)
            let isHarmless = rest.first.map { $0 != "(" && !$0.properties.isHexDigit } ?? false
            neutralised.append(isHarmless ? "$" : "\u{FF04}")
        }
        string = String(neutralised)
    }

    /// A number in digits.
    public init(_ number: Int) { string = String(number) }
}

@_spi(Roundtable) extension NeutralisedText: ExpressibleByStringLiteral {
    /// Neutralises a literal.
    public init(stringLiteral text: String) { self.init(text) }
}

extension Unicode.Scalar {
    /// Whether it is a mark on another character, or shows nothing by itself.
    @_spi(Roundtable) public var isOverlooked: Bool { isMark || properties.isDefaultIgnorableCodePoint }

    /// Whether it is a mark on another character that takes no room of its own.
    @_spi(Roundtable) public var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }
}
