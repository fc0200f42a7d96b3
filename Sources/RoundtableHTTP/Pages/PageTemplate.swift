internal import Mustache

/// The pages' templates, parsed once.
enum PageTemplate {
    static let message = parse(messageSource)
    static let problem = parse(problemSource)

    private static func parse(_ source: String) -> MustacheTemplate {
        MustacheContentTypes.register(PageEscaping(), named: PageEscaping.name)
        do {
            return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(PageEscaping.name) }}\n" + source)
        } catch {
            preconditionFailure("a page's template is malformed: \(error)")
        }
    }

    private static let head = """
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="robots" content="noindex">
        <meta name="referrer" content="no-referrer">
        <meta name="color-scheme" content="light dark">
        <link rel="icon" href="../icon.svg" type="image/svg+xml">
        <link rel="apple-touch-icon" href="../icon.png">
        """

    private static let messageSource = """
        <!DOCTYPE html>
        <html lang="{{words}}" dir="{{direction}}">
        <head>
        \(head)
        <title>{{title}}{{#until}} · {{before}}{{time}}{{after}}{{/until}} · {{board.summary}}</title>
        <meta name="description" content="{{preview.summary}}">
        <meta property="og:type" content="website">
        <meta property="og:title" content="{{title}}">
        <meta property="og:description" content="{{preview.summary}}">
        <meta property="og:url" content="{{pageURL}}">
        <meta property="og:image" content="{{preview.pictureURL}}">
        <meta property="og:image:type" content="image/png">
        <meta property="og:image:width" content="900">
        <meta property="og:image:height" content="900">
        <meta property="og:image:alt" content="{{preview.pictureDescription}}">
        <meta name="twitter:card" content="summary">
        <meta name="twitter:title" content="{{title}}">
        <meta name="twitter:description" content="{{preview.summary}}">
        <meta name="twitter:image" content="{{preview.pictureURL}}">
        <meta name="twitter:image:alt" content="{{preview.pictureDescription}}">
        {{#app.banner}}
        <meta name="apple-itunes-app" content="{{.}}">
        {{/app.banner}}
        <link rel="canonical" href="{{pageURL}}">
        <style>\(PageStyle.css)</style>
        </head>
        <body>
        <main class="card" id="game" data-revision="{{revision}}" data-changes="{{changes}}">
        <div class="stage">
        <img class="picture" src="{{board.pictureURL}}" width="900" height="900" alt="{{board.pictureDescription}}" \
        lang="{{language}}" dir="{{textDirection}}" data-part="picture">
        <nav class="steps" aria-label="{{historyTitle}}" data-part="steps">
        {{#previousRevision}}<a id="previous" class="step back" rel="prev" href="?revision={{.}}">{{previous}}</a>\
        {{/previousRevision}}
        <span class="count" dir="ltr">{{shown}} / {{total}}</span>
        {{#nextRevision}}<a id="next" class="step on" rel="next" href="?revision={{.}}">{{next}}</a>{{/nextRevision}}
        </nav>
        </div>
        <div class="story">
        <p class="standing {{standingStyle}}" data-part="standing">{{standing}}</p>
        <h1 lang="{{language}}" dir="{{textDirection}}">{{title}}</h1>
        <div class="news" aria-live="polite">
        <p class="turn" data-part="turn">{{#turn}}{{label}} {{#names}}<bdi>{{name}}</bdi>{{comma}}{{/names}} {{more}} \
        <time datetime="{{at}}" title="{{full}}"{{#isLocal}} data-local{{/isLocal}}>{{since}}</time>{{/turn}}\
        {{#until}}<span class="until">{{before}}<time datetime="{{at}}" data-local>{{time}}</time>{{after}}</span>\
        {{/until}}{{#stopped}}<span class="until">{{.}}</span>{{/stopped}}\
        {{#isEarlier}}<a id="newest" href="{{token}}">{{newest}}</a>{{/isEarlier}}</p>
        <p class="summary" lang="{{language}}" dir="{{textDirection}}" data-part="summary">{{board.summary}}</p>
        </div>
        <h2>{{playersTitle}}</h2>
        <p class="series" data-part="series">{{#series}}{{.}}{{/series}}</p>
        <ul class="seats" data-part="seats">
        {{#seats}}
        <li class="{{style}}"><span class="disc" aria-hidden="true">{{initial}}</span>\
        <span class="name"><bdi>{{name}}</bdi></span>\
        {{#won}}<span class="won">{{.}}</span>{{/won}}\
        <span class="note">{{note}}</span></li>
        {{/seats}}
        </ul>
        <h2 data-part="settings-title">{{settingsTitle}}</h2>
        <dl class="settings" data-part="settings">
        {{#settings}}
        <div><dt>{{#isGames}}<code dir="ltr">{{name}}</code>{{/isGames}}{{^isGames}}{{name}}{{/isGames}}</dt>\
        <dd>{{#isGames}}<code dir="ltr">{{value}}</code>{{/isGames}}{{^isGames}}{{value}}{{/isGames}}</dd></div>
        {{/settings}}
        </dl>
        <div class="seed" data-part="seed">{{#seeds}}{{seedTitle}} <code dir="ltr">{{.}}</code>{{/seeds}}</div>
        <p class="invitation">{{invitation}}{{#app.store}} <a href="{{url}}">{{words}}</a>{{/app.store}}</p>
        <noscript><p class="invitation"><a href="{{token}}">{{reload}}</a></p></noscript>
        </div>
        <section class="history" aria-labelledby="history">
        <h2 id="history">{{historyTitle}}</h2>
        <p class="window" data-part="before">{{#before}}<a href="?revision={{revision}}">{{words}}</a>{{/before}}</p>
        <ol data-part="history">{{#history}}<li value="{{revision}}">\
        <a href="?revision={{revision}}"{{#isShown}} aria-current="true"{{/isShown}} lang="{{language}}" \
        dir="{{textDirection}}">{{summary}}</a> <time datetime="{{at}}" data-local>{{time}}</time></li>{{/history}}</ol>
        <p class="window" data-part="after">{{#after}}<a href="?revision={{revision}}">{{words}}</a>{{/after}}</p>
        </section>
        </main>
        <script>\(PageScript.javaScript)</script>
        </body>
        </html>

        """

    private static let problemSource = """
        <!DOCTYPE html>
        <html lang="{{words}}" dir="{{direction}}">
        <head>
        \(head)
        <title>{{title}}</title>
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
