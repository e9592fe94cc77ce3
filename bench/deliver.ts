import type pg from 'pg'
import { fillLeads, makeTenants, openAdmin } from './calls/fill.ts'
import { requeue, queueAll } from './deliver/queue-all.ts'
import { receive, sendWithFetch, runWorker, type Bare, type Received } from './deliver/roles.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { median, printTable } from './support/figures.ts'
import { answerAs, startHelper } from './support/helper-process.ts'

// A backlog of leads, each for its campaign's webhook, sent by the program's own worker to a receiver on loopback.
// Compared with the same requests by bare fetch: the same concurrency and signatures, but no reads and nothing stored.
// All webhooks have equal shares of the backlog: each gets at most two requests at a time, so the rest of a backlog of
// one webhook would go at that webhook's pace, which is measured separately.

const tenantCount = 100
const rows = Number(process.env['BENCH_ROWS'] ?? 150_000)
const bareRows = Math.min(rows, 20_000)
const aloneRows = Math.min(Math.floor(rows / tenantCount), 1_000)
const bareRounds = Number(process.env['BENCH_ROUNDS'] ?? 3)

const [role] = process.argv.slice(2)
if (role === 'receiver') answerAs(receive)
else if (role === 'bare') answerAs(sendWithFetch)
else if (role === 'worker') answerAs(runWorker)
else await main()

async function main(): Promise<void> {
  const db = await createBenchDatabase()
  const admin = await openAdmin(db)
  const receiver = startHelper<{ want: number }, Received>('receiver')
  const bare = startHelper<Bare, object>('bare')
  const worker = startHelper<{ dataDir: string; host: string }, object>('worker')
  try {
    const { host } = await receiver.ask({ want: 0 })
    const tenants = await makeTenants(admin, tenantCount)
    await fillLeads(admin, tenants, 0, rows, true)
    await queueAll(admin, tenants, { host, dataDir: db.dataDir })
    const bareRounds_perSecond: number[] = []
    for (let round = -1; round < bareRounds; round++) {
      const measurement = receiver.ask({ want: bareRows })
      await bare.ask({ host, count: bareRows })
      if (round >= 0) bareRounds_perSecond.push((await measurement).perSecond)
      else await measurement
    }
    const measurement = receiver.ask({ want: rows })
    await worker.ask({ dataDir: db.dataDir, host })
    const result = await measurement
    await waitForOutcomes(admin)
    const tries = await admin.query<{ n: number }>('select count(*)::int as n from delivery_attempt')
    const repeats = tries.rows[0]!.n - rows + result.repeated
    const alone = receiver.ask({ want: aloneRows })
    await requeue(admin, aloneRows)
    report(median(bareRounds_perSecond), result, repeats, await alone)
  } finally {
    await Promise.all([receiver.end(), bare.end(), worker.end()])
    await admin.end()
    await db.close()
  }
}

/** Waits until the last outcomes are stored, shortly after their responses. */
async function waitForOutcomes(admin: pg.Client): Promise<void> {
  let waiting = rows
  while (waiting > 0) {
    const counts = await admin.query<{ n: number }>(
      `select count(*)::int as n from delivery where status <> 'delivered'`,
    )
    waiting = counts.rows[0]!.n
  }
}

function report(bare: number, drainage: Received, repeats: number, alone: Received): void {
  printTable(
    ['webhooks to loopback', 'per second'],
    [
      ['bare fetch, signed', Math.round(bare)],
      [`entire backlog of ${rows.toLocaleString('en-US')}`, Math.round(drainage.perSecond)],
      ...drainage.tenths.map((rate, n): [string, number] => [`  tenth number ${n + 1}`, Math.round(rate)]),
      [`${aloneRows.toLocaleString('en-US')} of a single webhook`, Math.round(alone.perSecond)],
    ],
  )
  const share = (value: number): number => Number(value.toFixed(3))
  console.log(
    JSON.stringify({
      bench: 'deliver',
      ratio: share(drainage.perSecond / bare),
      per_second: Math.round(drainage.perSecond),
      last_over_first: share(drainage.tenths.at(-1)! / drainage.tenths[0]!),
      one_webhook_per_second: Math.round(alone.perSecond),
      repeated: repeats,
    }),
  )
}
