import Foundation
@_spi(Roundtable) import GameRules
package import RoundtableJSON

/// A player's name where no contact name can be shown: one line, at most 24 characters and 96 bytes, harmless; prepared
/// by the profile `Nickname` of PRECIS (RFC 8266), but emoji are kept whole, and other symbols are no reason to refuse
/// a name.
package struct Nickname: Hashable, Sendable {
    /// The neutralised words; never empty.
    package let words: String

    /// The most characters a nickname keeps.
    package static let maximumLength = 24
    /// The most bytes of UTF-8 that a nickname keeps: four for each character. Marks that are piled on letters would
    /// otherwise make names that take long to measure and to compare.
    package static let maximumBytes = 96

    /// A nickname from what somebody typed; nil if nothing is left of it.
    package init?(_ typed: String) {
        let words = typed.compatibilityComposed(maximumLength: Self.maximumLength)
            .neutralised(maximumLength: Self.maximumLength, maximumBytes: Self.maximumBytes).string
        guard !words.isEmpty else { return nil }
        self.words = words
    }

    /// Whether two nicknames can't be told apart at a glance.
    func isSame(as other: Nickname) -> Bool {
        words == other.words || Likeness(words).isLike(Likeness(other.words))
    }
}

/// Words that are read are neutralised like those that are typed: files of sessions are written by anybody.
extension Nickname: JSONConvertible {
    package func write(to json: inout JSONWriter) { json.string(words) }

    package init(_ json: JSONElement) throws(JSONError) {
        guard let nickname = Nickname(try json.string()) else { throw json.error(expected: "a nickname") }
        self = nickname
    }
}

extension String {
    /// Words of a user made safe for a text: neutralised, and one line without control or bidirectional characters and
    /// without what nobody sees, cut at a whole character. Emoji of several characters are kept whole.
    ///
    /// Of what was typed only so much is looked at as that many characters and bytes could need at most.
    func neutralised(maximumLength: Int, maximumBytes: Int) -> NeutralisedText {
        if let beginning = plainBeginning(of: maximumLength) { return NeutralisedText(beginning) }
        let scalars = Array(unicodeScalars.prefix(min(maximumLength * Self.scalarsOfCharacter, maximumBytes)))
        var visible = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            let end = scalars.endOfEmoji(at: index) ?? index + 1
            if end > index + 1 {
                visible.append(contentsOf: scalars[index..<end])
            } else if let scalar = scalars.visibleScalar(at: index) {
                visible.append(scalar)
            }
            index = end
        }
        let words = String(visible).limitingMarksAndSpaces().beginning(of: maximumLength, bytes: maximumBytes)
        return NeutralisedText(words.trimmingCharacters(in: .edges))
    }

    /// Letters and digits alone, to compare what reads much the same: no case, width, accents, spaces or punctuation,
    /// letters of other scripts by their prototypes (``Likeness``), and every number is `0`. Two readings: prototypes
    /// are found before or after case is folded.
    var readings: [String] {
        guard utf8.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "I") }) else {
            return [lowercased().lettersAndDigits]
        }
        let decomposed = decomposedStringWithCompatibilityMapping
        return [decomposed.lowercased().lettersAndDigits, decomposed.lettersAndDigits.lowercased()]
    }

    private var lettersAndDigits: String {
        var skeleton = ""
        for scalar in unicodeScalars {
            if scalar.properties.numericType == .decimal {
                if skeleton.last != "0" { skeleton.append("0") }
            } else if scalar.properties.isAlphabetic {
                skeleton.unicodeScalars.append(prototypeOf: scalar)
            }
        }
        return skeleton
    }

    /// The words in normalization form KC (RFC 8266, section 2.1) but for emoji, some of which have a compatible form.
    ///
    /// Of what was typed only so much is looked at as that many characters could need at most.
    fileprivate func compatibilityComposed(maximumLength: Int) -> String {
        guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
        let scalars = Array(unicodeScalars.prefix(maximumLength * Self.scalarsOfCharacter))
        var (composed, run) = ("", String.UnicodeScalarView())
        var index = 0
        while index < scalars.count {
            let end = scalars.endOfEmoji(at: index) ?? index + 1
            if end > index + 1 || scalars[index].properties.isEmojiPresentation {
                composed += String(run).precomposedStringWithCompatibilityMapping
                composed.unicodeScalars.append(contentsOf: scalars[index..<end])
                run = String.UnicodeScalarView()
            } else {
                run.append(scalars[index])
            }
            index = end
        }
        return composed + String(run).precomposedStringWithCompatibilityMapping
    }

    /// The beginning, if it is printable ASCII that is only cut, as what games say mostly is: single spaces between
    /// words, and no `$`, which counts for what it may become; nil otherwise.
    private func plainBeginning(of length: Int) -> String? {
        var last = UInt8(ascii: " ")
        var count = 0
        for byte in utf8 {
            // A mark behind the last byte would be part of its character.
            if count == length { return byte < 0x80 ? String(prefix(last > 0x20 ? count : count - 1)) : nil }
            let isPrintable = (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "$")
            guard isPrintable, byte > 0x20 || last > 0x20 else { return nil }
            last = byte
            count += 1
        }
        return isEmpty || last > 0x20 ? self : nil
    }

    /// The most scalars that one character is left with: a family of four with skin tones has eleven.
    private static let scalarsOfCharacter = 12

    /// Each character without what is piled on it beyond any use, and single spaces between words. No script needs more
    /// than three marks in a row.
    private func limitingMarksAndSpaces() -> String {
        var result = String.UnicodeScalarView()
        // NB: what stands last is remembered, for to find it in the text takes longer than all else.
        var last: Unicode.Scalar = " "
        for character in self {
            var marks = 0
            for scalar in character.unicodeScalars.prefix(Self.scalarsOfCharacter) {
                if scalar == " ", last == " " { continue }
                if scalar.isASCII {
                    marks = 0
                } else {
                    marks = scalar.isMark ? marks + 1 : 0
                    // NB: a mark or a joiner without a letter before it would change what the words are put behind.
                    guard marks <= 3, last != " " || !scalar.isOverlooked else { continue }
                }
                result.append(scalar)
                last = scalar
            }
        }
        if last == " " { _ = result.popLast() }
        return String(result)
    }

    /// As many whole characters as fit in both; a `$` counts for what it may become.
    private func beginning(of length: Int, bytes: Int) -> String {
        var room = bytes
        return String(
            prefix(length).prefix { character in
                let bytes = character.utf8
                // NB: characters are not compared, which would take long.
                room -= bytes.count == 1 && bytes.first == UInt8(ascii: "$") ? 3 : bytes.count
                return room >= 0
            })
    }
}

extension CharacterSet {
    /// The characters that words neither begin nor end with.
    fileprivate static let edges = CharacterSet(charactersIn: " \u{200C}\u{200D}")
}

extension [Unicode.Scalar] {
    /// The character at an index, which is part of no emoji of several characters, as a line shows it; nil for one that
    /// shows nothing.
    fileprivate func visibleScalar(at index: Int) -> Unicode.Scalar? {
        let scalar = self[index]
        if scalar.isASCII { return (0x20...0x7E).contains(scalar.value) ? scalar : " " }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: " "
        case .surrogate, .privateUse, .unassigned: nil
        case _ where scalar == "\u{2800}": " "  // a Braille cell without a dot
        case .format: (scalar == "\u{200C}" || scalar == "\u{200D}") && hasUsefulJoiner(at: index) ? scalar : nil
        case _ where scalar.properties.isDefaultIgnorableCodePoint: nil
        default: scalar
        }
    }
}
