import type { ServerResponse } from 'node:http'
import { newToken } from '#server/platform/ids.ts'
import type { SandboxBooks } from './sandbox-books.ts'
import { refuse, sendResult } from './wire.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign]!)

/** A page with a form of buttons, which cannot be framed. */
export function sendChoices(response: ServerResponse, form: string): void {
  const nonce = newToken()
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
  })
  response.end(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox payments</title>
<style nonce="${nonce}">
body{margin:0;display:grid;place-items:center;min-height:100vh;background:#f6f7f9;color:#1c2026;font:16px/1.5 system-ui,sans-serif}
form{max-inline-size:440px;padding:28px;border:1px solid #d9dde3;border-radius:14px;background:#fff;display:grid;gap:12px}
h1{margin:0;font-size:22px}p{margin:0}.note{padding:8px 12px;border-radius:8px;background:#fceede;color:#744700;font-size:14px}
button{min-block-size:42px;padding:8px 12px;border-radius:9px;border:1px solid #8b93a0;background:#fff;font:inherit;font-weight:550;cursor:pointer}
button[value=completed],button[value=confirmed]{background:#1c2026;border-color:#1c2026;color:#fff}
</style>
${form}
</html>`)
}

/** The page for completing a connected account: instead of documents and bank data, you choose the outcome. */
export function showConnectPage(books: SandboxBooks, url: URL, response: ServerResponse): void {
  const link = url.searchParams.get('link') ?? ''
  const linkEntry = books.links.get(link)
  const account = linkEntry && books.accounts.get(linkEntry.account)
  if (!account) return sendResult(response, refuse('resource_missing', 404))
  sendChoices(
    response,
    `<form method="post" action="/connect">
<h1>Account of ${escape(account.name)}</h1>
<p class="note">Sandbox: no money moves and nobody is verified.</p>
<p>A real provider asks for company, identity and bank account here. Choose how it ends.</p>
<input type="hidden" name="link" value="${escape(link)}">
<button name="state" value="completed">Everything is verified</button>
<button name="state" value="refused">Everything is verified, but the bank sends payouts back</button>
<button name="state" value="inverification">Submitted, still being verified</button>
<button name="state" value="pending">Leave it unfinished</button>
</form>`,
  )
}

const ends = ['completed', 'refused', 'inverification', 'pending'] as const

/** Handles the choice and redirects back, once per link. */
export function handleConnectForm(books: SandboxBooks, text: string, response: ServerResponse): void {
  const form = new URLSearchParams(text)
  const link = form.get('link') ?? ''
  const linkEntry = books.links.get(link)
  const account = linkEntry && books.accounts.get(linkEntry.account)
  const state = ends.find((end) => end === form.get('state'))
  if (!account || !state) return sendResult(response, refuse('resource_missing', 404))
  account.state = state === 'refused' ? 'completed' : state
  account.refuses = state === 'refused'
  books.links.delete(link)
  books.save()
  response.writeHead(303, { location: linkEntry.returnUrl, 'cache-control': 'no-store' })
  response.end()
}
