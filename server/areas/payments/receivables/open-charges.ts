import type { Language } from '#contract/core/language.ts'
import { openStatuses, type ChargeRow } from '#server/areas/billing/charge-states.ts'
import { numberOf, type Numbered } from '#server/areas/billing/invoices/invoice-number.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { showDate } from '#server/platform/show-date.ts'
import type { Translate } from '#server/platform/translate.ts'
import { chargeKinds, showDollars } from '../dunning/mail-payers.ts'

/** A charge that nobody has paid, with the number of its invoice if it has one. */
export interface OpenCharge extends Pick<ChargeRow, 'id' | 'kind' | 'amount_cents'> {
  issuer: Numbered['issuer'] | null
  year: number
  number: number
  issued_on: string
}

export const sumOf = (charges: readonly OpenCharge[]): number =>
  charges.reduce((sum, { amount_cents }) => sum + amount_cents, 0)

/** What a payer owes, oldest first. */
export async function readOpenCharges(
  tx: Tx,
  { agencyId, clientId }: { agencyId: string; clientId: string | null },
): Promise<OpenCharge[]> {
  const { rows } = await tx.query<OpenCharge>(
    `select c.id, c.kind, c.amount_cents, i.issuer, i.year, i.number,
            (c.created_at at time zone payer.time_zone)::date::text as issued_on
       from charge c join company payer on payer.id = coalesce($2::uuid, $1::uuid)
       left join invoice i on i.agency_id = $1 and i.id = c.id
      where c.agency_id = $1 and c.client_id is not distinct from $2 and c.status = any($3) and c.balance_id is null
        and c.amount_cents > 0
      order by c.created_at, c.id`,
    [agencyId, clientId, openStatuses],
  )
  return rows
}

/** As many as a mail lists one by one. */
const maxListed = 10

/** Each invoice is opened and paid by its own link, without signing in. */
export const openFacts = (
  charges: readonly OpenCharge[],
  linkOf: (charge: OpenCharge) => string,
  say: Translate,
  language: Language,
): NonNullable<MailContent['facts']> =>
  charges.slice(0, maxListed).map((charge) => {
    const { kind, issuer, amount_cents, issued_on, year, number } = charge
    const text = `${showDollars(amount_cents)} · ${showDate(issued_on, language)}`
    return issuer === null
      ? ([say(chargeKinds[kind]), text] as const)
      : ([
          say('Invoice {number}', { number: numberOf({ issuer, year, number }) }),
          { url: linkOf(charge), label: text },
        ] as const)
  })

/** Says how what is listed is opened, and that it is not all. */
export const openNotes = (charges: readonly OpenCharge[], say: Translate): string[] => [
  ...(charges.some(({ issuer }) => issuer !== null)
    ? [say('Open an invoice below to pay it with any card, without signing in.')]
    : []),
  ...(charges.length > maxListed ? [say('The oldest {count} are listed here.', { count: String(maxListed) })] : []),
]

/** Invented. */
export const sampleCharges: OpenCharge[] = [
  { id: '', kind: 'leads', amount_cents: 15_938, issuer: 'agency', year: 2026, number: 7, issued_on: '2026-11-01' },
]
