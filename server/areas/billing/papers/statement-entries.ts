import type { Tx } from '#server/platform/database/tx.ts'
import type { ChargeRow } from '../charge-states.ts'
import type { Numbered } from '../invoices/invoice-number.ts'
import { numberOf } from '../invoices/invoice-number.ts'
import { creditNoteOf } from '../refunds/refunds.ts'
import type { Payer } from './read-parties.ts'

/** A line of a statement. What is charged is above zero; what is paid or credited is below. */
export interface Entry {
  kind: 'charge' | 'payment' | 'credit' | 'paid_back' | 'written_off'
  at: Date
  /** What was charged or paid: an invoice, or a charge without one. */
  charge: ChargeRow['kind']
  /** Of the invoice or the credit note; empty without one. */
  number: string
  amount_cents: number
}

export interface StatementFigures {
  opening_cents: number
  entries: Entry[]
  closing_cents: number
}

interface Row extends Pick<Entry, 'kind' | 'at' | 'charge' | 'amount_cents'> {
  issuer: Numbered['issuer'] | null
  year: number | null
  number: number | null
}

/**
 * The entries of the time from one instant until another. The balance consists of what charges demand and nobody has
 * paid, so the closing balance of a month that still runs is what the billing page shows as due. A top-up is no debt:
 * it appears once it is paid, with its payment.
 */
export async function readEntries(tx: Tx, payer: Payer, [from, until]: [Date, Date]): Promise<StatementFigures> {
  const { agencyId, clientId } = payer
  const { rows } = await tx.query<Row>(
    `with own as (
       select c.id, c.kind, c.amount_cents, c.status,
              case when c.balance_id is null then c.created_at else coalesce(c.moved_at, c.created_at) end as charged_at,
              case when c.status in ('succeeded', 'settled', 'written_off') then coalesce(c.moved_at, c.created_at) end as ended_at,
              i.issuer, i.year, i.number
         from charge c left join invoice i on i.agency_id = $1 and i.id = c.id
        where c.agency_id = $1 and c.client_id is not distinct from $2 and c.amount_cents > 0
          and (c.balance_id is null or c.status in ('succeeded', 'settled'))
     )
     select 'charge' as kind, 1 as part, charged_at as at, kind as charge, amount_cents, issuer, year, number from own where charged_at < $4
      union all
     select case status when 'written_off' then 'written_off' else 'payment' end, 2, ended_at, kind, -amount_cents, issuer, year, number
       from own where ended_at < $4
      union all
     select back.kind, 3, r.created_at, c.kind, back.sign * r.amount_cents, r.issuer, r.year, r.number
       from refund r join charge c on c.agency_id = $1 and c.id = r.charge_id
      cross join (values ('credit', -1), ('paid_back', 1)) as back (kind, sign)
      where r.agency_id = $1 and r.client_id is not distinct from $2 and r.state = 'succeeded' and r.created_at < $4 and r.created_at >= $3
      order by at, part, number`,
    [agencyId, clientId, from, until],
  )
  const sumOf = (some: readonly Row[]): number => some.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const isEarlier = ({ at }: Row): boolean => at < from
  return {
    opening_cents: sumOf(rows.filter(isEarlier)),
    entries: rows.filter((row) => !isEarlier(row)).map(present),
    closing_cents: sumOf(rows),
  }
}

function present({ issuer, year, number, ...row }: Row): Entry {
  const isOfRefund = row.kind === 'credit' || row.kind === 'paid_back'
  if (issuer === null) return { ...row, number: '' }
  return {
    kind: row.kind,
    at: row.at,
    charge: row.charge,
    amount_cents: row.amount_cents,
    number: isOfRefund ? creditNoteOf({ issuer, year, number }) : numberOf({ issuer, year, number } as Numbered),
  }
}
