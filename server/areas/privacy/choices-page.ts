import { escapeHtml } from '#server/platform/escape-html.ts'
import { readEmailAddress } from '#contract/core/email-address.ts'
import { directionOf, type Language } from '#contract/core/language.ts'
import { sentences } from '#contract/core/sentences.ts'
import { privacyChoicesPath } from '#contract/privacy/choices-path.ts'
import type { Text } from '#i18n/arabic.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { readBoot } from '#server/areas/branding/read-brand.ts'
import type { FormPage, FormVisit } from '#server/platform/http/form-pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { translatorOf, type Translate } from '#server/platform/translate.ts'
import { optOut } from './opt-out.ts'

/** Where people who have no account say what may be done with their data: on each host, under its brand. */
export const privacyChoicesPage: FormPage = {
  path: privacyChoicesPath,
  // Enough for a household or an office behind one address, far too few to fill the records.
  limit: { count: 30, perSeconds: 3_600 },
  show: (platform, visit, problem) =>
    pageOf(platform, visit, { kind: 'form', email: '', ...(problem && { error: problem }) }),
  async take(platform, visit, form) {
    const owner = await findHost(platform, visit.host)
    if (!owner) return null
    const input = form.get('email') ?? ''
    const email = readEmailAddress(input)
    const state: State =
      email === null
        ? { kind: 'form', email: input.slice(0, 254), error: sentences.email }
        : { kind: 'done', number: await optOut(platform, visit.host, owner, email) }
    const html = await pageOf(platform, visit, state)
    if (html === null) return null
    return email === null ? { html, status: 422 } : { html }
  },
}

type State = { kind: 'form'; email: string; error?: Text } | { kind: 'done'; number: string }

async function pageOf(platform: Platform, visit: FormVisit, state: State): Promise<string | null> {
  const boot = await readBoot(platform, visit.host)
  if (!boot) return null
  const t = await translatorOf(visit.language)
  const isSignaled = visit.headers['sec-gpc'] === '1'
  const address = `${privacyChoicesPath}?language=${visit.language}`
  const main = state.kind === 'form' ? formHtml(t, address, state) : doneHtml(t, address, state.number)
  return documentHtml({
    visit,
    t,
    brand: boot.brand,
    main: `${main}<h2>${escapeHtml(t('Your browser’s signal'))}</h2><p>${escapeHtml(t(isSignaled ? signalOn : signalOff))}</p>`,
  })
}

const signalOn: Text =
  'Your browser sends Global Privacy Control. We honor it: as long as it is on, visits with this browser identify nobody.'
const signalOff: Text =
  'Your browser doesn’t send Global Privacy Control. Where it is on, visits with that browser identify nobody, on any site.'

function formHtml(t: Translate, address: string, { email, error }: Extract<State, { kind: 'form' }>): string {
  const problem = error === undefined ? '' : `<p id="problem" role="alert">${escapeHtml(t(error))}</p>`
  const invalid = error === undefined ? '' : ' aria-invalid="true" aria-describedby="problem" autofocus'
  return [
    paragraph(
      t('Some visitors of our clients’ web sites are identified, and their contact details are sold to the site.'),
    ),
    paragraph(t('Here you say that yours must not be. You need no account, and it costs nothing.')),
    `<h2>${escapeHtml(t('Do not sell or share my personal information'))}</h2>`,
    // One field: nothing more may be asked for than what the request needs.
    `<form method="post" action="${address}"><label for="email">${escapeHtml(t('Email address'))}</label>`,
    `<input id="email" name="email" type="text" inputmode="email" autocomplete="email" dir="ltr" required maxlength="254" value="${escapeHtml(email)}"${invalid}>`,
    problem,
    `<button>${escapeHtml(t('Opt out'))}</button></form>`,
    paragraph(t('It takes effect at once. If you use several addresses, opt out with each of them.'), 'quiet'),
  ].join('')
}

const doneHtml = (t: Translate, address: string, number: string): string =>
  [
    `<div role="status"><h2>${escapeHtml(t('You have opted out'))}</h2>`,
    paragraph(t('From now on nobody is identified by this address, and it is neither sold nor shared.')),
    paragraph(t('Whoever got it from us before is told to delete it, within 15 business days at most.')),
    paragraph(t('Your request has the number {number}.', { number })),
    '</div>',
    paragraph(t('Everybody gets this answer: it doesn’t tell whether we know the address.'), 'quiet'),
    `<p><a href="${address}">${escapeHtml(t('Opt out with another address'))}</a></p>`,
  ].join('')

const paragraph = (text: string, style?: 'quiet'): string =>
  `<p${style ? ` class="${style}"` : ''}>${escapeHtml(text)}</p>`

/** The whole page: readable in both themes, both directions and at any width, and in print. */
function documentHtml(given: {
  visit: FormVisit
  t: Translate
  brand: { name: string; brand_color: string }
  main: string
}): string {
  const { visit, t, brand, main } = given
  const title = escapeHtml(t('Your privacy choices'))
  const name = escapeHtml(brand.name)
  return [
    `<!doctype html><html lang="${visit.language}" dir="${directionOf(visit.language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${title} · ${name}</title><link rel="icon" href="/favicon.ico">`,
    `<style nonce="${visit.nonce}">${styleOf(brand.brand_color)}</style></head><body><header>`,
    `<img src="/favicon.ico" alt="" width="32" height="32"><bdi>${name}</bdi>${otherLanguage(visit.language)}</header>`,
    `<main><h1>${title}</h1>${main}</main></body></html>`,
  ].join('')
}

const otherLanguage = (language: Language): string =>
  language === 'ar'
    ? `<a href="${privacyChoicesPath}?language=en" lang="en" hreflang="en">English</a>`
    : `<a href="${privacyChoicesPath}?language=ar" lang="ar" hreflang="ar">العربية</a>`

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
label{font-weight:600;font-size:.875rem}
input{font:inherit;color:inherit;background:transparent;width:100%;min-height:2.75rem;padding:.375rem .75rem;border:1px solid var(--quiet);border-radius:.375rem}
[aria-invalid]{border-color:var(--alert)}
#problem{color:var(--alert);font-size:.875rem;margin:0}
button{font:inherit;font-weight:600;justify-self:start;min-height:2.75rem;padding:.375rem 1.25rem;margin-top:.5rem;border:0;border-radius:.375rem;background:var(--ink);color:var(--card);cursor:pointer}
:focus-visible{outline:3px solid Highlight;outline-offset:2px}
@media(max-width:40rem){main{border-inline:0;border-radius:0;padding:1.25rem 1rem}}
@media print{header a,form{display:none}}`
