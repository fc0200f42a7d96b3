/// Measurements read from Prometheus' text format, as ``PrometheusRegistry/text`` and others write it.
package struct PrometheusReading: Sendable {
    /// Labels by name.
    package typealias Labels = [String: String]

    /// A line that is none of the format.
    package struct Malformed: Error, CustomStringConvertible {
        package let line: String

        package var description: String { "“\(line)” is no measurement in Prometheus’ text format." }
    }

    /// The names of the metrics whose types are told.
    package private(set) var names: Set<String> = []
    private var series: [String: [Labels: Double]] = [:]

    package init(_ text: String) throws(Malformed) {
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#") {
                let words = line.split(separator: " ")
                if words.count == 4, words[1] == "TYPE" { names.insert(String(words[2])) }
            } else {
                guard let (name, labels, value) = Self.measurement(line) else { throw Malformed(line: String(line)) }
                series[name, default: [:]][labels] = value
            }
        }
    }

    package func series(of name: String) -> [Labels: Double] { series[name] ?? [:] }

    /// The value of one series; nil if there is none.
    package func value(of name: String, _ labels: Labels = [:]) -> Double? { series[name]?[labels] }

    /// The values of a name, added up by a label that each of its series has.
    package func values(of name: String, by label: String) -> [String: Double] {
        Dictionary(
            series(of: name).compactMap { labels, value in labels[label].map { ($0, value) } }, uniquingKeysWith: +)
    }

    /// The parts of a line such as `name{label="value"} 1`; a time behind the value is ignored.
    private static func measurement(_ line: Substring) -> (String, Labels, Double)? {
        var rest = line
        let name = rest.prefix { $0 != "{" && $0 != " " }
        rest.removeFirst(name.count)
        var labels: Labels = [:]
        if rest.first == "{" {
            rest.removeFirst()
            guard let read = self.labels(&rest) else { return nil }
            labels = read
        }
        guard !name.isEmpty, let value = rest.split(separator: " ").first.flatMap({ Double($0) }) else { return nil }
        return (String(name), labels, value)
    }

    /// Labels up to the closing brace, and with it.
    private static func labels(_ rest: inout Substring) -> Labels? {
        var labels: Labels = [:]
        while rest.first != "}" {
            if rest.first == "," { rest.removeFirst() }
            let name = rest.prefix { $0 != "=" }
            rest.removeFirst(name.count)
            guard rest.hasPrefix("=\"") else { return nil }
            rest.removeFirst(2)
            guard let value = quoted(&rest) else { return nil }
            labels[String(name)] = value
        }
        rest.removeFirst()
        return labels
    }

    /// A value up to its closing quote, and with it.
    private static func quoted(_ rest: inout Substring) -> String? {
        var value = ""
        while let character = rest.popFirst() {
            if character == "\"" { return value }
            guard character == "\\" else {
                value.append(character)
                continue
            }
            guard let escaped = rest.popFirst() else { return nil }
            value.append(escaped == "n" ? "\n" : escaped)
        }
        return nil
    }
}
