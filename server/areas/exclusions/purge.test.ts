import { beforeEach, describe, expect, test } from 'vitest'
import { exclusionLevels } from '#contract/exclusions/lists.ts'
import { jobs } from '#server/jobs.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestApp } from '#server/test/app.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { useExclusionStage } from '#server/test/exclusion-stage.ts'
import type { PipelineCampaign, PipelinePerson, PipelineWorld } from '#server/test/pipeline-world.ts'

const { now, upload, exclude, readList, purge, undo, visit, pass } = useExclusionStage()
let world: PipelineWorld
let http: TestApp
let campaign: PipelineCampaign
let person: PipelinePerson
beforeEach(() => void ({ world, http, campaign, person } = now))

const day_ms = 24 * 3_600_000

describe('a purge', () => {
  test.each(exclusionLevels)('empties the list of the %s immediately, and can be undone', async (level) => {
    await exclude(level, person.email)
    expect(await purge(level)).toEqual({
      result: 'success',
      title: 'Exclusion list purged',
      msg: 'You can undo this for 24 hours.',
    })
    const [last] = (await readList(level)).changes
    expect(last).toMatchObject({ kind: 'purge', addresses: 1, can_undo: 'T' })
    expect((await undo(level, last!.id)).status).toBe(200)
    expect((await visit()).reason).toBe(`excluded_${level}`)
    expect((await purge(level)).result).toBe('success')
    expect((await visit()).reason).toBe('lead')
  })

  test('R258: says in its title why it is rejected, and changes nothing', async () => {
    expect(await purge('client')).toEqual({
      result: 'failed',
      title: 'Nothing to purge',
      msg: 'This exclusion list is empty.',
    })
    await upload('client', { content: person.email })
    expect(await purge('client')).toMatchObject({ result: 'failed', title: 'Upload in progress' })
  })

  test('is rejected while an upload is in progress that later ones have overtaken, and so is their undo', async () => {
    await exclude('client', person.email)
    await upload('client', { content: 'someone@example.com' })
    // Twenty, which is a page of changes, because the job of the first is retried later.
    await world.db.adminPool.query(
      `insert into exclusion_change (agency_id, id, root_id, client_id, list_id, level, kind, file_name, total_rows, rows_done, created_at, done_at)
       select agency_id, gen_random_uuid(), root_id, client_id, list_id, level, kind, 'API', 1, 1, later.at, later.at
         from exclusion_change, lateral (select created_at + n * interval '1 second' as at from generate_series(1, 20) n) later
        where done_at is null`,
    )
    expect(await purge('client')).toMatchObject({ result: 'failed', title: 'Upload in progress' })
    const { changes, jobProgress } = await readList('client')
    expect(jobProgress).toMatchObject([{ current_row: 0, total_row: 1 }])
    expect(changes[0]).toMatchObject({ filename: 'API', can_undo: 'F' })
    expect((await undo('client', changes[0]!.id)).status).toBe(409)
  })

  test('waits for an upload that is being stored, and is rejected then', async () => {
    await exclude('client', person.email)
    const holder = await world.db.adminPool.connect()
    await holder.query('begin; lock table exclusion_staged in exclusive mode')
    const uploading = upload('client', { content: 'someone@example.com' })
    await expect.poll(() => countWaiting(world.db), { timeout: 4_000 }).toBe(1)
    const purging = purge('client')
    await Promise.race([purging, expect.poll(() => countWaiting(world.db), { timeout: 4_000 }).toBe(2)])
    await holder.query('commit')
    holder.release()
    expect((await uploading).status).toBe(200)
    expect(await purging).toMatchObject({ result: 'failed', title: 'Upload in progress' })
    expect((await readList('client')).addresses).toBe(1)
  })

  test('can be undone within 24 hours only, and then the purged entries are deleted', async () => {
    await exclude('client', person.email)
    await purge('client')
    const [last] = (await readList('client')).changes
    pass(day_ms)
    expect((await readList('client')).changes[0]).toMatchObject({ can_undo: 'F' })
    expect((await undo('client', last!.id)).status).toBe(409)
    world.clock.advance(1)
    await jobs.find(({ name }) => name === 'retain')!.run(http.platform, {})
    expect(await world.count('exclusion_purged', campaign)).toBe(0)
  })
})

describe('an undo', () => {
  test('removes an upload from the list, and keeps what was there before', async () => {
    const otherPerson = await world.makePerson()
    await exclude('client', otherPerson.email)
    const id = await exclude('client', person.email, otherPerson.email)
    expect((await undo('client', id)).body.message).toBe('The upload was undone.')
    expect((await visit(otherPerson)).reason).toBe('excluded_client')
    expect((await visit()).reason).toBe('lead')
  })

  test('applies only to the last remaining change, because later ones may contain the same entries', async () => {
    const first = await exclude('client', person.email)
    const second = await exclude('client', 'someone@example.com')
    expect(await undo('client', first)).toMatchObject({ status: 409, body: { field: 'change_id' } })
    expect((await undo('client', second)).status).toBe(200)
    expect((await undo('client', second)).status).toBe(409)
    expect((await undo('client', first)).status).toBe(200)
    expect((await readList('client')).addresses).toBe(0)
  })

  test('of another list’s change gets the same response as one of an unknown change', async () => {
    const id = await exclude('agency', person.email)
    for (const change of [id, newId(0)]) expect((await undo('client', change)).status).toBe(409)
  })
})
