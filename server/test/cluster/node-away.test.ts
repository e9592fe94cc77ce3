import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { hitsOf, makePixel, useCollectors, viewOf, type TestPixel } from '../collector.ts'
import { openTestDatabase } from '../harness.ts'

// Simulates an unreachable server of the cluster: it rejects connections to the test's database.

const db = await openTestDatabase({ app: 30 })
const serve = useCollectors(() => db)

/** A pixel whose agency is stored on that server. */
async function makePixelOn(port: number): Promise<TestPixel> {
  for (;;) {
    const pixel = await makePixel(db)
    const { rows } = await db.adminPool.query<{ port: number }>(
      `select nodeport as port from citus_shards
        where shardid = get_shard_id_for_distribution_column('hit', $1::uuid)`,
      [pixel.agencyId],
    )
    if (rows[0]!.port === port) return pixel
  }
}

async function setAway(port: number, isAway: boolean): Promise<void> {
  const client = new pg.Client({ host: inject('testServer').host, port, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query(`alter database ${db.name} allow_connections ${!isAway}`)
  if (isAway) await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [db.name])
  await client.end()
}

it('hits of agencies on other servers are stored while one is down, and its own once it is back', async () => {
  const { post } = await serve()
  const [awayPort, otherPort] = inject('testServer').workers as [number, number]
  const [away, there] = [await makePixelOn(awayPort), await makePixelOn(otherPort)]
  for (const pixel of [away, there]) expect((await post(viewOf(pixel))).status).toBe(204)
  await setAway(awayPort, true)
  const pixels = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? away : there))
  const views = pixels.map((pixel) => viewOf(pixel))
  const statuses = async (): Promise<number[]> =>
    (await Promise.all(views.map((view) => post(view)))).map(({ status }) => status)
  // A batch in flight when the server went away may fail entirely; the pixel retries.
  await statuses()
  expect(await statuses()).toEqual(pixels.map((pixel) => (pixel === away ? 503 : 204)))
  await setAway(awayPort, false)
  await expect.poll(statuses).toEqual(views.map(() => 204))
  expect(await hitsOf(db, away)).toHaveLength(11)
  expect(await hitsOf(db, there)).toHaveLength(11)
})
