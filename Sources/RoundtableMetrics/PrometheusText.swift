/// Measurements in Prometheus' text format
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).
struct PrometheusText {
    private(set) var lines = ""

    mutating func begin(_ name: String, _ kind: PrometheusRegistry.Kind, description: String?) {
        if let description { lines += "# HELP \(name) \(description)\n" }
        lines += "# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func add(_ name: String, _ labels: String, _ value: Double) {
        lines += "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.number(value))\n"
    }

    /// Labels as they stand between the braces.
    static func labels(_ dimensions: [(String, String)]) -> String {
        dimensions.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
    }

    static func labels(_ labels: String, adding dimension: (String, String)) -> String {
        labels.isEmpty ? self.labels([dimension]) : "\(labels),\(self.labels([dimension]))"
    }

    /// A number without needless digits.
    static func number(_ value: Double) -> String {
        if value == .infinity { return "+Inf" }
        return Int(exactly: value).map(String.init) ?? "\(value)"
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
