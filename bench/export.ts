import { readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { leadColumns } from '#server/areas/leads/read/lead-fields.ts'
import { leadJoins } from '#server/areas/leads/read/lead-query.ts'
import { openAdmin, openLeads, type Tenant } from './calls/fill.ts'
import { serveCalls, type Serving } from './calls/servers.ts'
import { copyOut } from './export/copy-out.ts'
import { cpuOf_ms, cpuOfFamily_ms } from './support/cpu.ts'
import { median, printTable } from './support/figures.ts'
import { answerAs, profiled, startHelper } from './support/helper-process.ts'

// Downloads all leads of an agency as a file, as its owner does, compared with COPY … TO STDOUT of the same rows in the
// same order, in alternating rounds.

const rows = Number(process.env['BENCH_ROWS'] ?? 2_000_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
/** All belong to one agency. */
const tenantCount = 5

const [role] = process.argv.slice(2)
if (role === 'server')
  answerAs(({ dataDir, tenants }: { dataDir: string; tenants: Tenant[] }) => serveCalls(dataDir, tenants))
else await main()

interface Copied {
  perSecond: number
  /** CPU time of PostgreSQL. */
  cpu_ms: number
}

interface Exported {
  perSecond: number
  /** CPU time of the server and of PostgreSQL. */
  cpu_ms: [number, number]
  bytes: number
  /** Memory before the download. */
  base_mb: number
  /** The server's peak memory. */
  peak_mb: number
}

async function main(): Promise<void> {
  const { db, tenants } = await openLeads(tenantCount, rows, 'export')
  const admin = await openAdmin(db)
  const server = startHelper<{ dataDir: string; tenants: Tenant[] }, Serving>('server', profiled())
  try {
    // In a database that is kept, downloads of the previous run count toward the rate limit.
    await admin.query('delete from rate_window')
    const all = { copied: [] as Copied[], exported: [] as Exported[] }
    for (let round = 0; round < rounds; round++) {
      all.copied.push(await copyAll(admin, tenants[0]!, db.server.pid()))
      const serving = await server.ask({ dataDir: db.dataDir, tenants })
      all.exported.push(await exportAll(serving, tenants[0]!, [server.child.pid!, db.server.pid()]))
    }
    report(all)
  } finally {
    await server.end()
    await admin.end()
    await db.close()
  }
}

/** The floor. */
async function copyAll(admin: pg.Client, { agencyId }: Tenant, postgres: number): Promise<Copied> {
  const before_ms = cpuOfFamily_ms(postgres)
  const began = performance.now()
  const copy = await copyOut(
    admin,
    `copy (select ${leadColumns}, lead.information
       from lead ${leadJoins.replaceAll('$1', `'${agencyId}'`)}
      where lead.agency_id = '${agencyId}' order by lead.created_at desc, lead.id desc) to stdout (format csv)`,
  )
  if (copy.rows !== rows) throw new Error(`COPY wrote ${copy.rows} rows`)
  return { perSecond: rows / ((performance.now() - began) / 1000), cpu_ms: cpuOfFamily_ms(postgres) - before_ms }
}

async function exportAll(
  { port, tokens }: Serving,
  tenant: Tenant,
  [pid, postgres]: [server: number, postgres: number],
): Promise<Exported> {
  const headers = { host: tenant.host, authorization: `Bearer ${tokens[0]}` }
  await warmUp(port, tenant, headers)
  const base_mb = memoryOf_mb(pid)
  const before_ms = [cpuOf_ms(pid), cpuOfFamily_ms(postgres)] as const
  const began = performance.now()
  const answer = await get(port, `/api/leadspeek/lead-export/${tenant.agencyId}/all/all/all`, headers)
  if (answer.statusCode !== 200) throw new Error(`The export responded with ${answer.statusCode}`)
  let [bytes, lines, peak_mb] = [0, 0, 0]
  const watch = setInterval(() => (peak_mb = Math.max(peak_mb, memoryOf_mb(pid))), 100)
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
    }
  } finally {
    clearInterval(watch)
  }
  // The first line is the header.
  if (lines !== rows + 1) throw new Error(`The file has ${lines} lines`)
  const perSecond = rows / ((performance.now() - began) / 1000)
  const cpu_ms: Exported['cpu_ms'] = [cpuOf_ms(pid) - before_ms[0], cpuOfFamily_ms(postgres) - before_ms[1]]
  return { perSecond, cpu_ms, bytes, base_mb, peak_mb }
}

/** A new server on a busy machine rejects its first calls, because it has no database connection yet. */
async function warmUp(port: number, { agencyId }: Tenant, headers: Record<string, string>): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const answer = await get(port, `/api/leadspeek/report/initdate/${agencyId}/all/all/all`, headers)
    answer.resume()
    if (answer.statusCode === 200) return
    await sleep(500)
  }
}

function get(port: number, path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ port, path, headers }, resolve).on('error', reject).end()
  })
}

/** The memory of a process now; 0 where the system does not report it (not Linux). */
function memoryOf_mb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function report({ copied, exported }: { copied: Copied[]; exported: Exported[] }): void {
  const perSecond = median(exported.map((each) => each.perSecond))
  const seconds = (each_ms: number[]): string => (median(each_ms) / 1000).toFixed(1)
  printTable(
    [
      `${rows.toLocaleString('en-US')} leads of an agency`,
      'rows/s',
      'CPU s: server',
      'PostgreSQL',
      'MB',
      'memory, from to MB',
    ],
    [
      [
        'COPY … TO STDOUT',
        Math.round(median(copied.map((each) => each.perSecond))),
        '',
        seconds(copied.map(({ cpu_ms }) => cpu_ms)),
        '',
        '',
      ],
      [
        'export',
        Math.round(perSecond),
        seconds(exported.map(({ cpu_ms }) => cpu_ms[0])),
        seconds(exported.map(({ cpu_ms }) => cpu_ms[1])),
        Math.round(exported[0]!.bytes / 1e6),
        exported.map(({ base_mb, peak_mb }) => `${Math.round(base_mb)}-${Math.round(peak_mb)}`).join(', '),
      ],
    ],
  )
  const ratios = exported.map((each, n) => each.perSecond / copied[n]!.perSecond)
  console.log(`ratio of each round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`)
  console.log(
    JSON.stringify({
      bench: 'export',
      ratio: Number(median(ratios).toFixed(3)),
      five_million_s: Math.round(5_000_000 / perSecond),
      peak_mb: Math.round(Math.max(...exported.map(({ peak_mb }) => peak_mb))),
    }),
  )
}
