import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import type { SignedInCall, TenantPath } from '#server/platform/call.ts'
import { hashToken, newId } from '#server/platform/ids.ts'

type QuotePurpose = 'onboarding_fee' | 'agreement' | 'feature_agreement' | 'manual_bill' | 'settlement' | 'enrichment'

/** The current offer. */
export interface Offered {
  purpose: QuotePurpose
  /** The company that pays. */
  payer: TenantPath & { companyId: string }
  amount_cents: number
  /** Everything else that is accepted along with the amount: versions, monthly amounts. */
  terms: readonly (string | number)[]
}

/** As long as a form may stay open in a session. */
const life_ms = 24 * 3_600_000

const hashOf = ({ amount_cents, terms }: Offered): Buffer => hashToken(JSON.stringify([amount_cents, ...terms]))

interface QuoteRow {
  id: string
  terms_hash: Buffer
  expires_at: Date
  accepted_at: Date | null
}

const lastShownText = `
  select id, terms_hash, expires_at, accepted_at from quote
   where company_id = $1 and purpose = $2 and session_id = $3 and accepted_at is null
   order by created_at desc, id desc limit 1`

/**
 * Records that this session was shown an offer, and returns the quote's id. Uses its own transaction, since the callers
 * only read, and the caller's own scope: an operator's covers the agencies whose amounts it is shown.
 */
export async function showQuote({ platform, caller }: SignedInCall, offer: Offered): Promise<string> {
  const now_ms = machineTime(platform.clock)
  const { purpose, payer, amount_cents } = offer
  const hash = hashOf(offer)
  return inScope(platform.appPool, caller.scope, async (tx) => {
    const { rows } = await tx.query<QuoteRow>(lastShownText, [payer.companyId, purpose, caller.sessionId])
    const last = rows[0]
    // A quote with more than half of its lifetime left is reused.
    if (last?.terms_hash.equals(hash) && last.expires_at.getTime() - now_ms > life_ms / 2) return last.id
    const id = newId(now_ms)
    await tx.query(
      `insert into quote (id, root_id, agency_id, client_id, company_id, purpose, session_id, amount_cents, terms_hash,
         created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        id,
        payer.rootId,
        payer.agencyId,
        payer.clientId,
        payer.companyId,
        purpose,
        caller.sessionId,
        amount_cents,
        hash,
        dateOf(now_ms),
        dateOf(now_ms + life_ms),
      ],
    )
    return id
  })
}

interface Acceptance {
  /** The accepted quote; if omitted, the last one that this session was shown. */
  quoteId: string | undefined
  /** Whether to accept if this session was shown nothing: some documented calls show no amount. */
  unseen: 'refuse' | 'accept'
}

/**
 * Checks an acceptance against the quote that was shown and returns the quote's id; null if none was shown or needed.
 * Throws `terms_changed` if amount or terms differ, or if the quote has expired, was used, or is another company's.
 */
export async function assertShown(
  tx: Tx,
  { platform, caller }: SignedInCall,
  offer: Offered,
  { quoteId, unseen }: Acceptance,
): Promise<string | null> {
  const now_ms = machineTime(platform.clock)
  const { payer, purpose } = offer
  const { rows } =
    quoteId === undefined
      ? await tx.query<QuoteRow>(`${lastShownText} for update`, [payer.companyId, purpose, caller.sessionId])
      : await tx.query<QuoteRow>(
          `select id, terms_hash, expires_at, accepted_at from quote
            where company_id = $1 and purpose = $2 and id = $3 for update`,
          [payer.companyId, purpose, quoteId],
        )
  const quote = rows[0]
  if (!quote && quoteId === undefined && unseen === 'accept') return null
  const isOpen = quote && quote.accepted_at === null && quote.expires_at.getTime() > now_ms
  if (!isOpen || !quote.terms_hash.equals(hashOf(offer))) throw new Failure('terms_changed')
  return quote.id
}

/** The same, and marks the quote as used, in the transaction of whatever is accepted with it. */
export async function acceptQuote(tx: Tx, call: SignedInCall, offer: Offered, acceptance: Acceptance): Promise<void> {
  const id = await assertShown(tx, call, offer, acceptance)
  await tx.query('update quote set accepted_at = $2 where id = $1', [id, dateOf(machineTime(call.platform.clock))])
}
