import Foundation

/// The look of a name. Names of which one of the two forms is equal look alike, and are told apart.
///
/// A form is the skeleton of UTS #39, section 4, over the compatibility decomposition: without what shows nothing, each
/// character replaced by the prototype of all that look like it. Prototypes depend on case (a capital I looks like a
/// small l), so a name has one form as it is written and one in small letters.
struct Likeness {
    /// The form in small letters: `Amber` and `AMBER` have the same.
    let folded: String
    /// The form as the name is written: `Amber` and `Arnber` have the same.
    let exact: String

    func numbered(_ number: Int) -> Likeness {
        let behind = " \(number)".confusableSkeleton
        return Likeness(folded: folded + behind, exact: exact + behind)
    }

    func isLike(_ other: Likeness) -> Bool { folded == other.folded || exact == other.exact }
}

extension Likeness {
    init(_ words: String) {
        self.init(folded: words.lowercased().confusableSkeleton, exact: words.confusableSkeleton)
    }
}

/// Some names, of which it can be asked whether one looks like another name.
struct LikenessSet {
    private var folded: Set<String> = []
    private var exact: Set<String> = []

    /// Adds a name; false if it looks like one that is there.
    mutating func insert(_ likeness: Likeness) -> Bool {
        let isNewFolded = folded.insert(likeness.folded).inserted
        return exact.insert(likeness.exact).inserted && isNewFolded
    }
}

extension String {
    /// The skeleton of UTS #39, section 4.
    var confusableSkeleton: String {
        let isASCII = utf8.allSatisfy { $0 < 0x80 }
        let scalars = Array((isASCII ? self : decomposedStringWithCompatibilityMapping).unicodeScalars)
        var skeleton = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            if let end = scalars.endOfKnownSubdivision(at: index) {
                skeleton.append(contentsOf: scalars[index..<end])
                index = end
                continue
            }
            skeleton.append(prototypeOf: scalars[index])
            index += 1
        }
        return isASCII ? String(skeleton) : String(skeleton).decomposedStringWithCanonicalMapping
    }
}

extension String.UnicodeScalarView {
    /// Adds the prototype of a character; nothing for one that shows nothing.
    mutating func append(prototypeOf scalar: Unicode.Scalar) {
        if let prototype = scalar.isASCII ? Prototypes.ascii[Int(scalar.value)] : Prototypes.all[scalar] {
            append(contentsOf: prototype)
        } else if scalar.isASCII || !scalar.properties.isDefaultIgnorableCodePoint {
            append(scalar)
        }
    }
}

extension [Unicode.Scalar] {
    /// The flags of England, Scotland and Wales, which all devices show; those of other places are a black flag on
    /// most.
    private static let knownSubdivisions = ["gbeng", "gbsct", "gbwls"].map { code in
        [Unicode.Scalar("\u{1F3F4}")] + code.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) }
            + ["\u{E007F}"]
    }

    fileprivate func endOfKnownSubdivision(at start: Int) -> Int? {
        guard self[start] == "\u{1F3F4}", let end = endOfEmoji(at: start),
            Self.knownSubdivisions.contains(where: { $0 == Array(self[start..<end]) })
        else { return nil }
        return end
    }
}

/// The prototypes of the characters that look like others.
private enum Prototypes {
    /// Those of ASCII, by value; nil for the characters that are their own.
    static let ascii = (0..<0x80 as Range<UInt8>).map { all[Unicode.Scalar($0)] }

    static let all: [Unicode.Scalar: [Unicode.Scalar]] = {
        var all: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        for group in UnicodeTables.confusables.split(separator: " ") {
            let halves = group.split(separator: "=")
            let prototype = halves[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
                .compactMap { Unicode.Scalar($0) }
            var source: UInt32 = 0
            for distance in halves[1].split(separator: ",") {
                source += UInt32(distance, radix: 16) ?? 0
                if let scalar = Unicode.Scalar(source) { all[scalar] = prototype }
            }
        }
        // NB: some prototypes have characters that NFKD replaces, by others that have prototypes.
        return all.mapValues { prototype in
            String(String.UnicodeScalarView(prototype)).decomposedStringWithCompatibilityMapping.unicodeScalars
                .flatMap { all[$0] ?? [$0] }
        }
    }()
}
