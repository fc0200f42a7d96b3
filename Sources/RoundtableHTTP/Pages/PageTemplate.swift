internal import Mustache

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
