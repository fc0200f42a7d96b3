/// Language tags, as BCP 47 has them.
@_spi(Roundtable) public enum LanguageTag {
    /// The most bytes of a tag: enough for a language, a script, a region and two variants (RFC 5646, section 4.4.1).
    public static let maximumLength = 35

    /// A tag with small ASCII letters, and hyphens for `_`, to be compared with others.
    public static func comparable(_ tag: String) -> String {
        String(unsafeUninitializedCapacity: tag.utf8.count) { text in
            for (index, byte) in tag.utf8.enumerated() {
                let isCapital = UInt8(ascii: "A") <= byte && byte <= UInt8(ascii: "Z")
                text[index] = byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : isCapital ? byte | 0x20 : byte
            }
            return tag.utf8.count
        }
    }

    /// Whether a text has only the letters, digits and separators that names of languages have: those of BCP 47, and of
    /// Unicode's locale identifiers (UTS #35).
    public static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "@"),
                UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }

    /// A tag without the subtags at its end that are too many (RFC 5646, section 4.4.2).
    public static func truncated(_ tag: String) -> String {
        guard tag.utf8.count > maximumLength else { return tag }
        var subtags = tag.split { $0 == "-" || $0 == "_" || $0 == "@" }
        while subtags.reduce(subtags.count - 1, { $0 + $1.utf8.count }) > maximumLength { subtags.removeLast() }
        // NB: a single letter or digit begins an extension and says nothing by itself.
        while subtags.last?.utf8.count == 1 { subtags.removeLast() }
        return subtags.joined(separator: "-")
    }
}
