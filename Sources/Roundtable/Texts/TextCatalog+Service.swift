import GameRules

extension TextCatalog {
    static let service = TextCatalog(embedded: [
        "ar": PackageResources.ar_json, "de": PackageResources.de_json, "en": PackageResources.en_json,
        "pl": PackageResources.pl_json,
    ])
}
