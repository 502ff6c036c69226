// What people want, and how the command line says it.

/// For a printer at home; a page that says how to print would make two files of one.
const atHome = (output, paper) => ["--only", output, "--profile", `home-${paper}`, "--no-guide"];

/// `paper` is a4 or letter; `args` come behind `build BOOK`.
export const GROUPS = [
  {
    title: "To read on a screen",
    rows: [
      { key: "screen", title: "Rulebook for the screen", about: "One PDF with links and bookmarks", args: () => ["--only", "rulebook"] },
      { key: "large", title: "Rulebook in large print", about: "Type of 12 points, on A4 or Letter", args: () => ["--only", "rulebook", "--theme", "large-print"], theme: true },
      { key: "sheet", title: "Reference sheet", about: "What you look up while you play", args: () => ["--only", "sheet"] },
      { key: "cards", title: "Reference cards", about: "A card to a page", args: () => ["--only", "cards"] },
      { key: "flowcharts", title: "Flowcharts", about: "A page for each", args: () => ["--only", "flowcharts"] },
      { key: "web", title: "Web edition", about: "Pages for a browser; examples go step by step", args: () => ["--only", "web"] },
    ],
  },
  {
    title: "To print at home",
    paper: true,
    rows: [
      { key: "home", title: "Rulebook to print at home", about: "Page by page", args: paper => atHome("rulebook", paper) },
      { key: "booklet", title: "Booklet to fold and staple", about: "Print on both sides, fold once", args: paper => atHome("booklet", paper) },
      { key: "home-sheet", title: "Reference sheet", about: "On your paper", args: paper => atHome("sheet", paper) },
      { key: "home-cards", title: "Reference cards, double-sided", about: "With marks to cut along", args: paper => atHome("cards", paper) },
      { key: "deck", title: "Cards of the game", about: "Made of your table of cards, with cut marks", args: paper => atHome("deck", paper), deck: true },
      { key: "mat", title: "Play mat", about: "Sheets to glue together where one is too small", args: paper => atHome("playmat", paper) },
      { key: "test", title: "Test page for two sides", about: "Shows how far your printer is off", args: paper => atHome("calibration", paper) },
    ],
  },
  {
    title: "For a print shop",
    rows: [
      { key: "shop", title: "Everything for a print shop", about: "3 mm bleed, CMYK, text in black alone", args: () => ["--profile", "generic-3mm"], deck: true },
      { key: "wrap", title: "Cover, opened", about: "Back, spine and front on one page", args: () => ["--only", "cover", "--profile", "generic-3mm"] },
    ],
  },
];

export const ROWS = GROUPS.flatMap(group => group.rows);

/// What can be looked at, and which folders of drawings belong to it.
export const VIEWS = [
  { key: "rulebook", title: "Rulebook", lacks: "This book has no rulebook yet." },
  { key: "sheet", title: "Sheet", lacks: "This book has no reference sheet yet." },
  { key: "cards", title: "Cards", lacks: "This book has no reference cards yet." },
  { key: "deck", title: "Deck", lacks: "This book has no deck of cards yet." },
  { key: "flowcharts", title: "Charts", lacks: "This book has no flowcharts yet." },
  { key: "playmat", title: "Mat", lacks: "This book has no play mat yet." },
];
