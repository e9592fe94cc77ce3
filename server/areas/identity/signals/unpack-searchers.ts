import type { Pool } from 'pg'
import { plainArray } from '#server/platform/database/plain-array.ts'

const number_bytes = 5
const moment_bytes = 4
/** The scan of all searches of the last month. */
const longest_ms = 30 * 60_000

interface List {
  phraseId: number
  day: number
}

/** Takes people out of the packed lists of who searched for what. Their searches say in which lists they are, so these are deleted later. */
export async function unpackSearchers(identityPool: Pool, personIds: readonly number[]): Promise<void> {
  const client = await identityPool.connect()
  try {
    await client.query(`begin; set local statement_timeout = ${longest_ms}`)
    const { rows: lists } = await client.query<List>(
      `select distinct phrase_id as "phraseId", (('x' || left(id::text, 8) || substr(id::text, 10, 4))::bit(48)::bigint / 86400000)::int as day
         from signal where person_id = any($1::bigint[]) order by 1, 2`,
      [plainArray(personIds)],
    )
    await client.query('commit')
    const people = new Set(personIds)
    for (const list of lists) {
      await client.query('begin')
      const { rows } = await client.query<{ people: Buffer; moments: Buffer }>(
        'select people, moments from searchers_of_day where phrase_id = $1 and day = $2 for update',
        [list.phraseId, list.day],
      )
      if (rows[0])
        await client.query('update searchers_of_day set people = $3, moments = $4 where phrase_id = $1 and day = $2', [
          list.phraseId,
          list.day,
          ...without(rows[0], people),
        ])
      await client.query('commit')
    }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

function without(
  { people, moments }: { people: Buffer; moments: Buffer },
  personIds: ReadonlySet<number>,
): [Buffer, Buffer] {
  const places = Array.from({ length: people.length / number_bytes }, (_, at) => at).filter(
    (at) => !personIds.has(people.readUIntBE(at * number_bytes, number_bytes)),
  )
  const part = (bytes: Buffer, size: number): Buffer =>
    Buffer.concat(places.map((at) => bytes.subarray(at * size, (at + 1) * size)))
  return [part(people, number_bytes), part(moments, moment_bytes)]
}
