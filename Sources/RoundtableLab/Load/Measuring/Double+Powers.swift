import Foundation

extension Double {
    /// To the base of ten.
    var logarithm: Double { log10(self) }

    /// A power of a base.
    static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}
