import { expect, test } from 'vitest'
import { readEnhanceMinimum } from '#contract/branding/enhance-minimum.ts'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import { keywordToTags } from '#contract/campaigns/keyword-tags.ts'
import {
  knownInformation,
  listAdvanceInformation,
  listB2bInformation,
  listEnhanceLocations,
  listInformationTypes,
} from '#contract/identity/advance-information.ts'
import { noLimits } from '#server/test/app.ts'
import { openTree } from '#server/test/open-tree.ts'

const { db, http, tree } = await openTree({ limiter: noLimits })

/** Adds people of one state: complete or without a phone number, with some kinds of information. */
const addPersons = async (
  count: number,
  state: string,
  phone: string | null,
  age: string,
  traits: readonly string[] = [],
): Promise<unknown> => {
  await insertPersons(count, state, phone, age)
  return db.appPool.query(
    `insert into trait (person_id, name, value) select id, name, 'x' from person, unnest($2::text[]) name
      where state = $1 and source = 'test' on conflict do nothing`,
    [state, traits],
  )
}
const insertPersons = (count: number, state: string, phone: string | null, age: string): Promise<unknown> =>
  db.appPool.query(
    `insert into person (first_name, last_name, email, phone_e164, street, city, state, zip, source, updated_at)
     select 'A', 'B', 'a@example.com', $3, '1 Way', 'Town', $2, '00000', 'test', now() - $4::interval
     from generate_series(1, $1)`,
    [count, state, phone, age],
  )
const addTraits = (name: string, limit: number): Promise<unknown> =>
  db.appPool.query(
    `insert into trait (person_id, name, value) select id, $1, 'x' from person order by id limit $2
     on conflict do nothing`,
    [name, limit],
  )

test('C099 to C101: kinds of information come with the current share of people who have them', async () => {
  const { user } = tree.acme.clients[0]!
  const kinds = async (operation: typeof listAdvanceInformation | typeof listB2bInformation) =>
    (await http.as(user).call(operation)).body.data
  expect(await kinds(listAdvanceInformation)).toContainEqual(
    expect.objectContaining({ id: 'age_band', name: 'Age band', available: 'F', coverage: 0 }),
  )
  await addPersons(8, 'NV', null, '1 day')
  await addTraits('age_band', 2)
  await addTraits('job_title', 8)
  await addTraits('<b>shoe size</b>', 1)
  const enhance = await kinds(listAdvanceInformation)
  expect(enhance.filter(({ available }) => available === 'T')).toEqual([
    expect.objectContaining({ id: 'age_band', group: 'person', coverage: 25, is_sensitive: 'F' }),
    expect.objectContaining({ id: '<b>shoe size</b>', group: 'other', coverage: 12.5 }),
  ])
  expect(enhance).toContainEqual(expect.objectContaining({ id: 'credit_rating_band', is_sensitive: 'T' }))
  const b2b = (await kinds(listB2bInformation)).filter(({ available }) => available === 'T')
  expect(b2b).toEqual([expect.objectContaining({ id: 'job_title', campaign_information_type: 'b2b', coverage: 100 })])
  const types = (await http.as(tree.root.system).call(listInformationTypes)).body.data
  expect(types).toMatchObject([
    { campaign_information_type: 'enhance', available: 2 },
    { campaign_information_type: 'b2b', available: 1 },
  ])
  // The counts also follow deletions.
  await db.appPool.query(`delete from person where state = 'NV'`)
  expect((await kinds(listAdvanceInformation)).filter(({ available }) => available === 'T')).toEqual([])
})

test('C102: the operator sets the minimum leads per day of Enhance ID for everyone below; 25 by default', async () => {
  const { root, acme } = tree
  const readMinimum = async () =>
    (await http.as(acme.clients[0]!.user).call(readEnhanceMinimum)).body.data.minleaddayenhance
  const save = (user: typeof root.system, companyID: string, minleaddayenhance: unknown) =>
    http.as(user).call(saveSetting, { body: { companyID, settingname: 'minleaddayenhance', minleaddayenhance } })
  expect(await readMinimum()).toBe(25)
  for (const invalid of [0, -1, 2.5, 501, 1e21, '30', null])
    expect(await save(root.system, root.id, invalid)).toMatchObject({
      status: 422,
      body: { field: 'minleaddayenhance' },
    })
  expect((await save(acme.owner, acme.id, 1)).status).toBe(403)
  expect((await save(root.system, acme.id, 1)).status).toBe(403)
  expect(await readMinimum()).toBe(25)
  expect((await save(root.system, root.id, 3)).body.message).toBe('Your settings have been saved.')
  expect(await readMinimum()).toBe(3)
  const query = { companyID: root.id, settingname: 'minleaddayenhance' }
  expect((await http.as(root.system).call(readSetting, { query })).body.data).toEqual({
    settingname: 'minleaddayenhance',
    minleaddayenhance: 3,
  })
})

const five = ['age_band', 'gender', 'home', 'income_band', 'interests'] as const

test('the database counts the kinds of Enhance ID that the contract names, except sensitive ones', async () => {
  await addPersons(1, 'WY', null, '1 day', knownInformation.map(({ id }) => id).concat('shoe_size'))
  const fields = async () =>
    (await db.adminPool.query(`select advanced_fields from person where state = 'WY'`)).rows[0].advanced_fields
  expect(await fields()).toBe(
    knownInformation.filter(({ type, isSensitive }) => type === 'enhance' && !isSensitive).length,
  )
  await db.appPool.query(`delete from trait where name in ('gender', 'job_title')`)
  expect(await fields()).toBe(12)
  await db.appPool.query(`delete from person where state = 'WY'`)
})

test('C098: a state has enough people if a week of the minimum live there, complete, with five fields and recent', async () => {
  await addPersons(21, 'TX', '+15125550101', '1 day', five)
  await addPersons(30, 'OR', '+15125550101', '1 day', [
    ...five.slice(1),
    'job_title',
    'credit_rating_band',
    'shoe_size',
  ])
  await addPersons(20, 'UT', '+15125550101', '1 day', five)
  await insertPersons(30, 'UT', null, '1 day')
  await insertPersons(30, 'UT', '+15125550101', '91 days')
  await db.appPool.query(
    `insert into trait (person_id, name, value) select id, name, 'x' from person, unnest($1::text[]) name
      where state = 'UT' on conflict do nothing`,
    [five],
  )
  const { body } = await http.as(tree.acme.owner).call(listEnhanceLocations)
  expect(body).toMatchObject({ minimum: 21 })
  const of = (code: string) => body.data.find((state) => state.code === code)
  expect(of('TX')).toEqual({ code: 'TX', name: 'Texas', enough: 'T', persons: 21 })
  expect(of('UT')).toMatchObject({ enough: 'F', persons: 20 })
  expect(of('OR')).toMatchObject({ enough: 'F', persons: 0 })
  expect(of('OH')).toMatchObject({ enough: 'F', persons: 0 })
  expect(body.data.length).toBeGreaterThan(50)
})

test('C092 returns tags and their topics', async () => {
  const ask = (keyword: string) => http.as(tree.acme.owner).call(keywordToTags, { query: { keyword } })
  const { body } = await ask('Roof Repair, roof repair')
  expect(body).toEqual({ result: 'success', data: ['roof repair'], topics: ['roofing'] })
  expect(await ask('x'.repeat(4_001))).toMatchObject({ status: 422, body: { field: 'keyword' } })
})
