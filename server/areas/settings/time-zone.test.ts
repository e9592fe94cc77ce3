import { expect, test } from 'vitest'
import { createUser } from '#contract/companies/users.ts'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import { agencyForm, clientForm } from '#server/test/company-forms.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const { db, http, tree } = await openTree()

test('a company’s time zone applies to its clients, but not to their campaigns or to other companies', async () => {
  const zone = (timezone: string, companyID = tree.acme.id) => ({
    companyID,
    settingname: 'timezone' as const,
    timezone,
  })
  const save = (user: TestUser, body: ReturnType<typeof zone>) => http.as(user).call(saveSetting, { body })
  const readZone = (user: TestUser) =>
    http.as(user).call(readSetting, { query: { companyID: tree.acme.id, settingname: 'timezone' } })
  const campaign = await makeCampaign(db, tree.acme.clients[0]!)
  const zonesOf = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await db.adminPool.query<{ id: string; time_zone: string }>('select id, time_zone from company')).rows.map(
        ({ id, time_zone }) => [id, time_zone],
      ),
    )
  const before = await zonesOf()
  expect((await readZone(tree.acme.owner)).body.data).toMatchObject({ timezone: 'America/Chicago' })
  expect((await save(tree.acme.owner, zone('Europe/Berlin'))).status).toBe(200)
  expect((await readZone(tree.acme.admin)).body.data).toMatchObject({ timezone: 'Europe/Berlin' })
  const log = await db.adminPool.query(
    `select before, after from activity where action = 'setting.timeZoneChanged' and target_id = $1`,
    [tree.acme.id],
  )
  expect(log.rows).toEqual([{ before: { timezone: 'America/Chicago' }, after: { timezone: 'Europe/Berlin' } }])
  const theirs = [tree.acme.id, ...tree.acme.clients.map(({ id }) => id)]
  const changes = Object.fromEntries(theirs.map((id) => [id, 'Europe/Berlin']))
  expect(await zonesOf()).toEqual({ ...before, ...changes })
  const campaigns = await db.adminPool.query('select time_zone from campaign where id = $1', [campaign.id])
  expect(campaigns.rows).toEqual([{ time_zone: 'America/Chicago' }])
  expect((await save(tree.root.system, zone('Europe/Paris', tree.root.id))).status).toBe(200)
  expect(await zonesOf()).toEqual({ ...before, ...changes, [tree.root.id]: 'Europe/Paris' })
  for (const invalid of ['Mars/Olympus', 'UTC+25', '', '../etc/passwd'])
    expect((await save(tree.acme.owner, zone(invalid))).body.field).toBe('timezone')
  expect((await save(tree.acme.clients[0]!.user, zone('Asia/Tokyo'))).status).toBe(403)
  expect((await save(tree.brightside.owner, zone('Asia/Tokyo'))).status).toBe(404)
  expect((await zonesOf())[tree.acme.id]).toBe('Europe/Berlin')
})

test('a new company starts in the time zone of the one above', async () => {
  const { root, brightside } = tree
  const setZone = (id: string, zone: string) =>
    db.adminPool.query('update company set time_zone = $2 where id = $1', [id, zone])
  await setZone(root.id, 'Asia/Dubai')
  await setZone(brightside.id, 'Europe/Rome')
  const answers = [
    await http.as(root.system).call(createUser, { body: { companyID: root.id, ...agencyForm('new@agency.test') } }),
    await http.as(brightside.owner).call(createUser, {
      body: { companyID: brightside.id, ...clientForm('new@client.test') },
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { rows } = await db.adminPool.query(
    `select c.time_zone from company c join app_user u on u.company_id = c.id where u.email = any($1) order by u.email`,
    [['new@agency.test', 'new@client.test']],
  )
  expect(rows).toEqual([{ time_zone: 'Asia/Dubai' }, { time_zone: 'Europe/Rome' }])
})
