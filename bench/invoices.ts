import type pg from 'pg'
import { pino } from 'pino'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyBook } from '#server/areas/ledger/verify-book.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { setUpJobs } from '#server/platform/jobs.ts'
import { startOfDate_ms } from '#server/platform/local-dates.ts'
import type { Platform } from '#server/platform/platform.ts'
import { openAdmin } from './calls/fill.ts'
import { fillMonth, month, reopenMonth, type MonthSize } from './invoices/fill.ts'
import { printProfile, watchQueries } from './resolve/profile.ts'
import type { BenchDatabase } from './support/bench-database.ts'
import { printTable } from './support/figures.ts'
import { openCached } from './support/cached-database.ts'

// The month-end close: the job that closes a month for 10,000 agencies with two clients each and 5 million leads, with
// an invoice with lines, number, charge and transfers for each of the 30,000 payers. Compared on the same rows with one
// plain INSERT … SELECT … GROUP BY that writes the lines, and with one that also links their transfers. PROFILE=1
// prints the time of each statement.

const leads = Number(process.env['BENCH_ROWS'] ?? 5_000_000)
const size: MonthSize = { agencies: Math.round(leads / 500), leads }
const payersOfAgency = 3
const ofTheMonth = `
  from ledger_transfer t join lead on lead.agency_id = t.agency_id and lead.id = t.reference_id
 where t.kind in ('lead_retail', 'lead_wholesale')`

const { db } = await openCached('invoices', 'bench/invoices/fill.ts', size, async (kept) => {
  await setUpJobs(kept.ownerPool)
  const filler = await openAdmin(kept)
  return fillMonth(filler, size).finally(() => filler.end())
})
const admin = await openAdmin(db)
try {
  await reopenMonth(admin)
  await measure(db, admin)
} finally {
  await admin.end()
  await db.close()
}

/** Samples the program's own memory, in MB, while something runs. */
function watchMemory(): () => { early: number; late: number } {
  const memory_mb: number[] = []
  const watching = setInterval(() => memory_mb.push(process.memoryUsage().rss / 2 ** 20), 200)
  return () => {
    clearInterval(watching)
    // Growth does not include what is compiled and pooled at the beginning.
    const quarter = Math.ceil(memory_mb.length / 4)
    return { early: Math.max(...memory_mb.slice(0, quarter * 2)), late: Math.max(...memory_mb.slice(quarter * 2)) }
  }
}

async function measure({ appPool }: BenchDatabase, client: pg.Client): Promise<void> {
  const lines_s = await secondsOf(() => plainLines(client))
  const named_s = lines_s + (await secondsOf(() => plainTransfers(client)))
  const clock = createStillClock(startOfDate_ms(month.until, month.zone) + 3_600_000)
  const platform = { appPool, identityPool: appPool, clock, log: pino({ level: 'error' }) } as unknown as Platform
  const memory = watchMemory()
  const statements = process.env['PROFILE'] ? watchQueries() : null
  const closed_s = await secondsOf(() => closePeriodsJob.run(platform, {}))
  if (statements) printProfile(statements(), { visits: size.agencies * 10_000, seconds: closed_s })
  const { early, late } = memory()
  printTable(
    [
      `${leads.toLocaleString('en-US')} leads of ${size.agencies.toLocaleString('en-US')} agencies`,
      's',
      'ms per invoice',
    ],
    [
      ['closing the month', closed_s.toFixed(1), ((closed_s * 1000) / (size.agencies * payersOfAgency)).toFixed(2)],
      ['floor: its lines in one statement', lines_s.toFixed(1), ''],
      ['the same, plus the transfers of each', named_s.toFixed(1), ''],
    ],
  )
  const round3 = (value: number): number => Number(value.toFixed(3))
  const figures = {
    bench: 'invoices',
    seconds: Math.round(closed_s),
    ratio: round3(lines_s / closed_s),
    ratio_with_transfers: round3(named_s / closed_s),
    memory_growth: round3(late / early),
    memory_mb: Math.round(late),
    wrong: await countWrong(platform, client),
  }
  console.log(JSON.stringify(figures))
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const from_ms = performance.now()
  await work()
  return (performance.now() - from_ms) / 1000
}

/** Runs as the superuser, who bypasses row-level security. */
async function plainLines(client: pg.Client): Promise<void> {
  await client.query('drop table if exists plain_line; create table plain_line (like invoice_line including all)')
  await client.query(
    `insert into plain_line (agency_id, invoice_id, line, root_id, client_id, kind, campaign_id, quantity, unit_price_e4, amount_cents)
     select t.agency_id, gen_random_uuid(), 1, t.root_id, t.client_id, 'leads', lead.campaign_id, count(*), t.amount_e4,
            round(sum(t.amount_e4) / 100) ${ofTheMonth}
      group by t.agency_id, t.root_id, t.client_id, lead.campaign_id, t.amount_e4`,
  )
}

async function plainTransfers(client: pg.Client): Promise<void> {
  await client.query('drop table if exists plain_named; create table plain_named (like allocation including all)')
  await client.query(
    `insert into plain_named (agency_id, transfer_id, root_id, client_id, invoice_id, line, kind, item_id, amount_e4, booked_at)
     select t.agency_id, t.id, t.root_id, t.client_id, coalesce(t.client_id, t.agency_id), 1, 'lead', t.reference_id, t.amount_e4,
            t.created_at ${ofTheMonth}`,
  )
  await client.query('drop table plain_named')
}

/** Counts payers without exactly one invoice, transfers on none, wrong lines, and sampled books that fail. */
async function countWrong({ appPool }: Platform, client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ wrong: number }>(
    `select (abs((select count(*) from invoice) - ${size.agencies * payersOfAgency})
       + abs((select count(*) from allocation) - 2 * (select count(*) from lead))
       + abs((select sum(quantity) from invoice_line) - (select count(*) from allocation)))::int as wrong`,
  )
  const { rows: books } = await client.query<{ rootId: string; agencyId: string }>(
    `select root_id as "rootId", agency_id as "agencyId" from ledger_book order by agency_id limit 100`,
  )
  let mismatches = rows[0]!.wrong
  for (const book of books)
    await inScope(appPool, { kind: 'agency', ...book }, async (tx) => {
      const problems = [
        ...(await verifyBook(tx, book)).problems,
        ...(await verifyInvoices(tx, book)),
        ...(await verifyCharges(tx, book)),
      ]
      for (const problem of problems.slice(0, 3)) console.log(problem)
      mismatches += problems.length
    })
  return mismatches
}
