import { escapeHtml } from '#server/platform/escape-html.ts'
import { directionOf, type Language } from '#contract/core/language.ts'
import type { Text } from '#i18n/arabic.ts'
import type { FormVisit } from '#server/platform/http/form-pages.ts'
import type { Translate } from '#server/platform/translate.ts'

export const paragraph = (text: string, style?: 'quiet'): string =>
  `<p${style ? ` class="${style}"` : ''}>${escapeHtml(text)}</p>`

/** A whole page: readable in both themes, both directions and at any width, and in print. */
export function documentHtml(given: {
  visit: FormVisit
  t: Translate
  brand: { name: string; brand_color: string }
  path: string
  title: Text
  main: string
}): string {
  const { visit, t, brand, path, main } = given
  const title = escapeHtml(t(given.title))
  const name = escapeHtml(brand.name)
  return [
    `<!doctype html><html lang="${visit.language}" dir="${directionOf(visit.language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${title} · ${name}</title><link rel="icon" href="/favicon.ico">`,
    `<style nonce="${visit.nonce}">${styleOf(brand.brand_color)}</style></head><body><header>`,
    `<img src="/favicon.ico" alt="" width="32" height="32"><bdi>${name}</bdi>${otherLanguage(path, visit.language)}</header>`,
    `<main><h1>${title}</h1>${main}</main></body></html>`,
  ].join('')
}

const otherLanguage = (path: string, language: Language): string =>
  language === 'ar'
    ? `<a href="${path}?language=en" lang="en" hreflang="en">English</a>`
    : `<a href="${path}?language=ar" lang="ar" hreflang="ar">العربية</a>`

const styleOf = (brandColor: string): string => `
:root{color-scheme:light dark;--line:#d5d9df;--quiet:#59616d;--back:#f6f7f9;--card:#fff;--ink:#1b1f24;--alert:#b42318}
@media(prefers-color-scheme:dark){:root{--line:#3a4048;--quiet:#a5adb8;--back:#16181c;--card:#1f2227;--ink:#e9ebee;--alert:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.55 system-ui,"Segoe UI",Roboto,sans-serif}
header,main{max-width:40rem;margin-inline:auto}
header{display:flex;align-items:center;gap:.75rem;padding:1.25rem 1rem;font-weight:600}
header a{margin-inline-start:auto;font-weight:400}
main{background:var(--card);border:1px solid var(--line);border-top:3px solid ${brandColor};border-radius:.5rem;padding:1.5rem;margin-bottom:3rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}
h2{font-size:1.0625rem;margin:2rem 0 .5rem}
p{margin:0 0 .75rem}
a{color:inherit}
.quiet{color:var(--quiet);font-size:.875rem}
form{display:grid;gap:.375rem;margin-bottom:.75rem}
label{margin-block-start:.5rem;font-weight:600;font-size:.875rem}
input,select,textarea{font:inherit;color:inherit;background:transparent;width:100%;min-height:2.75rem;padding:.375rem .75rem;border:1px solid var(--quiet);border-radius:.375rem}
option{color:var(--ink);background:var(--card)}
[aria-invalid]{border-color:var(--alert)}
input[type=checkbox]{width:1.25rem;min-height:1.25rem;flex:none;margin:0}
.box{display:flex;gap:.5rem;align-items:center;min-height:2.75rem;font-weight:400}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}
dt{color:var(--quiet)}
dd{margin:0}
table{width:100%;border-collapse:collapse;font-size:.875rem}
th,td{padding:.375rem .25rem;border-bottom:1px solid var(--line);text-align:end}
th:first-child{text-align:start}
th{font-weight:600}
code{font-size:1.0625rem;overflow-wrap:anywhere}
#problem{color:var(--alert);font-size:.875rem;margin:0}
button{font:inherit;font-weight:600;justify-self:start;min-height:2.75rem;padding:.375rem 1.25rem;margin-top:.5rem;border:0;border-radius:.375rem;background:var(--ink);color:var(--card);cursor:pointer}
:focus-visible{outline:3px solid Highlight;outline-offset:2px}
@media(max-width:40rem){main{border-inline:0;border-radius:0;padding:1.25rem 1rem}}
@media print{header a,form{display:none}}`
