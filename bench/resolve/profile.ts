import pg from 'pg'

type Times = Map<string, { calls: number; ms: number }>

/** Sums the time of each statement, from sending it to its last row. Returns a function that stops and reads it. */
export function watchQueries(): () => Times {
  const times: Times = new Map()
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const original = prototype.query
  prototype.query = function watched(this: unknown, ...args: unknown[]) {
    const began = performance.now()
    const first = args[0] as string | { text?: string }
    const text = (typeof first === 'string' ? first : (first.text ?? ''))
      .replaceAll(/\s+/g, ' ')
      // Remove ids, so that the same statement in other transactions counts as one.
      .replaceAll(/'[0-9a-f-]{36}'/g, '…')
      .trim()
      .slice(0, 90)
    const count = (): void => {
      const time = times.get(text) ?? { calls: 0, ms: 0 }
      times.set(text, { calls: time.calls + 1, ms: time.ms + performance.now() - began })
    }
    // The pool passes a callback; a transaction awaits a promise.
    const answer = args.at(-1)
    if (typeof answer === 'function') {
      args[args.length - 1] = (...given: unknown[]) => {
        count()
        Reflect.apply(answer, undefined, given)
      }
    }
    const result = Reflect.apply(original, this, args)
    if (result instanceof Promise) result.then(count, count)
    return result
  }
  return () => {
    prototype.query = original
    return times
  }
}

/** Prints the time of each statement per 10,000 visits, and the rest, which is this program's own work. */
export function printProfile(times: Times, totals: { visits: number; seconds: number }): void {
  const batches = totals.visits / 10_000
  const rows = [...times].map(([statement, { calls, ms }]) => ({ statement, calls, ms_a_batch: ms / batches }))
  const sum = rows.reduce((total, row) => total + row.ms_a_batch, 0)
  const all = (totals.seconds * 1000) / batches
  for (const row of rows.toSorted((a, b) => b.ms_a_batch - a.ms_a_batch)) {
    console.log(
      `${row.ms_a_batch.toFixed(1).padStart(8)} ms per batch, ${String(row.calls).padStart(4)} calls: ${row.statement}`,
    )
  }
  console.log(`${(all - sum).toFixed(1).padStart(8)} ms per batch outside the database, of ${all.toFixed(1)}`)
}
