import { beforeEach, describe, expect, test } from 'vitest'
import { exclusionLevels, readCompanyExclusions, readExclusionProgress } from '#contract/exclusions/lists.ts'
import { jobs } from '#server/jobs.ts'
import type { TestApp } from '#server/test/app.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { useExclusionStage } from '#server/test/exclusion-stage.ts'
import type { PipelineCampaign, PipelinePerson, PipelineWorld } from '#server/test/pipeline-world.ts'
import { runJobs } from '#server/test/run-jobs.ts'

const { now, upload, readList, clientUser } = useExclusionStage()
let world: PipelineWorld
let http: TestApp
let campaign: PipelineCampaign
let person: PipelinePerson
beforeEach(() => void ({ world, http, campaign, person } = now))

describe('progress', () => {
  const job = jobs.find(({ name }) => name === 'take-exclusions')!
  const progress = async () =>
    (
      await http
        .as(clientUser())
        .call(readExclusionProgress, { query: { companyId: clientUser().companyId, campaignType: 'client' } })
    ).body.data

  test('R253, R269: is reported by the job itself, with the documented fields', async () => {
    const content = Array.from({ length: 2_500 }, (_none, n) => `p${n}@example.com`).join('\n')
    const { body } = await upload('client', { content, fileName: 'big.csv' })
    const { id } = body.data
    expect(await progress()).toEqual({
      jobProgress: [{ id, filename: 'big.csv', percentage: 0, current_row: 0, total_row: 2_500 }],
      jobDone: [],
    })
    await runJobs(world.db, http.platform)
    expect(await progress()).toEqual({
      jobProgress: [],
      jobDone: [{ id, filename: 'big.csv', percentage: 100, current_row: 2_500, total_row: 2_500 }],
    })
  })

  test('survives a crash: the job continues where it was, and running it again changes nothing', async () => {
    const content = Array.from({ length: 6_000 }, (_none, n) => `p${n}@example.com`).join('\n')
    const { body } = await upload('client', { content })
    const task = { rootId: world.tree.root.id, agencyId: campaign.agencyId, changeId: body.data.id }
    // The third batch fails, as if the process ended there.
    await world.db.adminPool.query(`alter table exclusion_change add constraint killed check (rows_done < 6000)`)
    await expect(job.run(http.platform, task)).rejects.toThrow('killed')
    expect((await progress()).jobProgress).toMatchObject([{ current_row: 5_000, percentage: 83 }])
    await world.db.adminPool.query('alter table exclusion_change drop constraint killed')
    await job.run(http.platform, task)
    await job.run(http.platform, task)
    expect(await readList('client')).toMatchObject({ addresses: 6_000, changes: [{ addresses: 6_000 }] })
  })

  test('is available to a company only for the list of its own type', async () => {
    const { status, body } = await http
      .as(clientUser())
      .call(readExclusionProgress, { query: { companyId: clientUser().companyId, campaignType: 'agency' } })
    expect([status, body.field]).toEqual([422, 'campaignType'])
  })
})

test('uploads to several lists of an agency wait for each other, so that other agencies’ need not', async () => {
  const ids: string[] = []
  for (const level of exclusionLevels) ids.push((await upload(level, { content: person.email })).body.data.id)
  const { rows } = await world.db.adminPool.query(
    `select queue.queue_name, count(*)::int as jobs from graphile_worker._private_jobs job
       join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
      where job.payload ->> 'changeId' = any($1) group by 1 order by 2`,
    [ids],
  )
  expect(rows.map(({ jobs: waiting }) => waiting)).toEqual([1, 3])
  await runJobs(world.db, http.platform)
})

test('no batch with the old list is in progress when an upload reports that it is done', async () => {
  await upload('client', { content: person.email })
  const resolving = await world.db.adminPool.connect()
  await resolving.query('begin')
  await resolving.query('select from resolve_watermark where agency_id = $1 for update', [campaign.agencyId])
  const running = runJobs(world.db, http.platform)
  await expect
    .poll(async () => (await readList('client')).jobProgress)
    .toMatchObject([{ current_row: 1, percentage: 99 }])
  // It waits for the batch, however long that takes.
  await expect.poll(() => countWaiting(world.db)).toBe(1)
  await resolving.query('commit')
  resolving.release()
  await running
  expect((await readList('client')).jobDone).toHaveLength(1)
})

test('a list’s earlier changes are on further pages, and only the latest can be undone', async () => {
  for (let n = 0; n < 21; n++) {
    world.clock.advance(1)
    await upload('client', { content: `p${n}@example.com`, fileName: `list-${n}.csv` })
  }
  await runJobs(world.db, http.platform)
  const pageOf = async (page: number) =>
    (
      await http
        .as(clientUser())
        .call(readCompanyExclusions, { params: { companyId: clientUser().companyId }, query: { Page: page } })
    ).body.data
  const first = await pageOf(1)
  expect(first).toMatchObject({ last_page: 2, addresses: 21 })
  expect(first.changes.map(({ filename, can_undo }) => [filename, can_undo]).at(0)).toEqual(['list-20.csv', 'T'])
  expect(first.changes).toHaveLength(20)
  const second = await pageOf(2)
  expect(second.changes).toMatchObject([{ filename: 'list-0.csv', can_undo: 'F' }])
  expect(second.jobDone).toHaveLength(20)
})
