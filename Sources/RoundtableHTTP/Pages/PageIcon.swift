/// The icon of the pages: a round table with four seats.
enum PageIcon {
    static let svg = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
        <rect width="64" height="64" fill="#1f7a4d"/>
        <circle cx="32" cy="32" r="13" fill="#fffdf8"/>
        <g fill="#f2b27a"><circle cx="32" cy="11" r="6"/><circle cx="53" cy="32" r="6"/>\
        <circle cx="32" cy="53" r="6"/><circle cx="11" cy="32" r="6"/></g>
        </svg>

        """
}
