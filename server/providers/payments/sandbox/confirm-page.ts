import type { ServerResponse } from 'node:http'
import { escape, sendChoices } from './connect-page.ts'
import { enterCharge, type SandboxBooks } from './sandbox-books.ts'
import { refuse, sendResult } from './wire.ts'

/** The bank's page for its customer: a charge to confirm or reject. */
export function showConfirmPage(books: SandboxBooks, url: URL, response: ServerResponse): void {
  const link = url.searchParams.get('link') ?? ''
  const charge = books.charges.get(books.confirmations.get(link)?.attempt ?? '')
  if (charge?.status !== 'asks_payer') return sendResult(response, refuse('resource_missing', 404))
  sendChoices(
    response,
    `<form method="post" action="/confirm">
<h1>Confirm $${(charge.amount / 100).toFixed(2)}</h1>
<p class="note">Sandbox: no money moves.</p>
<p>A real bank asks for a code or a fingerprint here. Choose how it ends.</p>
<input type="hidden" name="link" value="${escape(link)}">
<button name="answer" value="confirmed">Confirm the payment</button>
<button name="answer" value="refused">Refuse it</button>
</form>`,
  )
}

/** Handles the answer and redirects back, once per link. */
export function handleConfirmForm(books: SandboxBooks, text: string, response: ServerResponse): void {
  const form = new URLSearchParams(text)
  const link = form.get('link') ?? ''
  const confirmation = books.confirmations.get(link)
  const charge = confirmation && books.charges.get(confirmation.attempt)
  const choice = form.get('answer')
  if (charge?.status !== 'asks_payer' || (choice !== 'confirmed' && choice !== 'refused'))
    return sendResult(response, refuse('resource_missing', 404))
  charge.status = choice === 'confirmed' ? 'succeeded' : 'declined'
  charge.decline = choice === 'confirmed' ? null : 'payment_intent_authentication_failure'
  if (charge.status === 'succeeded') enterCharge(books, charge)
  books.confirmations.delete(link)
  books.save()
  response.writeHead(303, { location: confirmation!.returnUrl, 'cache-control': 'no-store' })
  response.end()
}
