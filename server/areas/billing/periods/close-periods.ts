import { centsFromText } from '#contract/core/money.ts'
import type { MinimumSpend } from '#contract/pricing/minimum-spend.ts'
import { readMinimumSpend } from '#server/areas/pricing/public.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { lastBoundary, type Term } from './boundaries.ts'
import { closePayer } from './close-payer.ts'

interface AgencyDay {
  rootId: string
  agencyId: string
  zone: string
  done_on: string | null
  exclude_minimum: boolean
}

/** Agencies share no row, and a night is short where there are thousands of them; what people wait for goes on beside it. */
const sideBySide = 2

/**
 * Closes the periods that have ended, once for each agency and local day: first its clients', whose payments carry the
 * agency's share of what it owes, then its own. A run may end anywhere: each period is closed once.
 */
export const closePeriodsJob: Job = {
  name: 'close-periods',
  everyMinutes: 15,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ root_id: string }>(
      'select distinct root_id from host where agency_id is null',
    )
    for (const { root_id } of rows) await closeOfRoot(platform, root_id)
  },
}

async function closeOfRoot(platform: Platform, rootId: string): Promise<void> {
  const now_ms = platform.clock.now()
  const scope = { kind: 'root', rootId } as const
  const { agencies, minimum } = await inScope(
    platform.appPool,
    scope,
    async (tx) => ({ agencies: await findAgencies(tx, rootId), minimum: await readMinimumSpend(tx, rootId) }),
    { readOnly: true },
  )
  const close = async (agency: AgencyDay): Promise<void> => {
    const today = localDateAt(now_ms, agency.zone)
    if (agency.done_on === null || agency.done_on < today) await closeAgency(platform, agency, today, minimum)
  }
  // The workers take from one iterator, so that each is closed by one.
  const rest = agencies.values()
  await Promise.all(
    Array.from({ length: sideBySide }, () =>
      settleEach(platform, "an agency's periods could not be closed", rest, close),
    ),
  )
}

/** Those with a book, and those whose clients have campaigns that run: a fee may begin either. */
async function findAgencies(tx: Tx, rootId: string): Promise<AgencyDay[]> {
  const { rows: books } = await tx.query<{ id: string }>('select agency_id as id from ledger_book where root_id = $1', [
    rootId,
  ])
  const { rows: days } = await tx.query<{ id: string; done_on: string }>(
    'select agency_id as id, done_on::text as done_on from billing_day where root_id = $1',
    [rootId],
  )
  const doneOn = new Map(days.map(({ id, done_on }) => [id, done_on]))
  const { rows } = await tx.query<Omit<AgencyDay, 'done_on'>>(
    `select c.root_id as "rootId", c.id as "agencyId", c.time_zone as zone, c.exclude_minimum_spend as exclude_minimum
       from company c
      where c.root_id = $1 and c.kind = 'agency' and c.removed_at is null
        and (c.id = any($2::uuid[])
          or exists (select from company_count n where n.root_id = $1 and n.agency_id = c.id and n.active_campaigns > 0))
      order by c.id`,
    [rootId, books.map(({ id }) => id)],
  )
  return rows.map((agency) => ({ ...agency, done_on: doneOn.get(agency.agencyId) ?? null }))
}

async function closeAgency(platform: Platform, agency: AgencyDay, today: string, minimum: MinimumSpend): Promise<void> {
  const { rootId, agencyId, zone, exclude_minimum } = agency
  const scope = { kind: 'agency', rootId, agencyId } as const
  const now_ms = platform.clock.now()
  const of = { rootId, agencyId, zone, least_cents: 0 }
  const clients = await inScope(platform.appPool, scope, (tx) => findClients(tx, agencyId), { readOnly: true })
  for (const { id, term } of clients)
    await inScope(platform.appPool, scope, (tx) =>
      closePayer(tx, now_ms, { ...of, clientId: id, endsOn: lastBoundary(term, today) }),
    )
  const endsOn = lastBoundary('Monthly', today)
  await inScope(platform.appPool, scope, async (tx) => {
    const least_cents = exclude_minimum ? 0 : leastOf(minimum, await countClosed(tx, agency))
    if (await hasBook(tx, agencyId)) await closePayer(tx, now_ms, { ...of, clientId: null, endsOn, least_cents })
    await tx.query(
      `insert into billing_day (agency_id, root_id, done_on) values ($1, $2, $3)
       on conflict (agency_id) do update set done_on = excluded.done_on`,
      [agencyId, rootId, today],
    )
  })
}

async function findClients(tx: Tx, agencyId: string): Promise<{ id: string; term: Term }[]> {
  const { rows } = await tx.query<{ id: string; term: Term }>(
    `select c.id, first_payment_term(c.payment_terms) as term from company c
      where c.agency_id = $1 and c.kind = 'client'
        and (exists (select from ledger_account a
                      where a.agency_id = $1 and a.client_id = c.id and a.kind = 'client_receivable')
          or exists (select from company_count n where n.company_id = c.id and n.active_campaigns > 0))
      order by c.id`,
    [agencyId],
  )
  return rows
}

/** Without a book nothing has cost anything so far: the first month has not begun. */
async function hasBook(tx: Tx, agencyId: string): Promise<boolean> {
  return (await tx.query('select from ledger_book where agency_id = $1', [agencyId])).rows.length > 0
}

/**
 * How many of an agency's own periods were closed that had not ended when its book was begun: the first of them was cut short by
 * its coming in.
 */
async function countClosed(tx: Tx, { agencyId, zone }: AgencyDay): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::integer as count from billing_period p join ledger_book b on b.agency_id = p.agency_id
      where p.agency_id = $1 and p.payer_id = $1 and p.ends_on >= (b.created_at at time zone $2)::date`,
    [agencyId, zone],
  )
  return rows[0]!.count
}

/** What an agency spends at least in its first whole month, its second, and every one after (R259). */
function leastOf({ status, first_month, second_month, monthly }: MinimumSpend, closed: number): number {
  if (status !== 1 || closed === 0) return 0
  return centsFromText(String([first_month, second_month][closed - 1] ?? monthly)) ?? 0
}
