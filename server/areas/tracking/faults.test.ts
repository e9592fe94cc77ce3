import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { hitId, hitsOf, makePixel, useCollectors, viewOf } from '#server/test/collector.ts'
import { openTestDatabase } from '#server/test/harness.ts'

const db = await openTestDatabase({ app: 30 })

const serve = useCollectors(() => db)

describe('a failing database', () => {
  it('is never acknowledged: waiting callers get 503, and the same hit is accepted once it works again', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    await post(viewOf(pixel))
    await db.adminPool.query('alter table hit rename to hit_away')
    const views = Array.from({ length: 10 }, () => viewOf(pixel))
    const answers = await Promise.all(views.map((view) => post(view)))
    for (const answer of answers) expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    await db.adminPool.query('alter table hit_away rename to hit')
    for (const answer of await Promise.all(views.map((view) => post(view)))) expect(answer.status).toBe(204)
    expect(await hitsOf(db, pixel)).toHaveLength(11)
  })

  it('that drops the connection during a commit is not acknowledged either', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    await post(viewOf(pixel))
    const blocker = await db.adminPool.connect()
    await blocker.query('begin; lock table hit in access exclusive mode')
    const view = viewOf(pixel)
    const request = post(view)
    await sleep(100)
    await db.adminPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect((await request).status).toBe(503)
    await blocker.query('commit')
    blocker.release()
    expect((await post(view)).status).toBe(204)
    expect(await hitsOf(db, pixel)).toHaveLength(2)
  })
})

describe('a cluster server that is down', () => {
  it('causes rejections only for hits of its agencies, even if others are in the same batch', async () => {
    const { post } = await serve()
    const [away, there] = [await makePixel(db), await makePixel(db)]
    for (const pixel of [away, there]) await post(viewOf(pixel))
    // The error a coordinator returns if it can't reach the agency's server.
    await db.adminPool.query(`create function stay_away() returns trigger language plpgsql as $$ begin
        raise 'connection to the remote node failed' using errcode = 'connection_failure'; end $$`)
    await db.adminPool
      .query(`create trigger stay_away before insert on hit for each row when (new.agency_id = '${away.agencyId}')
        execute function stay_away()`)
    const blocker = await db.adminPool.connect()
    await blocker.query('begin; lock table hit in access exclusive mode')
    // Two batches may be in flight; later items wait and are sent as one batch.
    const before = []
    for (let batch = 0; batch < 2; batch++) {
      before.push(post(viewOf(there)))
      await sleep(100)
    }
    const views = [away, there, away, there].map((pixel) => viewOf(pixel))
    const answers = views.map((view) => post(view))
    await sleep(100)
    await blocker.query('commit')
    blocker.release()
    for (const { status } of await Promise.all(before)) expect(status).toBe(204)
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503, 204, 503, 204])
    await db.adminPool.query('drop trigger stay_away on hit')
    for (const view of views) expect((await post(view)).status).toBe(204)
    expect(await hitsOf(db, away)).toHaveLength(3)
    expect(await hitsOf(db, there)).toHaveLength(5)
  })
})

describe('a machine that slept for days', () => {
  it('creates the missing day partitions when the first hits need them', async () => {
    const { post, clock } = await serve()
    const pixel = await makePixel(db)
    clock.advance(10 * 86_400_000)
    const view = viewOf(pixel, { i: hitId(clock.now()) })
    expect((await post(view)).status).toBe(503)
    await expect.poll(async () => (await post(view)).status).toBe(204)
    expect(await hitsOf(db, pixel)).toHaveLength(1)
  })
})

describe('closing the collector', () => {
  it('stores and acknowledges waiting hits, and rejects new ones', async () => {
    const { post, close } = await serve()
    const pixel = await makePixel(db)
    await post(viewOf(pixel))
    const blocker = await db.adminPool.connect()
    await blocker.query('begin; lock table hit in access exclusive mode')
    const waiting = [post(viewOf(pixel)), post(viewOf(pixel))]
    await sleep(100)
    const closing = close()
    expect((await post(viewOf(pixel))).status).toBe(503)
    await blocker.query('commit')
    blocker.release()
    await closing
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(204)
    expect(await hitsOf(db, pixel)).toHaveLength(3)
  })
})
