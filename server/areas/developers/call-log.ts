import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { groupBy } from '#server/platform/group-by.ts'
import type { AnsweredCall, CallLog } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'

const writeEvery_ms = 1_000
/** Written early, within the second, once this many lines wait. */
const fullBatch = 2_000
/** Maximum lines queued while the database is down: beyond that the log drops lines to save memory. */
const maxWaiting = 20_000

interface Noted extends AnsweredCall {
  at_ms: number
}

/** The log that developers see of their own calls. Off the request path: kept in memory, written once a second. */
export function createCallLog(platform: Platform): CallLog & { flush(): Promise<void> } {
  let waiting: Noted[] = []
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    // Taken only when it is written, so that the bound above applies to all lines that wait.
    writing = writing.then(() => {
      const batch = waiting
      waiting = []
      return writeBatch(platform, batch)
    })
    return writing
  }
  return {
    note(call) {
      if (call.caller.kind !== 'developer' || waiting.length >= maxWaiting) return
      waiting.push({ ...call, at_ms: platform.clock.now() })
      if (waiting.length === fullBatch) void flush()
      else timer ??= setTimeout(() => void flush(), writeEvery_ms).unref()
    },
    flush,
    close: flush,
  }
}

/** One transaction per operator, however many companies called. Lines that cannot be written are lost, and logged. */
async function writeBatch(platform: Platform, batch: readonly Noted[]): Promise<void> {
  const operators = [...groupBy(batch, ({ caller }) => caller.rootId)].map(([rootId, calls]) => ({ rootId, calls }))
  await settleEach(platform, 'developer API calls could not be logged', operators, ({ rootId, calls }) =>
    write(platform, rootId, calls),
  )
}

/** The tenant whose log holds a call: the operator's own calls are under its own id. */
const ownerOf = ({ caller }: Noted): string => caller.agencyId ?? caller.rootId

async function write({ appPool }: Platform, rootId: string, calls: readonly Noted[]): Promise<void> {
  await inScope(appPool, { kind: 'root', rootId }, async (tx) => {
    await tx.query(
      `insert into developer_call
         (agency_id, root_id, id, credential_id, operation, status, code, duration_ms, created_at)
       select made.agency_id, $1, id, credential_id, operation, status, code, duration_ms, created_at
         from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::smallint[], $7::text[], $8::integer[],
                     $9::timestamptz[])
           as made (agency_id, id, credential_id, operation, status, code, duration_ms, created_at)
       on conflict do nothing`,
      [
        rootId,
        calls.map(ownerOf),
        calls.map(({ requestId }) => requestId),
        calls.map(({ caller }) => caller.userId),
        calls.map(({ operation }) => operation.name),
        calls.map(({ status }) => status),
        calls.map(({ problem }) => problem),
        calls.map(({ duration_ms }) => Math.round(duration_ms)),
        calls.map(({ at_ms }) => dateOf(at_ms)),
      ],
    )
    // Calls of test keys do not count as usage.
    const counts = countsOf(calls.filter(({ caller }) => !caller.isTest))
    await tx.query(
      `insert into developer_usage as known (agency_id, root_id, date, operation, status, calls)
       select made.agency_id, $1, date, operation, status, calls
         from unnest($2::uuid[], $3::date[], $4::text[], $5::smallint[], $6::integer[])
           as made (agency_id, date, operation, status, calls)
       on conflict (agency_id, date, operation, status) do update set calls = known.calls + excluded.calls`,
      [
        rootId,
        counts.map(({ owner }) => owner),
        counts.map(({ date }) => date),
        counts.map(({ operation }) => operation),
        counts.map(({ status }) => status),
        counts.map(({ calls: count }) => count),
      ],
    )
  })
}

/** Always in the same order, so that two processes that count at once cannot deadlock. */
function countsOf(
  calls: readonly Noted[],
): { owner: string; date: string; operation: string; status: number; calls: number }[] {
  const counts = new Map<string, number>()
  for (const call of calls) {
    const { at_ms, operation, status } = call
    const key = `${ownerOf(call)} ${dateOf(at_ms).toISOString().slice(0, 10)} ${operation.name} ${status}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, calls]) => {
      const [owner, date, operation, status] = key.split(' ') as [string, string, string, string]
      return { owner, date, operation, status: Number(status), calls }
    })
}
