import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import type { SignedInCall, TenantPath } from '#server/platform/call.ts'
import { hashToken, newId } from '#server/platform/ids.ts'

type QuotePurpose = 'onboarding_fee' | 'agreement' | 'feature_agreement' | 'manual_bill' | 'settlement' | 'enrichment'

/** What is offered to somebody right now. */
export interface Offered {
  purpose: QuotePurpose
  /** The company that pays. */
  payer: TenantPath & { companyId: string }
  amount_cents: number
  /** Everything else that is accepted with the amount: versions, monthly amounts. */
  terms: readonly (string | number)[]
}

/** As long as a session may lie open on a form. */
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
 * Remembers that this session is shown an offer, and tells the quote's id. In a transaction of its own, since those who
 * answer are reading ones, and under the caller's own scope: an operator's covers the agencies whose amounts it is shown.
 */
export async function showQuote({ platform, caller }: SignedInCall, offered: Offered): Promise<string> {
  const now_ms = machineTime(platform.clock)
  const { purpose, payer, amount_cents } = offered
  const hash = hashOf(offered)
  return inScope(platform.appPool, caller.scope, async (tx) => {
    const { rows } = await tx.query<QuoteRow>(lastShownText, [payer.companyId, purpose, caller.sessionId])
    const last = rows[0]
    // One that has half of its life before it still is what was shown.
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
  /** Which quote is accepted; without one, the last that this session was shown. */
  quoteId: string | undefined
  /** What becomes of an acceptance when this session was shown nothing: some documented calls show no amount. */
  unseen: 'refuse' | 'accept'
}

/**
 * Holds an acceptance against what was shown and tells which quote it is; null where nothing was shown and nothing had to
 * be. Throws `terms_changed` for another amount or other terms, and for a quote that is over, used or somebody else's.
 */
export async function assertShown(
  tx: Tx,
  { platform, caller }: SignedInCall,
  offered: Offered,
  { quoteId, unseen }: Acceptance,
): Promise<string | null> {
  const now_ms = machineTime(platform.clock)
  const { payer, purpose } = offered
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
  if (!isOpen || !quote.terms_hash.equals(hashOf(offered))) throw new Failure('terms_changed')
  return quote.id
}

/** The same, in the transaction of what the acceptance brings about: the quote is used up with it. */
export async function acceptQuote(tx: Tx, call: SignedInCall, offered: Offered, acceptance: Acceptance): Promise<void> {
  const id = await assertShown(tx, call, offered, acceptance)
  await tx.query('update quote set accepted_at = $2 where id = $1', [id, dateOf(machineTime(call.platform.clock))])
}
