import { chargeLeads } from '#server/areas/leads/resolve/charge-leads.ts'
import type { LeadDecision } from '#server/areas/leads/resolve/write-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { lockFunds } from '#server/areas/prepaid/funds.ts'
import { verifyPrepaid } from '#server/areas/prepaid/verify-prepaid.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { setUpJobs } from '#server/platform/jobs.ts'
import { buyPrepaid } from '#server/test/prepaid.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { makeTenants, openAdmin, type Tenant } from './calls/fill.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { median, printTable, quantile } from './support/figures.ts'

// Leads that arrive one by one and are paid from their agency's Data Wallet, each in its own transaction that books
// both legs and takes its price from the oldest lot: all from one wallet, and spread over a thousand. Compared in
// alternation with one plain statement that subtracts the amount from a row and records it.

const wallets = Number(process.env['BENCH_ROWS'] ?? 1_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const measure_ms = Number(process.env['BENCH_SECONDS'] ?? 5) * 1000
/** As many as the program's connections. */
const atOnce = 15
const wallet_cents = 5_000_000
const wholesale_e4 = 5_000
/** makeTenants creates this many clients per agency; the first of each has the leads. */
const clientsOfAgency = 5

const bookOf = ({ rootId, agencyId }: Tenant): Book => ({ rootId, agencyId })

const db = await createBenchDatabase()
await setUpJobs(db.ownerPool)
const admin = await openAdmin(db)
try {
  await measure(await fill())
} finally {
  await admin.end()
  await db.close()
}

async function fill(): Promise<Tenant[]> {
  const tenants = await makeTenants(admin, wallets * clientsOfAgency)
  const payers = tenants.filter((_tenant, n) => n % clientsOfAgency === 0)
  await eachAtOnce(payers.values(), async (payer) => {
    await buyPrepaid(db as unknown as TestDatabase, bookOf(payer), { amount_cents: wallet_cents, at_ms: Date.now() })
  })
  await admin.query(`create table plain_wallet (id uuid primary key, left_e4 bigint not null);
    create table plain_use (id uuid primary key, wallet_id uuid not null, amount_e4 bigint not null);
    insert into plain_wallet select agency_id, ${wallet_cents}::bigint * 100 from prepaid_balance;
    grant all on plain_wallet, plain_use to leadloom_app;`)
  await admin.query('vacuum analyze')
  return payers
}

/** Processes the items with this concurrency; each is taken once. */
async function eachAtOnce<T>(ones: Iterator<T>, work: (one: T) => Promise<void>): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let next = ones.next(); !next.done; next = ones.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/** Charges a batch of one lead as the pipeline does: locks the funds before the decision. */
function chargeOne(payer: Tenant): Promise<void> {
  return inScope(db.appPool, { kind: 'agency', ...bookOf(payer) }, async (tx) => {
    const now_ms = Date.now()
    const funds = await lockFunds(tx, payer.agencyId, [payer.campaignId])
    const campaign = { id: payer.campaignId, retailPrice_e4: 15_000, wholesalePrice_e4: wholesale_e4 }
    // The only fields of a lead that charging reads.
    const lead = { leadId: newId(now_ms), candidate: { campaign, event: { clientId: payer.clientId } } }
    await chargeLeads(tx, bookOf(payer), now_ms, [lead as unknown as LeadDecision], funds)
  })
}

async function chargePlainWallet({ agencyId }: Tenant): Promise<void> {
  await db.appPool.query(
    `with taken as (update plain_wallet set left_e4 = left_e4 - $2 where id = $1 and left_e4 >= $2 returning id)
     insert into plain_use select $3, id, $2 from taken`,
    [agencyId, wholesale_e4, newId(Date.now())],
  )
}

interface Round {
  perSecond: number
  p50_ms: number
  p99_ms: number
}

async function runFor(payers: readonly Tenant[], work: (payer: Tenant) => Promise<void>): Promise<Round> {
  const times_ms: number[] = []
  const from_ms = performance.now()
  function* turns(): Generator<Tenant> {
    for (let n = 0; performance.now() - from_ms < measure_ms; n++) yield payers[n % payers.length]!
  }
  await eachAtOnce(turns(), async (payer) => {
    const began_ms = performance.now()
    await work(payer)
    times_ms.push(performance.now() - began_ms)
  })
  const seconds = (performance.now() - from_ms) / 1000
  return {
    perSecond: times_ms.length / seconds,
    p50_ms: quantile(times_ms, 0.5),
    p99_ms: quantile(times_ms, 0.99),
  }
}

async function measure(payers: readonly Tenant[]): Promise<void> {
  const ways: Record<string, () => Promise<Round>> = {
    'one wallet': () => runFor(payers.slice(0, 1), chargeOne),
    'floor: one row, one statement': () => runFor(payers.slice(0, 1), chargePlainWallet),
    [`${wallets} wallets`]: () => runFor(payers, chargeOne),
    [`floor: ${wallets} rows, one statement`]: () => runFor(payers, chargePlainWallet),
  }
  const results = Object.fromEntries(Object.keys(ways).map((name) => [name, [] as Round[]]))
  // The first round opens connections and warms up the code.
  for (let round = -1; round < rounds; round++)
    for (const [name, run] of Object.entries(ways)) {
      const result = await run()
      if (round >= 0) results[name]!.push(result)
    }
  const of = (name: string, key: keyof Round): number => median(results[name]!.map((each) => each[key]))
  const [hot, hotFloor, spread, spreadFloor] = Object.keys(ways) as [string, string, string, string]
  printTable(
    [
      `charges, ${atOnce} at once; medians of ${rounds} rounds of ${measure_ms / 1000} s`,
      'per second',
      'p50 ms',
      'p99 ms',
    ],
    Object.keys(ways).map((name) => [
      name,
      Math.round(of(name, 'perSecond')),
      of(name, 'p50_ms').toFixed(1),
      of(name, 'p99_ms').toFixed(1),
    ]),
  )
  const round3 = (value: number): number => Number(value.toFixed(3))
  const figures = {
    bench: 'wallet',
    hot_per_second: Math.round(of(hot, 'perSecond')),
    hot_p99_ms: Math.round(of(hot, 'p99_ms')),
    spread_per_second: Math.round(of(spread, 'perSecond')),
    spread_p99_ms: Math.round(of(spread, 'p99_ms')),
    hot_ratio: round3(of(hot, 'perSecond') / of(hotFloor, 'perSecond')),
    spread_ratio: round3(of(spread, 'perSecond') / of(spreadFloor, 'perSecond')),
    wrong: await countWrong(),
  }
  console.log(JSON.stringify(figures))
}

/** Counts books that do not add up, and wallet uses without a matching lead charge or the reverse. */
async function countWrong(): Promise<number> {
  const books = await verifyLedger(db.appPool, [verifyPrepaid])
  const { rows } = await admin.query<{ missing: number }>(
    `select abs((select count(*) from ledger_transfer where kind = 'lead_wholesale')
       - (select coalesce(sum(leads), 0) from prepaid_use where kind = 'leads'))::int as missing`,
  )
  const problems = books.flatMap((book) => book.problems)
  for (const problem of problems.slice(0, 10)) console.log(problem)
  return problems.length + rows[0]!.missing
}
