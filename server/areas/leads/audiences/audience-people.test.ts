import { beforeAll, describe, expect, test } from 'vitest'
import type { Condition } from '#contract/audiences/definition.ts'
import { estimateAudience, exportAudience } from '#contract/leads/audience-people.ts'
import { noLimits } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import { definitionOf, makeAudience } from '#server/test/make-audience.ts'
import { openApp } from '#server/test/open-app.ts'
import { openPipelineWorld, md5, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { sizeFromSample } from './estimate-audience.ts'

const world = await openPipelineWorld()
const http = await openApp(world, { limiter: noLimits })
let people: PipelinePerson[]
beforeAll(async () => {
  people = []
  // 23 people in Illinois and 5 in Texas; 13 of the former and 1 of the latter have visited.
  for (let n = 0; n < 28; n++) people.push(await world.makePerson({ state: n < 23 ? 'IL' : 'TX', first_name: `P${n}` }))
  const campaign = await world.makeCampaign()
  for (const { email } of [...people.slice(0, 13), people[23]!]) await world.hit(campaign, { hashes: [md5(email)] })
  await world.resolve(campaign)
})

const inState = (...values: string[]): Condition => ({ kind: 'trait', trait: 'state', values })
const here: Condition = { kind: 'visited', page: '', least: 1, within_days: 30 }
const companyID = () => world.tree.acme.clients[0]!.id
const sizeOf = async (parts: Parameters<typeof definitionOf>[0], company = companyID()) => {
  const body = { companyID: company, definition: definitionOf(parts) }
  return (await http.as(world.tree.acme.owner).call(estimateAudience, { body })).body.data
}
const aboutSize = (count: number) => ({ is: 'about', people: count })
const fewer = { is: 'fewer', people: 10 }

describe('The size of an audience', () => {
  test('is rounded down to tens, and below ten is shown only as fewer than ten', async () => {
    expect(await sizeOf({ include: [inState('IL')] })).toEqual(aboutSize(20))
    expect(await sizeOf({ include: [inState('TX')] })).toEqual(fewer)
    expect(await sizeOf({ include: [inState('VT')] })).toEqual(fewer)
    expect(await sizeOf({ exclude: [inState('TX')] })).toEqual(aboutSize(20))
  })

  test('includes those who meet every one of its conditions', async () => {
    expect(await sizeOf({ include: [here] })).toEqual(aboutSize(10))
    expect(await sizeOf({ include: [here, inState('IL')] })).toEqual(aboutSize(10))
    expect(await sizeOf({ include: [here, inState('TX')] })).toEqual(fewer)
    expect(await sizeOf({ include: [inState('IL')], exclude: [here] })).toEqual(aboutSize(10))
    expect(await sizeOf({ include: [{ kind: 'lead', organization_id: '', within_days: 1 }] })).toEqual(aboutSize(10))
    expect(
      await sizeOf({ include: [{ kind: 'converted', within_days: 1 }, { kind: 'excluded' }], match: 'any' }),
    ).toEqual(fewer)
    expect(await sizeOf({ include: [{ kind: 'searched', phrase: 'roof', within_days: 1 }] })).toEqual(fewer)
  })

  test('excludes another client’s visitors', async () => {
    expect(await sizeOf({ include: [here] }, world.tree.acme.clients[1]!.id)).toEqual(fewer)
  })

  test('excludes people who opted out', async () => {
    const leavers = people.slice(13, 17)
    const ofThem = (verb: 'insert' | 'delete') =>
      world.db.adminPool.query(
        verb === 'insert'
          ? `insert into opt_out select decode(md5, 'hex'), 'asked', now() from unnest($1::text[]) as md5`
          : `delete from opt_out where hash in (select decode(md5, 'hex') from unnest($1::text[]) as md5)`,
        [leavers.map(({ email }) => md5(email))],
      )
    await ofThem('insert')
    expect(await sizeOf({ include: [inState('IL')] })).toEqual(aboutSize(10))
    await ofThem('delete')
  })

  test('is estimated from a sample when there are too many to count', () => {
    expect(sizeFromSample(9, 1_000)).toEqual({ is: 'fewer', people: 10_000 })
    expect(sizeFromSample(0, 1.5)).toEqual({ is: 'fewer', people: 20 })
    expect(sizeFromSample(1_234, 1_000)).toEqual({ is: 'about', people: 1_200_000 })
    expect(sizeFromSample(99, 1)).toEqual({ is: 'about', people: 90 })
  })
})

describe('The download of an audience', () => {
  const namesIn = async (user: TestUser, id: string): Promise<string[]> => {
    const { raw } = await http.as(user).call(exportAudience, { params: { id } })
    return [...raw.body.matchAll(/\bP\d+\b/g)].map(([name]) => name).toSorted()
  }
  const make = (include: Condition[]) =>
    makeAudience(
      { db: world.db, rootId: world.tree.root.id },
      { agencyId: world.tree.acme.id, clientId: companyID() },
      { include },
    )

  test('includes each person who was paid for, once, and nobody else', async () => {
    const { acme } = world.tree
    const texans = await make([inState('TX')])
    expect(await namesIn(acme.owner, texans)).toEqual(['P23'])
    expect(await namesIn(acme.clients[0]!.user, texans)).toEqual(['P23'])
    const everybody = await make([inState('TX', 'IL')])
    const again = await world.makeCampaign()
    await world.visit(again, { hashes: [md5(people[0]!.email)] })
    expect(await namesIn(acme.owner, everybody)).toHaveLength(14)
  })

  test('excludes credited leads and tests', async () => {
    const texans = await make([inState('TX')])
    const { rows } = await world.db.adminPool.query(
      `select l.* from lead l where l.person_id = $1 and l.kind = 'lead'`,
      [people[23]!.id],
    )
    await world.db.adminPool.query(
      `insert into lead_credit (agency_id, id, root_id, client_id, lead_id, change_id, retail_e4, wholesale_e4, credited_at)
       values ($1, $2, $3, $4, $2, $2, 1, 1, now())`,
      [rows[0].agency_id, rows[0].id, rows[0].root_id, rows[0].client_id],
    )
    expect(await namesIn(world.tree.acme.owner, texans)).toEqual([])
    await world.db.adminPool.query('delete from lead_credit where lead_id = $1', [rows[0].id])
  })

  test('is available to nobody else', async () => {
    const id = await make([inState('TX')])
    for (const user of [world.tree.brightside.owner, world.tree.acme.clients[1]!.user])
      expect((await http.as(user).call(exportAudience, { params: { id } })).status).toBe(404)
  })
})
