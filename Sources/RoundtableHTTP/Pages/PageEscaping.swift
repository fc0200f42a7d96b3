internal import Mustache

/// Escapes texts for HTML scalar by scalar.
///
/// NB: Mustache's own escaping looks at characters, and to Swift a quotation mark followed by a combining accent is
/// one character that isn't a quotation mark. To a browser it is one, and it would end an attribute.
struct PageEscaping: MustacheContentType {
    /// The name that templates ask for in their first line.
    static let name = "SCALAR_SAFE_HTML"

    func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            case "\0": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
