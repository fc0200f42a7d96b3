@testable import Games

extension Fleet {
    /// A fleet somewhere, its ships in any order.
    static func random(using generator: inout some RandomNumberGenerator) -> Fleet {
        var ships: [Ship] = []
        var taken: Set<SeaCell> = []
        for length in lengths.shuffled(using: &generator) {
            let free = Ship.everywhere(length: length).filter { taken.isDisjoint(with: $0.cells) }
            guard let ship = free.randomElement(using: &generator) else { return random(using: &generator) }
            ships.append(ship)
            taken.formUnion(ship.cells)
        }
        return Fleet(ships: ships)
    }
}

extension Ship {
    /// Every place for a ship of some length.
    static func everywhere(length: Int) -> [Ship] {
        SeaCell.all.flatMap { bow in
            [false, true].map { Ship(bow: bow, isVertical: $0, length: length) }.filter {
                $0.cells.allSatisfy(\.isAtSea)
            }
        }
    }
}
