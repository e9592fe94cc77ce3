/** What the page sends to the worker while online: the host's texts, in the user's language. */
export type OfflineWords = {
  lang: string
  dir: string
  brand: string
  /** `#rrggbb`. */
  color: string
  title: string
  words: string
  retry: string
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** A page without scripts or external resources; it retries the connection every fifteen seconds. */
export function offlinePage(texts: OfflineWords): string {
  const [lang, dir, brand, title, words, retry] = [
    texts.lang,
    texts.dir,
    texts.brand,
    texts.title,
    texts.words,
    texts.retry,
  ].map(escapeHtml)
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="15">
<title>${title} · ${brand}</title>
<style>
  body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1.5rem; box-sizing: border-box;
    background: light-dark(#f7f8fa, #0e1116); color: light-dark(#14181f, #e6e9ee); font: 400 15px/1.5 system-ui, sans-serif; }
  main { max-width: 26rem; text-align: center; border-top: 4px solid ${isColor(texts.color) ? texts.color : '#5b6472'}; padding-top: 2rem; }
  h1 { margin: 0.5rem 0; font-size: 1.375rem; }
  p { margin: 0 0 1.5rem; color: light-dark(#5b6472, #9aa4b2); }
  a { display: inline-block; padding: 0.5rem 1.25rem; border: 1px solid currentColor; border-radius: 0.5rem; color: inherit;
    font-weight: 600; text-decoration: none; }
</style>
<main>
  <bdi>${brand}</bdi>
  <h1>${title}</h1>
  <p>${words}</p>
  <a href="">${retry}</a>
</main>
</html>
`
}
