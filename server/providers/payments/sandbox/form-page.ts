import type { Language } from '#contract/core/language.ts'
import { translatorOf } from '#server/platform/translate.ts'

const colors = {
  light: { page: '#ffffff', text: '#1c2026', muted: '#5c6470', border: '#8b93a0', tint: '#fceede', warn: '#744700' },
  dark: { page: '#161a20', text: '#e6e9ee', muted: '#a0a8b5', border: '#68707d', tint: '#3a2a12', warn: '#e3b47d' },
} as const

export interface FormLook {
  language: Language
  theme: keyof typeof colors
  /** Origin of the embedding page, the only one that gets messages. */
  parent: string
  publicKey: string
}

const asScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The form for a card number: the gateway's own page, shown in an iframe. The embedding page only gets a token. */
export async function formPage(look: FormLook, nonce: string): Promise<string> {
  const say = await translatorOf(look.language)
  const c = colors[look.theme]
  return `<!doctype html>
<html lang="${look.language}" dir="${look.language === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${say('Card number')}</title>
<style nonce="${nonce}">
*{box-sizing:border-box}
body{margin:0;background:${c.page};color:${c.text};font:14px/1.45 system-ui,sans-serif}
form{display:grid;grid-template-columns:1fr 1fr;gap:14px 16px;align-items:end;padding:3px}
p{grid-column:1/-1;margin:0;padding:8px 12px;border-radius:8px;background:${c.tint};color:${c.warn}}
label{display:grid;gap:5px;font-weight:550}
label:first-of-type{grid-column:1/-1}
input{inline-size:100%;block-size:36px;padding:0 12px;border:1px solid ${c.border};border-radius:8px;background:transparent;color:inherit;font:inherit;font-weight:400;direction:ltr;text-align:start}
input:focus{outline:2px solid ${c.muted};outline-offset:1px}
</style>
<form novalidate>
<p>${say('Sandbox: no money moves. Use a test card, such as 4242 4242 4242 4242.')}</p>
<label>${say('Card number')}<input name="number" inputmode="numeric" autocomplete="cc-number" maxlength="23"></label>
<label>${say('Expiry (MM / YY)')}<input name="expiry" inputmode="numeric" autocomplete="cc-exp" maxlength="7" placeholder="MM / YY"></label>
<label>${say('Security code')}<input name="cvc" inputmode="numeric" autocomplete="cc-csc" maxlength="4"></label>
</form>
<script nonce="${nonce}">
const parentOrigin = ${asScript(look.parent)}, key = ${asScript(look.publicKey)}
const form = document.querySelector('form'), field = (name) => form.elements.namedItem(name)
const tell = (message) => parent.postMessage(message, parentOrigin)
const digits = (text) => text.replace(/\\D/g, '')
field('number').addEventListener('input', (event) => {
  event.target.value = digits(event.target.value).slice(0, 19).replace(/(.{4})(?=.)/g, '$1 ')
})
field('expiry').addEventListener('input', (event) => {
  const text = digits(event.target.value).slice(0, 4)
  event.target.value = text.length > 2 ? text.slice(0, 2) + ' / ' + text.slice(2) : text
})
async function makeToken(id) {
  const [month, year] = field('expiry').value.split('/').map((part) => Number(digits(part)))
  const body = { number: digits(field('number').value), exp_month: month || 0, exp_year: year ? 2000 + year : 0, cvc: digits(field('cvc').value) }
  try {
    const answer = await window.fetch('/v1/tokens', { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer ' + key }, body: JSON.stringify(body) })
    const made = await answer.json()
    if (made.id) return tell({ type: 'token', id, token: made.id })
    const at = { incorrect_number: 'number', test_cards_only: 'number', invalid_expiry: 'expiry', invalid_cvc: 'cvc' }[made.error.code]
    if (at) field(at).focus()
    tell({ type: 'problem', id, code: made.error.code })
  } catch { tell({ type: 'problem', id, code: 'unreachable' }) }
}
addEventListener('message', (event) => {
  if (event.origin === parentOrigin && event.source === parent && event.data?.type === 'submit') void makeToken(event.data.id)
})
form.addEventListener('submit', (event) => { event.preventDefault(); tell({ type: 'enter' }) })
form.addEventListener('keydown', (event) => { if (event.key === 'Enter') { event.preventDefault(); tell({ type: 'enter' }) } })
new ResizeObserver(() => tell({ type: 'height', height: form.offsetHeight })).observe(form)
</script>
</html>`
}
