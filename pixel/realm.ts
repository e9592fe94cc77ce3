import { attempt } from './safely.ts'

/** Where the browser's own `fetch` and `JSON` are: in the page or, if the page has replaced one, in an empty frame. */
export const realm = (
  /e c[^]+e c/.test(attempt(() => fetch + '' + JSON.stringify)!)
    ? window
    : document.head.appendChild(document.createElement('iframe')).contentWindow
) as typeof window & typeof globalThis
