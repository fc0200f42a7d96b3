import Digests
import Foundation
import Mustache

/// The pages' templates, parsed once, and what they have in common. The files are in `Web`.
enum PageTemplate {
    static let message = parse(PackageResources.message_html)
    static let problem = parse(PackageResources.problem_html)

    /// The style sheet: light and dark, one column on a phone, two on a desk.
    static let style = String(decoding: PackageResources.page_css, as: UTF8.self)

    /// The pages' only script: it follows the game, and tells times as the reader's clock does.
    ///
    /// It can do nothing but ask for this page again. The parts of the new page take the places of the old ones,
    /// element by element, so that nothing moves that did not change. Without it the page is complete and stands still.
    static let script = String(decoding: PackageResources.page_js, as: UTF8.self)

    /// The icon: a round table with four seats.
    static let icon = String(decoding: PackageResources.icon_svg, as: UTF8.self)

    /// The value for the `Content-Security-Policy` header of every page: our own style, script and pictures, and
    /// nothing that was ever typed by anybody. The script may ask this service only.
    static let contentSecurityPolicy = """
        default-src 'none'; img-src 'self'; style-src \(hash(of: style)); script-src \(hash(of: script)); \
        connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """

    private static func hash(of text: String) -> String {
        "'sha256-\(Data(SHA256.hash(Array(text.utf8))).base64EncodedString())'"
    }

    private static func parse(_ source: [UInt8]) -> MustacheTemplate {
        MustacheContentTypes.register(PageEscaping(), named: PageEscaping.name)
        let text = String(decoding: source, as: UTF8.self)
            .replacing("{{{head}}}", with: String(decoding: PackageResources.head_html, as: UTF8.self))
            .replacing("{{{style}}}", with: style).replacing("{{{script}}}", with: script)
        do {
            return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(PageEscaping.name) }}\n" + text)
        } catch {
            preconditionFailure("a page's template is malformed: \(error)")
        }
    }
}

/// Escapes texts for HTML scalar by scalar.
///
/// NB: Mustache's own escaping looks at characters, and to Swift a quotation mark followed by a combining accent is
/// one character that isn't a quotation mark. To a browser it is one, and it would end an attribute.
private struct PageEscaping: MustacheContentType {
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
