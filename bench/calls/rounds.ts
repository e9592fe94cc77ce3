import { cpuOf_ms, cpuOfFamily_ms } from '../support/cpu.ts'
import { median } from '../support/figures.ts'
import type { HelperProcess } from '../support/helper-process.ts'
import type { LoadJob, LoadResult } from './load.ts'
import type { Serving } from './servers.ts'

/** One of the servers that are measured in turns, and its requests. */
export interface Contestant {
  server: HelperProcess<object, Serving>
  port: number
  requests: string[]
  /** Whether each request may be sent only once. */
  isOnce?: boolean
}

export interface RoundsJob {
  generator: HelperProcess<LoadJob, LoadResult>
  postgresPid: number
  connections: number
  rounds: number
  warmUp_ms: number
  measure_ms: number
}

/** The result of a round, with CPU time per call of the server and of PostgreSQL. */
export interface Round extends LoadResult {
  server_us: number
  postgres_us: number
}

/** Measures every server in every round, so that all meet the same conditions. Throws if a response is not 200. */
export async function measureInTurns<Name extends string>(
  contestants: Record<Name, Contestant>,
  job: RoundsJob,
): Promise<Record<Name, Round[]>> {
  const names = Object.keys(contestants) as Name[]
  const results = Object.fromEntries(names.map((name): [string, Round[]] => [name, []])) as Record<Name, Round[]>
  for (let round = 0; round < job.rounds; round++)
    for (const name of names) results[name].push(await measureOnce(name, contestants[name], job))
  return results
}

async function measureOnce(
  name: string,
  { server, port, requests, isOnce }: Contestant,
  job: RoundsJob,
): Promise<Round> {
  const { generator, postgresPid, connections, warmUp_ms, measure_ms } = job
  const cpu = (): [number, number] => [cpuOf_ms(server.child.pid!), cpuOfFamily_ms(postgresPid)]
  const before = cpu()
  const result = await generator.ask({ port, requests, isOnce, connections, warmUp_ms, measure_ms })
  // Rejecting a call is faster than answering it, so a result with failures is meaningless.
  if (result.failed > 0)
    throw new Error(`${name}: ${result.failed} calls failed, the first with\n${result.firstFailure}`)
  const calls = (result.perSecond * (measure_ms + warmUp_ms)) / 1000
  const [server_us, postgres_us] = cpu().map((after, at) => ((after - before[at]!) * 1000) / calls) as [number, number]
  return { ...result, server_us, postgres_us }
}

/** The columns of a table of servers; `lineOf` makes its rows. */
export const columns = ['call', 'calls/s', 'p50 ms', 'p99 ms', 'max ms', 'server us', 'postgres us']

/** The medians of a server's rounds. */
export function lineOf(title: string, rounds: readonly Round[]): (string | number)[] {
  const middle = (pick: (round: Round) => number): number => median(rounds.map(pick))
  return [
    title,
    Math.round(middle(({ perSecond }) => perSecond)),
    middle(({ p50_ms }) => p50_ms).toFixed(2),
    middle(({ p99_ms }) => p99_ms).toFixed(2),
    middle(({ max_ms }) => max_ms).toFixed(2),
    middle(({ server_us }) => server_us).toFixed(0),
    middle(({ postgres_us }) => postgres_us).toFixed(0),
  ]
}
