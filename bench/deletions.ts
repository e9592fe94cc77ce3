import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { startCycle } from '#server/areas/identity/deletions/deletion-lists.ts'
import { matchLists, startLists, takeRows, writeAnswers } from '#server/areas/identity/deletions/match-lists.ts'
import { rowsOf } from '#server/areas/privacy/delete-act/list-files.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import { newId } from '#server/platform/ids.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { printTable } from './support/figures.ts'

// A list of the deletion platform against the identity data: from the unpacked file until every row has its answer in a file. One row in
// fifty names somebody. The full size is BENCH_ROWS=10000000 PERSONS=5000000.

const persons = Number(process.env['PERSONS'] ?? 500_000)
const rowCount = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const everyNth = 50

const db = await createBenchDatabase()
try {
  await makePersons(db.ownerPool)
  const file = makeList()
  const { ms, steps } = await decide(db.ownerPool, file)
  printTable(
    [`${rowCount} rows against ${persons} persons`, 'ms'],
    [...steps, ['in all', Math.round(ms)], ['rows per second', Math.round((rowCount / ms) * 1000)]],
  )
  console.log(JSON.stringify({ bench: 'deletions', rows_per_second: Math.round((rowCount / ms) * 1000) }))
} finally {
  await db.close()
}

async function makePersons(pool: Pool): Promise<void> {
  await pool.query(
    `insert into person (first_name, last_name, email, phone_e164, source, updated_at)
     select 'First', 'Last', 'bench' || n || '@example.com', '+1' || (2000000000 + n), 'bench', '2026-11-01'
       from generate_series(1, $1::int) n`,
    [persons],
  )
  await pool.query(`insert into person_key (hash, person_id) select sha256(email::bytea), id from person order by 1`)
  await pool.query(
    `insert into person_key (hash, person_id) select decode(md5(email), 'hex'), id from person order by 1`,
  )
  await pool.query('vacuum analyze person, person_key')
}

/** In parts: as one text, ten million lines are longer than a text may be. */
const linesAtOnce = 100_000

function makeList(): Buffer {
  const parts: Buffer[] = []
  let lines: string[] = ['ID,Hash']
  for (let n = 0; n < rowCount; n++) {
    const hash =
      n % everyNth === 0
        ? createHash('sha256')
            .update(`bench${1 + ((n * 7) % persons)}@example.com`)
            .digest('base64')
        : randomBytes(32).toString('base64')
    lines.push(`${randomBytes(6).toString('hex')},${hash}`)
    if (lines.length < linesAtOnce && n < rowCount - 1) continue
    parts.push(Buffer.from(`${lines.join('\n')}\n`))
    lines = []
  }
  return Buffer.concat(parts)
}

async function decide(pool: Pool, file: Buffer): Promise<{ ms: number; steps: [string, number][] }> {
  const steps: [string, number][] = []
  const [began_ms, at] = [performance.now(), dateOf(Date.UTC(2026, 10, 30))]
  const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const from_ms = performance.now()
    await work()
    steps.push([name, Math.round(performance.now() - from_ms)])
  }
  const cycleId = newId(at.getTime())
  await inTransaction(pool, async (client) => {
    await startCycle(client, cycleId, ['Email.csv'], at)
    await startLists(client)
    await step('check and copy', () => takeRows(client, 'Email', rowsOf('Email.csv', file)))
    await step('match and keep', () => matchLists(client, cycleId, at))
  })
  await step('write answers', () => writeAnswers(pool, cycleId, 'Email'))
  return { ms: performance.now() - began_ms, steps }
}
