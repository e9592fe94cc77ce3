import { fillNew, type Tenant } from './calls/fill.ts'
import { load, type LoadJob, type LoadResult } from './calls/load.ts'
import { serveCalls, type Serving } from './calls/servers.ts'
import { sendArrivals, type ArrivalsJob, type GroupFigures } from './overload/load.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { printTable } from './support/figures.ts'
import { answerAs, profiled, startHelper, type HelperProcess } from './support/helper-process.ts'

// What the program does when more is asked of it than it can do: calls that come five times as fast as it answers them, and
// one agency that takes all it can get beside the others. Everything is on one machine, and nothing limits how often
// somebody may call, which would refuse most of this much sooner.

const tenantCount = 500
const leadCount = 20_000
const run_ms = Number(process.env['BENCH_SECONDS'] ?? 10) * 1_000
const factor = 5

type Asked = { dataDir: string; tenants: Tenant[] }
type Answers = Record<string, GroupFigures>

interface Stage {
  tenants: Tenant[]
  dataDir: string
  program: HelperProcess<Asked, Serving>
  arrivals: HelperProcess<ArrivalsJob, Answers>
}

async function main(): Promise<void> {
  const db = await createBenchDatabase()
  const tenants = await fillNew(db, tenantCount, leadCount)
  const program = startHelper<Asked, Serving>('program', profiled())
  const arrivals = startHelper<ArrivalsJob, Answers>('arrivals')
  const stage = { tenants, dataDir: db.dataDir, program, arrivals }
  try {
    const overload = await measureOverload(stage)
    const fairness = await measureFairness(stage, overload.capacity)
    console.log(JSON.stringify({ bench: 'overload', ...overload, ...fairness }))
  } finally {
    await Promise.all([program.end(), arrivals.end()])
    await db.close()
  }
}

const serve = ({ program, dataDir, tenants }: Stage): Promise<Serving> => program.ask({ dataDir, tenants })

/** Ten leads of each client. */
const requestsOf = (tenants: readonly Tenant[], tokens: readonly string[]): string[] =>
  tenants.map(({ clientId, host }, at) => {
    const path = `/api/leadspeek/report/lead/${clientId}/all/all/all?Page=1&PerPage=10`
    return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${tokens[at]}\r\n\r\n`
  })

const show = (title: string, answers: Answers): void =>
  printTable(
    [title, 'answered/s', 'p50 ms', 'p99 ms', 'refused', 'wrong', 'unanswered'],
    Object.entries(answers).map(([name, one]) => [
      name,
      one.perSecond,
      one.p50_ms.toFixed(1),
      one.p99_ms.toFixed(1),
      one.refused,
      one.wrong,
      one.unanswered,
    ]),
  )

const round2 = (value: number): number => Number(value.toFixed(2))

async function measureOverload(stage: Stage) {
  const { port, tokens } = await serve(stage)
  const requests = requestsOf(stage.tenants, tokens)
  const lanes = startHelper<LoadJob, LoadResult>('lanes')
  const job = { port, requests, connections: 64, warmUp_ms: 2_000, measure_ms: run_ms / 2 }
  await lanes.ask(job)
  const { perSecond: capacity } = await lanes.ask(job)
  await lanes.end()
  const send = async (perSecond: number, length_ms: number): Promise<GroupFigures> => {
    const groups = [{ name: 'all', perSecond, requests }]
    const answers = await stage.arrivals.ask({ port, groups, run_ms: length_ms, connections: 3_000 })
    show(`${Math.round(perSecond)} calls a second`, answers)
    return answers['all']!
  }
  const calm = await send(capacity / 2, run_ms / 2)
  const full = await send(capacity * factor, run_ms)
  const from = performance.now()
  let recovered_s = Number.NaN
  // Back: a second without a refusal whose p99 is at most twice that of before.
  while (Number.isNaN(recovered_s) && performance.now() - from < 30_000) {
    const again = await send(capacity / 2, 1_000)
    const isBack = again.refused + again.wrong + again.unanswered === 0 && again.p99_ms <= 2 * calm.p99_ms
    if (isBack) recovered_s = (performance.now() - from) / 1_000
  }
  return {
    capacity,
    goodput: round2(full.perSecond / capacity),
    wrong: full.wrong,
    answered_p99_ms: Math.round(full.p99_ms),
    recovered_s: round2(recovered_s),
  }
}

/** The first agency takes what it can get; 99 others look around. */
async function measureFairness(stage: Stage, capacity: number) {
  const { port, tokens } = await serve(stage)
  const requests = requestsOf(stage.tenants, tokens)
  const isLoud = ({ agencyId }: Tenant): boolean => agencyId === stage.tenants[0]!.agencyId
  const quietOnes = {
    name: 'others',
    perSecond: capacity / 10,
    requests: requests.filter((_one, at) => !isLoud(stage.tenants[at]!)),
  }
  const loudOne = {
    name: 'one agency',
    perSecond: capacity * 2,
    requests: requests.filter((_one, at) => isLoud(stage.tenants[at]!)),
  }
  const send = (groups: ArrivalsJob['groups']): Promise<Answers> =>
    stage.arrivals.ask({ port, groups, run_ms, connections: 3_000 })
  const quiet = await send([quietOnes])
  const loud = await send([quietOnes, loudOne])
  show('one agency against all: before', quiet)
  show('one agency against all', loud)
  return {
    others_times: round2(loud['others']!.p99_ms / quiet['others']!.p99_ms),
    others_p99_ms: Math.round(loud['others']!.p99_ms),
    others_refused: loud['others']!.refused + loud['others']!.wrong + loud['others']!.unanswered,
  }
}

const [role] = process.argv.slice(2)
if (role === 'program') answerAs(({ dataDir, tenants }: Asked) => serveCalls(dataDir, tenants))
else if (role === 'lanes') answerAs((job: LoadJob) => load(job))
else if (role === 'arrivals') answerAs((job: ArrivalsJob) => sendArrivals(job))
else await main()
