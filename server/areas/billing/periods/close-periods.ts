import { centsFromText } from '#contract/core/money.ts'
import type { MinimumSpend } from '#contract/pricing/minimum-spend.ts'
import { hasRetailFees, readFeeAgencies } from '#server/areas/pricing/fee-history.ts'
import { readMinimumSpend } from '#server/areas/pricing/minimum-spend.ts'
import { readSellerTaxes } from '#server/areas/taxes/read-taxes.ts'
import type { SellerTaxes } from '#server/areas/taxes/policy.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { lastBoundary, type Term } from './boundaries.ts'
import { readRootTaxes } from '../taxes/read-sellers.ts'
import { closePayers } from './close-payers.ts'
import type { Payer } from './draft-invoices.ts'

interface AgencyDay {
  rootId: string
  agencyId: string
  zone: string
  done_on: string | null
}

/**
 * Payers per transaction. Apart from its leads, a payer's cost is mostly its share of the statements; this many make that
 * negligible, and more would block their leads' accounts for longer.
 */
const payersAtOnce = 50

/** A large agency's month is one statement; no user waits for it. */
const statementTimeout_ms = 600_000

/** Agencies share no rows and there can be thousands of them, so several are closed in parallel, leaving room for requests. */
const sideBySide = 2

/**
 * Closes ended periods, once per agency and local day: first its clients', whose payments carry the
 * agency's share of what it owes, then its own. Can be interrupted anywhere: each period is closed once.
 */
export const closePeriodsJob: Job = {
  name: 'close-periods',
  everyMinutes: 15,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ rootId: string }>(
      'select distinct root_id as "rootId" from host where agency_id is null',
    )
    await settleEach(platform, "an operator's agencies could not be closed", rows, ({ rootId }) =>
      closeOfRoot(platform, rootId),
    )
  },
}

async function closeOfRoot(platform: Platform, rootId: string): Promise<void> {
  const now_ms = platform.clock.now()
  const scope = { kind: 'root', rootId } as const
  const { agencies, terms } = await inScope(
    platform.appPool,
    scope,
    async (tx) => ({ agencies: await findAgencies(tx, rootId), terms: await readTerms(tx, now_ms, rootId) }),
    { readOnly: true },
  )
  const close = async (agency: AgencyDay): Promise<void> => {
    const today = localDateAt(now_ms, agency.zone)
    if (agency.done_on === null || agency.done_on < today) await closeAgency(platform, agency, today, terms)
  }
  // Workers share one iterator, so that each agency is handled once.
  const rest = agencies.values()
  await Promise.all(
    Array.from({ length: sideBySide }, () =>
      settleEach(platform, "an agency's periods could not be closed", rest, close),
    ),
  )
}

/** The operator's settings at the beginning of the run. Taxes changed meanwhile apply from today, so to none of its periods. */
interface Terms {
  minimum: MinimumSpend
  asksFees: (agencyId: string) => boolean
  taxes: SellerTaxes
}

const readTerms = async (tx: Tx, now_ms: number, rootId: string): Promise<Terms> => ({
  minimum: await readMinimumSpend(tx, rootId),
  asksFees: await readFeeAgencies(tx, rootId),
  taxes: await readRootTaxes(tx, now_ms, rootId),
})

/** Agencies with a book, and those whose clients have campaigns, which may owe fees. */
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
    `select c.root_id as "rootId", c.id as "agencyId", c.time_zone as zone
       from company c
      where c.root_id = $1 and c.kind = 'agency' and c.removed_at is null
        and (c.id = any($2::uuid[])
          or exists (select from company_count n where n.root_id = $1 and n.agency_id = c.id and n.campaigns > 0))
      order by c.id`,
    [rootId, books.map(({ id }) => id)],
  )
  return rows.map((agency) => ({ ...agency, done_on: doneOn.get(agency.agencyId) ?? null }))
}

async function closeAgency(platform: Platform, agency: AgencyDay, today: string, terms: Terms): Promise<void> {
  const { rootId, agencyId, zone } = agency
  const scope = { kind: 'agency', rootId, agencyId } as const
  const now_ms = platform.clock.now()
  const [clients, asksRetailFees, agencyTaxes] = await inScope(
    platform.appPool,
    scope,
    (tx) =>
      tx.together(() => [
        findClients(tx, agencyId),
        hasRetailFees(tx, agencyId),
        readSellerTaxes(tx, { rootId, agencyId }, today),
      ]),
    { readOnly: true },
  )
  const asksFees = asksRetailFees || terms.asksFees(agencyId)
  const closing = { rootId, agencyId, zone, asksFees, agencyTaxes, rootTaxes: terms.taxes }
  const payers = clients.map(({ id, term }) => ({ clientId: id, endsOn: lastBoundary(term, today), least_cents: 0 }))
  // Each client's fees lock its accounts; several in one transaction would lock them in another order than a batch of leads.
  const sets = inSets(payers, closing.asksFees ? 1 : payersAtOnce)
  const lastSet = closing.asksFees ? [] : (sets.pop() ?? [])
  const inOne = (work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
    inScope(platform.appPool, scope, work, { statementTimeout_ms })
  const closeSet = (set: readonly Payer[]) => inOne((tx) => closePayers(tx, now_ms, closing, set))
  // If one payer of a set fails, the others are still closed.
  const closeEach = (set: readonly Payer[]): Promise<number> =>
    settleEach(platform, "a client's period could not be closed", set, (payer) => closeSet([payer]))
  const closeWithOwn = (set: readonly Payer[], isLast: boolean): Promise<unknown> =>
    inOne(async (tx) => {
      const [isBooked, periodCount, isExcluded] = await tx.together(() => [
        hasBook(tx, agencyId),
        countClosed(tx, agency),
        isExcludedFromMinimum(tx, agencyId),
      ])
      const least_cents = isExcluded ? 0 : minOf(terms.minimum, periodCount)
      const ownPayer = { clientId: null, endsOn: lastBoundary('Monthly', today), least_cents }
      await closePayers(tx, now_ms, closing, isBooked ? [...set, ownPayer] : set)
      // If a client remains, the next run retries the agency.
      if (isLast) await recordDay(tx, agency, today)
    })
  let failures = 0
  for (const set of sets)
    failures += await closeSet(set).then(
      () => 0,
      () => closeEach(set),
    )
  await closeWithOwn(lastSet, failures === 0).catch(async (error: unknown) => {
    if (lastSet.length === 0) throw error
    failures += await closeEach(lastSet)
    await closeWithOwn([], failures === 0)
  })
}

const recordDay = (tx: Tx, { rootId, agencyId }: AgencyDay, today: string): Promise<unknown> =>
  tx.prepared(
    'note-billing-day',
    `insert into billing_day (agency_id, root_id, done_on) values ($1, $2, $3)
     on conflict (agency_id) do update set done_on = excluded.done_on`,
    [agencyId, rootId, today],
  )

function inSets<One>(ones: readonly One[], size: number): One[][] {
  const sets: One[][] = []
  for (let at = 0; at < ones.length; at += size) sets.push(ones.slice(at, at + size))
  return sets
}

/**
 * Clients who owe or were owed anything, and those with campaigns, running or not: a month in which none ran is closed when it ends,
 * so that nothing is charged for it later.
 */
async function findClients(tx: Tx, agencyId: string): Promise<{ id: string; term: Term }[]> {
  const { rows } = await tx.prepared<{ id: string; term: Term }>(
    'clients-to-close',
    `select c.id, first_payment_term(c.payment_terms) as term from company c
      where c.agency_id = $1 and c.kind = 'client'
        and (exists (select from ledger_account a
                      where a.agency_id = $1 and a.client_id = c.id and a.kind = 'client_receivable')
          or exists (select from company_count n where n.company_id = c.id and n.campaigns > 0))
      order by c.id`,
    [agencyId],
  )
  return rows
}

/** Without a book nothing was charged yet, so the first month hasn't started. */
async function hasBook(tx: Tx, agencyId: string): Promise<boolean> {
  const { rows } = await tx.prepared('has-book', 'select from ledger_book where agency_id = $1', [agencyId])
  return rows.length > 0
}

/**
 * The number of the agency's own periods closed since its book was created; the first of them is shortened by
 * the start date.
 */
async function countClosed(tx: Tx, { agencyId, zone }: AgencyDay): Promise<number> {
  const { rows } = await tx.prepared<{ count: number }>(
    'count-closed',
    `select count(*)::integer as count from billing_period p join ledger_book b on b.agency_id = p.agency_id
      where p.agency_id = $1 and p.payer_id = $1 and p.ends_on >= (b.created_at at time zone $2)::date`,
    [agencyId, zone],
  )
  return rows[0]!.count
}

/** Read in the transaction that books the month, because a run can take minutes (R192). */
async function isExcludedFromMinimum(tx: Tx, agencyId: string): Promise<boolean> {
  const { rows } = await tx.prepared<{ is_excluded: boolean }>(
    'excluded-from-minimum',
    'select exclude_minimum_spend as is_excluded from company where id = $1',
    [agencyId],
  )
  return rows[0]?.is_excluded === true
}

/** An agency's minimum spend in its first full month, its second, and every month after (R259). */
function minOf({ status, first_month, second_month, monthly }: MinimumSpend, closed: number): number {
  if (status !== 1 || closed === 0) return 0
  return centsFromText(String([first_month, second_month][closed - 1] ?? monthly)) ?? 0
}
