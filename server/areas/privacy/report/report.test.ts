import { beforeAll, describe, expect, test } from 'vitest'
import { privacyChoicesPath, privacyReportPath } from '#contract/privacy/choices-path.ts'
import { checkPrivacy } from '#server/doctor/check-privacy.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, openPipelineWorld } from '#server/test/pipeline-world.ts'
import { retainJob } from '#server/retention/retain.ts'
import type { Figures } from './figures.ts'
import { reportPrivacyJob } from './write-reports.ts'

// What a brand shows of each day, and that nobody changes it later unnoticed.

const world = await openPipelineWorld()
const http = await openApp(world)
const { acme, root } = world.tree
const day_ms = 24 * 3_600_000
const query = (text: string, values: unknown[] = []) => world.db.adminPool.query(text, values)

const write = () => reportPrivacyJob.run(http.platform, {})
const toNextDay = () => world.clock.advance(day_ms - (world.clock.now() % day_ms) + 1_000)
const figuresOf = async (agencyId: string): Promise<Figures[]> =>
  (await query('select figures from privacy_report where agency_id = $1 order by day', [agencyId])).rows.map(
    ({ figures }: { figures: string }) => JSON.parse(figures) as Figures,
  )
const findings = () => checkPrivacy(world.db.appPool, world.clock.now())
const count = (reason: string, visits: number) =>
  query(
    `insert into visit_count (agency_id, client_id, campaign_id, root_id, hour, reason, count)
     values ($1, $2, gen_random_uuid(), $3, date_trunc('hour', $4::timestamptz), $5, $6)`,
    [acme.id, acme.clients[0]!.id, root.id, new Date(world.clock.now()), reason, visits],
  )

beforeAll(async () => {
  toNextDay()
  await count('privacy_gpc', 5)
  await count('privacy_region', 2)
  await count('ip_excluded', 9)
  await http.anonymous().inject({
    method: 'POST',
    url: privacyChoicesPath,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'email=somebody%40else.example',
  })
  await retainJob.run(http.platform, {})
  toNextDay()
  await write()
})

describe('the report of a day', () => {
  test('counts signals, opt-outs and what waits, once, for the brand and for its operator', async () => {
    await write()
    const [brand, all] = [await figuresOf(acme.id), await figuresOf(root.id)]
    expect(brand).toHaveLength(1)
    expect(brand[0]).toMatchObject({ signals: { privacy_gpc: 5, privacy_region: 2 }, identified: 0 })
    expect(all[0]).toMatchObject({ signals: { privacy_gpc: 5, privacy_region: 2 }, identified: 0, optOuts: 1, open: 1 })
    expect(all[0]!.daysLeft).toBeGreaterThan(13)
    expect(all[0]!.retentionDue).toBeGreaterThan(20)
    expect(all[0]!.retentionDone).toBe(all[0]!.retentionDue)
  })

  test('is public under the brand, in both languages, with the same figures and the hash', async () => {
    const { rows } = await query('select hash from privacy_report where agency_id = $1', [acme.id])
    for (const [language, title] of [
      ['en', 'Privacy report'],
      ['ar', 'تقرير الخصوصية'],
    ]) {
      const answer = await http.anonymous().inject({ method: 'GET', url: `${privacyReportPath}?language=${language}` })
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain(title)
      expect(answer.body).toContain(rows[0].hash)
      expect(answer.body).toContain('<bdi>7</bdi>')
    }
  })

  test('is chained to the day before, over days on which nothing ran', async () => {
    world.clock.advance(3 * day_ms)
    await write()
    expect(await figuresOf(acme.id)).toHaveLength(4)
    expect(await findings()).toMatchObject([{ state: 'ok' }])
  })
})

describe('somebody identified nevertheless', () => {
  test('is a figure of the day: who had opted out, and who was in a country without identification', async () => {
    const campaign = await world.makeCampaign()
    const people = [await world.makePerson(), await world.makePerson()]
    const leads = []
    for (const one of people) leads.push(await world.visit(campaign, { hashes: [md5(one.email)] }))
    await query(`insert into opt_out values (decode($1, 'hex'), 'asked', $2)`, [
      md5(people[0]!.email),
      new Date(world.clock.now() - day_ms),
    ])
    await query(`update lead set consent = 'DE' where id = $1`, [leads[1]!.lead_id])
    toNextDay()
    await write()
    expect((await figuresOf(acme.id)).at(-1)).toMatchObject({ identified: 2 })
    expect(await findings()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ state: 'failure', text: expect.stringContaining('identified') }),
      ]),
    )
  })
})

describe('a report that was changed', () => {
  test.each([
    ['in its figures', `update privacy_report set figures = replace(figures, '"identified":2', '"identified":0')`],
    ['by leaving a day out', `delete from privacy_report where day = (select min(day) from privacy_report) + 1`],
  ])('%s is found', async (_how, statement) => {
    const client = await world.db.adminPool.connect()
    try {
      const { rows } = await client.query('select json_agg(report) as kept from privacy_report report')
      await client.query(statement)
      expect((await findings()).filter(({ text }) => text.includes('was changed'))).not.toEqual([])
      await client.query('truncate privacy_report')
      await client.query('insert into privacy_report select * from json_populate_recordset(null::privacy_report, $1)', [
        JSON.stringify(rows[0].kept),
      ])
    } finally {
      client.release()
    }
  })
})
