/** Escapes text for HTML: special characters become character references. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** A whole page. `body` and `style` are trusted and inserted unescaped. */
export const frame = (title: string, style: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escape(title)}</title><link rel="icon" href="data:,"><style>${base}${style}</style></head><body>${body}</body></html>`

/** The base style of all demo pages: one scale of grays in two themes, and one text style. */
const base = `
*{box-sizing:border-box}
:root{--page:#f6f7f9;--card:#fff;--line:#e3e7ed;--text:#1b2330;--quiet:#586375;--code:#eef1f5;--accent:#4354c8;--on-accent:#fff;--good:#17693f;--good-back:#e2f4ea;--warn:#8a4b08;--warn-back:#fdf0dc;--shadow:0 1px 2px rgb(20 30 50/.06)}
@media (prefers-color-scheme:dark){:root{--page:#11151b;--card:#191f28;--line:#2b3340;--text:#e4e8ee;--quiet:#98a3b3;--code:#232b37;--accent:#a3adf7;--on-accent:#11151b;--good:#7fd6a5;--good-back:#15352a;--warn:#f0bd78;--warn-back:#3a2a12;--shadow:none}}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%}
h1,h2,h3,p,ul,ol,dl{margin:0}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
code{font:.86em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--code);padding:.1em .35em;border-radius:4px;overflow-wrap:anywhere}
.quiet{color:var(--quiet)}
`
