/** The panel's styles: a constructed style sheet in its shadow tree, which the page's CSP does not block. */
export const style = `
:host { all: initial; position: fixed; inset-block-end: 12px; inset-inline-end: 12px; z-index: 2147483647;
  inline-size: min(380px, calc(100vw - 24px)); color-scheme: light dark; }
* { box-sizing: border-box; }
section { --text: #1c2330; --muted: #5a6474; --line: #d9dee7; --paper: #fff; --ok: #0b6b43; --warn: #8a5a00; --bad: #b3261e;
  display: flex; flex-direction: column; max-block-size: min(70vh, 560px); overflow: hidden; background: var(--paper);
  color: var(--text); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 12px 32px rgb(0 0 0 / 24%);
  font: 13px/1.45 system-ui, sans-serif; text-align: start; }
@media (prefers-color-scheme: dark) {
  section { --text: #e7ebf2; --muted: #a3adbd; --line: #39424f; --paper: #181d25; --ok: #5fd3a0; --warn: #f0bd58; --bad: #ff8a80; }
}
header { display: flex; align-items: center; gap: 8px; padding: 8px 8px 8px 14px; border-block-end: 1px solid var(--line); }
[dir='rtl'] header { padding: 8px 14px 8px 8px; }
h2 { flex: 1; margin: 0; font-size: 14px; font-weight: 600; }
h2 small { display: block; color: var(--muted); font-size: 12px; font-weight: 400; }
button { min-block-size: 36px; min-inline-size: 44px; padding: 0 10px; font: inherit; color: inherit; background: none;
  border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
button:focus-visible { outline: 2px solid currentcolor; outline-offset: 2px; }
.body { overflow: auto; padding: 10px 14px 14px; }
[hidden] { display: none; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 12px; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; min-inline-size: 0; overflow-wrap: anywhere; }
dd > * { display: block; }
[data-tone='ok'] { color: var(--ok); }
[data-tone='warn'] { color: var(--warn); }
[data-tone='bad'] { color: var(--bad); }
bdi { color: var(--text); font-weight: 600; }
h3 { margin: 12px 0 4px; font-size: 13px; }
ul { margin: 0; padding: 0; list-style: none; }
li { display: flex; flex-wrap: wrap; gap: 2px 8px; padding: 4px 0; border-block-start: 1px solid var(--line); }
li bdi { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; font-weight: 400; }
li em { inline-size: 100%; color: var(--muted); font-style: normal; overflow-wrap: anywhere; }
p { margin: 0; color: var(--muted); }
@media (width <= 480px) { dl { grid-template-columns: 1fr; gap: 0 12px; } dd { margin-block-end: 8px; } }
`
