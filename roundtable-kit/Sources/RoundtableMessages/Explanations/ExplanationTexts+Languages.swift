/// The sentences in each language. They are part of the code: an app has no file to find.
extension ExplanationTexts {
    /// All sentences, by language.
    static let languages: [String: ExplanationTexts] = ["ar": arabic, "de": german, "en": english, "pl": polish]

    private static let arabic = ExplanationTexts(
        overtaken: "سبقك لاعب آخر، لذلك لم تُحتسب هذه الحركة. هكذا تبدو اللعبة الآن.",
        takenBack: "تم التراجع عن هذه الحركة قبل أن يراها أحد.",
        notInserted: "لم يقبل تطبيق الرسائل الحركة، فتم التراجع عنها. يمكنك اللعب من جديد.",
        offline: "يتعذر الوصول إلى اللعبة الآن. تحقق من الاتصال.",
        waiting: "يتعذر الوصول إلى اللعبة الآن. ما فعلته محفوظ وستتم المحاولة مرة أخرى.",
        locked: "لا يمكن للعبة التعرف عليك والهاتف مقفل. افتح القفل وحاول مرة أخرى.",
        otherDevice: "يبدو أنك تلعب على جهاز آخر أيضًا. اعرض رمزًا هناك واكتبه هنا لتستعيد مكانك.",
        unknownPlayer: "لم تعد اللعبة تعرفك. يمكنك المتابعة كلاعب جديد، لكن دون أماكنك السابقة.",
        foreignBubble: "لا تنتمي هذه الرسالة إلى لعبة يعرفها هذا التطبيق.",
        failed: "لم ينجح ذلك. حاول مرة أخرى.",
        outdated: "لا يتفاهم التطبيق واللعبة. قد يفيد تحديث التطبيق.")

    private static let german = ExplanationTexts(
        overtaken: "Jemand war schneller, deshalb zählt dieser Zug nicht. So steht das Spiel jetzt.",
        takenBack: "Dieser Zug wurde zurückgenommen, bevor ihn jemand gesehen hat.",
        notInserted: "Nachrichten hat den Zug nicht angenommen. Er wurde zurückgenommen; du kannst neu ziehen.",
        offline: "Das Spiel ist gerade nicht erreichbar. Prüfe die Verbindung.",
        waiting:
            "Das Spiel ist gerade nicht erreichbar. Was du getan hast, ist aufgehoben und wird noch einmal "
            + "versucht.",
        locked:
            "Solange das Telefon gesperrt ist, kann das Spiel dich nicht erkennen. Entsperre es und versuche es "
            + "noch einmal.",
        otherDevice:
            "Anscheinend spielst du auch auf einem anderen Gerät. Lass dir dort einen Code zeigen und gib ihn "
            + "hier ein, um deinen Platz zu bekommen.",
        unknownPlayer:
            "Das Spiel kennt dich nicht mehr. Du kannst neu anfangen, aber ohne deine bisherigen Plätze.",
        foreignBubble: "Diese Nachricht gehört zu keinem Spiel, das diese App kennt.",
        failed: "Das hat nicht geklappt. Versuche es noch einmal.",
        outdated: "Die App und das Spiel verstehen einander nicht. Vielleicht hilft ein Update der App.")

    static let english = ExplanationTexts(
        overtaken: "Somebody else moved first, so this move didn’t count. This is how the game stands.",
        takenBack: "This move was taken back before anybody saw it.",
        notInserted: "Messages didn’t take the move. It was taken back; you can move again.",
        offline: "The game can’t be reached right now. Check the connection.",
        waiting: "The game can’t be reached right now. What you did is kept and will be tried again.",
        locked: "Your player can’t be read while the phone is locked. Unlock it and try again.",
        otherDevice:
            "It looks as if you play on another device, too. Show a code there and type it here to get your "
            + "seat.",
        unknownPlayer: "The game doesn’t know you any more. You can go on as a new player, without your old seats.",
        foreignBubble: "This message isn’t part of a game that this app knows.",
        failed: "That didn’t work. Try again.",
        outdated: "The app and the game don’t understand each other. An update of the app may help.")

    private static let polish = ExplanationTexts(
        overtaken: "Ktoś inny wykonał ruch wcześniej, więc ten ruch się nie liczy. Tak wygląda teraz gra.",
        takenBack: "Ten ruch został cofnięty, zanim ktokolwiek go zobaczył.",
        notInserted: "Aplikacja Wiadomości nie przyjęła ruchu. Został cofnięty; możesz wykonać ruch ponownie.",
        offline: "Nie można teraz połączyć się z grą. Sprawdź połączenie.",
        waiting: "Nie można teraz połączyć się z grą. Twoja zmiana jest zachowana i zostanie wysłana ponownie.",
        locked: "Gdy telefon jest zablokowany, gra nie może Cię rozpoznać. Odblokuj go i spróbuj ponownie.",
        otherDevice:
            "Wygląda na to, że grasz też na innym urządzeniu. Wyświetl tam kod i wpisz go tutaj, aby odzyskać "
            + "swoje miejsce.",
        unknownPlayer: "Gra już Cię nie zna. Możesz zacząć od nowa, ale bez dotychczasowych miejsc.",
        foreignBubble: "Ta wiadomość nie należy do żadnej gry, którą zna ta aplikacja.",
        failed: "Nie udało się. Spróbuj ponownie.",
        outdated: "Aplikacja i gra się nie rozumieją. Może pomóc aktualizacja aplikacji.")
}
