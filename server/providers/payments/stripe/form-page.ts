import type { Config } from '#server/platform/config.ts'
import { translatorOf, type Translate } from '#server/platform/translate.ts'
import type { FormLook, FormPage } from '../gateway.ts'
import { scriptOf } from './stripe-client.ts'

const colors = {
  light: { page: '#ffffff', text: '#1c2026', muted: '#5c6470', border: '#8b93a0' },
  dark: { page: '#161a20', text: '#e6e9ee', muted: '#a0a8b5', border: '#68707d' },
} as const

const asScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Stripe's error codes, mapped to those that pages know. */
const problems: Readonly<Record<string, string>> = {
  incomplete_number: 'incorrect_number',
  invalid_number: 'incorrect_number',
  incorrect_number: 'incorrect_number',
  incomplete_expiry: 'invalid_expiry',
  invalid_expiry_month: 'invalid_expiry',
  invalid_expiry_month_past: 'invalid_expiry',
  invalid_expiry_year: 'invalid_expiry',
  invalid_expiry_year_past: 'invalid_expiry',
  incomplete_cvc: 'invalid_cvc',
  invalid_cvc: 'invalid_cvc',
}

/**
 * The page with Stripe's own fields: each is an iframe of Stripe's, so that only Stripe sees what is typed. The
 * embedding page, which must be on this host, gets a token.
 */
export const stripeFormPage = async (config: Config, look: FormLook): Promise<FormPage> => {
  const script = scriptOf(config)
  const say = await translatorOf(look.language)
  return {
    html: pageOf(look, say, script, config.STRIPE_PUBLISHABLE_KEY ?? ''),
    headers: headersOf(look, new URL(script).origin),
  }
}

function pageOf(
  { language, theme, account, nonce }: FormLook,
  say: Translate,
  script: string,
  publishableKey: string,
): string {
  const c = colors[theme]
  const look = {
    color: c.text,
    fontSize: '14px',
    fontFamily: 'system-ui, sans-serif',
    '::placeholder': { color: c.muted },
  }
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${say('Card number')}</title>
<style nonce="${nonce}">
*{box-sizing:border-box}
body{margin:0;background:${c.page};color:${c.text};font:14px/1.45 system-ui,sans-serif}
form{display:grid;grid-template-columns:1fr 1fr;gap:14px 16px;align-items:end;padding:3px}
label{display:grid;gap:5px;font-weight:550}
label:first-of-type{grid-column:1/-1}
label>div{block-size:36px;padding:8px 12px;border:1px solid ${c.border};border-radius:8px;direction:ltr}
label>div.StripeElement--focus{outline:2px solid ${c.muted};outline-offset:1px}
</style>
<form novalidate>
<label>${say('Card number')}<div id="number"></div></label>
<label>${say('Expiry (MM / YY)')}<div id="expiry"></div></label>
<label>${say('Security code')}<div id="cvc"></div></label>
</form>
<script nonce="${nonce}" src="${script}"></script>
<script nonce="${nonce}">
const tell = (message) => parent.postMessage(message, location.origin)
const form = document.querySelector('form'), known = ${asScript(problems)}
const stripe = Stripe(${asScript(publishableKey)}, ${asScript({ locale: language, ...(account ? { stripeAccount: account } : {}) })})
const elements = stripe.elements(), look = ${asScript({ style: { base: look } })}
const fields = { number: elements.create('cardNumber', look), expiry: elements.create('cardExpiry', look), cvc: elements.create('cardCvc', look) }
for (const [name, field] of Object.entries(fields)) field.mount('#' + name)
const at = { incorrect_number: 'number', invalid_expiry: 'expiry', invalid_cvc: 'cvc' }
async function makeToken(id) {
  try {
    const { token, error } = await stripe.createToken(fields.number)
    if (token) return tell({ type: 'token', id, token: token.id })
    const code = known[error.code] ?? 'unreachable'
    if (at[code]) fields[at[code]].focus()
    tell({ type: 'problem', id, code })
  } catch { tell({ type: 'problem', id, code: 'unreachable' }) }
}
addEventListener('message', (event) => {
  if (event.origin === location.origin && event.source === parent && event.data?.type === 'submit') void makeToken(event.data.id)
})
form.addEventListener('submit', (event) => { event.preventDefault(); tell({ type: 'enter' }) })
new ResizeObserver(() => tell({ type: 'height', height: form.offsetHeight })).observe(form)
</script>
</html>`
}

const headersOf = ({ nonce }: FormLook, origin: string): FormPage['headers'] => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  // Stripe requires the page's origin.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${origin} https://*.js.stripe.com`,
    `style-src 'nonce-${nonce}'`,
    `connect-src https://api.stripe.com ${origin}`,
    `frame-src ${origin} https://*.js.stripe.com https://hooks.stripe.com`,
    'img-src https://*.stripe.com data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
})
