internal import Mustache

/// The pages' templates, parsed once.
enum PageTemplate {
    static let message = parse(messageSource)
    static let unknownMessage = parse(unknownMessageSource)

    private static func parse(_ source: String) -> MustacheTemplate {
        MustacheContentTypes.register(PageEscaping(), named: PageEscaping.name)
        do {
            return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(PageEscaping.name) }}\n" + source)
        } catch {
            preconditionFailure("a page's template is malformed: \(error)")
        }
    }

    private static let messageSource = """
        <!DOCTYPE html>
        <html lang="{{words}}" dir="{{direction}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <title>{{title}} · {{summary}}</title>
        <meta name="description" content="{{summary}}">
        <meta name="robots" content="noindex">
        <meta name="referrer" content="no-referrer">
        <meta name="color-scheme" content="light dark">
        <meta property="og:type" content="website">
        <meta property="og:title" content="{{title}}">
        <meta property="og:description" content="{{summary}}">
        <meta property="og:url" content="{{pageURL}}">
        <meta property="og:image" content="{{pictureURL}}">
        <meta property="og:image:type" content="image/png">
        <meta property="og:image:width" content="900">
        <meta property="og:image:height" content="900">
        <meta property="og:image:alt" content="{{pictureDescription}}">
        <meta name="twitter:card" content="summary">
        <link rel="canonical" href="{{pageURL}}">
        <style>\(PageStyle.css)</style>
        </head>
        <body>
        <main class="card">
        <img class="picture" src="{{pictureURL}}" width="900" height="900" alt="{{pictureDescription}}" \
        lang="{{language}}" dir="{{textDirection}}">
        <div class="story">
        <p class="standing {{standingStyle}}">{{standing}}</p>
        <h1 lang="{{language}}" dir="{{textDirection}}">{{title}}</h1>
        <p class="summary" lang="{{language}}" dir="{{textDirection}}">{{summary}}</p>
        <h2>{{playersTitle}}</h2>
        <ul class="seats">
        {{#seats}}
        <li class="{{style}}"><span class="disc" aria-hidden="true">{{initial}}</span>\
        <span class="name"><bdi>{{name}}</bdi></span>\
        <span class="note">{{note}}</span></li>
        {{/seats}}
        </ul>
        <p class="invitation">{{invitation}}</p>
        {{#seeds}}
        <p class="seed">{{seedTitle}} <code dir="ltr">{{.}}</code></p>
        {{/seeds}}
        </div>
        </main>
        </body>
        </html>

        """

    private static let unknownMessageSource = """
        <!DOCTYPE html>
        <html lang="{{words}}" dir="{{direction}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <title>{{title}}</title>
        <meta name="robots" content="noindex">
        <meta name="referrer" content="no-referrer">
        <meta name="color-scheme" content="light dark">
        <style>\(PageStyle.css)</style>
        </head>
        <body>
        <main class="card lone">
        <div class="story">
        <h1>{{title}}</h1>
        <p class="summary">{{text}}</p>
        </div>
        </main>
        </body>
        </html>

        """
}
