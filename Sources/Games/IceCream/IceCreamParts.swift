/// The parts of Apple's IceCreamBuilder sample under the names it gives them; flavours and looks are ours.
enum IceCreamPart: Hashable, Sendable {
    case base(Base)
    case scoops(Scoops)
    case topping(Topping)

    enum Base: String, Codable, CaseIterable, Sendable { case base01, base02, base03, base04 }

    enum Scoops: String, Codable, CaseIterable, Sendable {
        case scoops01, scoops02, scoops03, scoops04, scoops05, scoops06, scoops07, scoops08, scoops09, scoops10
    }

    enum Topping: String, Codable, CaseIterable, Sendable {
        case topping01, topping02, topping03, topping04, topping05, topping06
        case topping07, topping08, topping09, topping10, topping11, topping12
    }

    /// Every part, in the order of building.
    static let all: [IceCreamPart] =
        Base.allCases.map { .base($0) } + Scoops.allCases.map { .scoops($0) } + Topping.allCases.map { .topping($0) }

    /// The kind of part and the part, as the sample's URL query names them.
    var names: (kind: String, part: String) {
        switch self {
        case .base(let base): ("Base", base.rawValue)
        case .scoops(let scoops): ("Scoops", scoops.rawValue)
        case .topping(let topping): ("Topping", topping.rawValue)
        }
    }

    /// The part as an item of the sample's URL query, such as `Base=base01`.
    var queryItem: String {
        let (kind, part) = names
        return kind + "=" + part
    }

    static let byQueryItem = Dictionary(uniqueKeysWithValues: all.map { ($0.queryItem, $0) })
}

/// A move at the ice cream counter, written as the sample's query item or as `finish`.
enum IceCreamMove: RawRepresentable, Hashable, Codable, Sendable {
    case add(IceCreamPart)
    /// An item of a query which names no part: readable, but never legal.
    case addUnknown(item: String)
    case finish

    init?(rawValue: String) {
        if rawValue == "finish" {
            self = .finish
        } else if let part = IceCreamPart.byQueryItem[rawValue] {
            self = .add(part)
        } else if rawValue.contains("=") {
            self = .addUnknown(item: rawValue)
        } else {
            return nil
        }
    }

    var rawValue: String {
        switch self {
        case .add(let part): part.queryItem
        case .addUnknown(let item): item
        case .finish: "finish"
        }
    }
}
