import { openStatuses } from '#server/areas/billing/charge-states.ts'
import type { Tx } from '#server/platform/database/tx.ts'

// In statements of their own: on a cluster, accounts are with their agency and charges on the coordinator.

/** An agency, which its clients pay, or with null an operator, which its agencies pay. */
export interface Payee {
  rootId: string
  agencyId: string | null
}

/** What charges demand, by the days since they were due, in cents. */
export interface Ages {
  current: number
  days_1_30: number
  days_31_60: number
  over_60: number
}

/** The open charges of all payers, by payer. */
export async function readAges(tx: Tx, { rootId, agencyId }: Payee, now: Date): Promise<Map<string, Ages>> {
  const { rows } = await tx.query<Ages & { payer_id: string }>(
    `select payer_id, coalesce(sum(cents) filter (where days <= 0), 0)::bigint as current,
            coalesce(sum(cents) filter (where days between 1 and 30), 0)::bigint as days_1_30,
            coalesce(sum(cents) filter (where days between 31 and 60), 0)::bigint as days_31_60,
            coalesce(sum(cents) filter (where days > 60), 0)::bigint as over_60
       from (
         select payer.id as payer_id, c.amount_cents as cents,
                ($3::timestamptz at time zone payer.time_zone)::date - (c.created_at at time zone payer.time_zone)::date as days
           from charge c join company payer on payer.id = coalesce(c.client_id, c.agency_id)
          where c.root_id = $1 and ($2::uuid is null and c.client_id is null or c.agency_id = $2 and c.client_id is not null)
            and c.status = any($4::text[]) and c.balance_id is null and c.amount_cents > 0
       ) demand
      group by payer_id`,
    [rootId, agencyId, now, openStatuses],
  )
  return new Map(rows.map(({ payer_id, ...ages }) => [payer_id, ages]))
}

interface Account {
  agency_id: string
  client_id: string | null
  company_id: string
  company_name: string
  owed_e4: number
  reminded_on: string | null
}

interface Accounts {
  accounts: Account[]
  /** Of all payers, not only of these. */
  count: number
  owed_e4: number
}

/**
 * What payers owe by the ledger, the largest amounts first: of those whose balance is a cent or more, and of `payerIds`. A
 * removed payer is included for as long as it owes something, so that the sums are those of the ledger.
 */
export async function readAccounts(
  tx: Tx,
  { rootId, agencyId }: Payee,
  { payerIds, limit, offset }: { payerIds: readonly string[]; limit: number; offset: number },
): Promise<Accounts> {
  const { rows } = await tx.query<Account & { count: number; all_e4: number }>(
    `select a.agency_id, a.client_id, payer.id as company_id, payer.name as company_name, -a.balance_e4 as owed_e4,
            reminder.sent_on::text as reminded_on, count(*) over ()::integer as count,
            sum(-a.balance_e4) over ()::bigint as all_e4
       from ledger_account a
       join company payer on payer.id = coalesce(a.client_id, a.agency_id)
       left join payment_reminder reminder on reminder.agency_id = a.agency_id and reminder.payer_id = payer.id
      where a.root_id = $1
        and ($2::uuid is null and a.kind = 'agency_payable' or a.agency_id = $2 and a.kind = 'client_receivable')
        and (abs(a.balance_e4) > 50 or payer.id = any($3::uuid[]))
      order by a.balance_e4, payer.id limit $4 offset $5`,
    [rootId, agencyId, payerIds, limit, offset],
  )
  const accounts = rows.map(({ count: _count, all_e4: _all, ...account }) => account)
  return { accounts, count: rows[0]?.count ?? 0, owed_e4: rows[0]?.all_e4 ?? 0 }
}
