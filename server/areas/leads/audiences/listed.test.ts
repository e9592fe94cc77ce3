import { expect, test } from 'vitest'
import type { Condition } from '#contract/audiences/definition.ts'
import { estimateAudience, exportAudience } from '#contract/leads/audience-people.ts'
import { noLimits } from '#server/test/app.ts'
import { definitionOf, makeAudience, makeAudienceList } from '#server/test/make-audience.ts'
import { openApp } from '#server/test/open-app.ts'
import { openPipelineWorld, md5, sha1, sha256 } from '#server/test/pipeline-world.ts'

const day_ms = 86_400_000
const world = await openPipelineWorld()
const http = await openApp(world, { limiter: noLimits })

const place = (of = 0) => ({ agencyId: world.tree.acme.id, clientId: world.tree.acme.clients[of]!.id })
const under = () => ({ db: world.db, rootId: world.tree.root.id })
const list = (hashes: string[], endsOn: string | null = null, of = 0): Promise<string> =>
  makeAudienceList(under(), place(of), { hashes, endsOn })
const inList = (list_id: string): Condition => ({ kind: 'listed', list_id })
const reasonOf = async (email: string, columns: Record<string, unknown>): Promise<string> => {
  const campaign = await world.makeCampaign({ reidentification: 'always', ...columns })
  return (await world.visit(campaign, { hashes: [md5(email)] })).reason
}

test('An uploaded list makes an audience of everyone on it, by any hash type', async () => {
  const [on, off] = [await world.makePerson(), await world.makePerson()]
  for (const hash of [md5, sha1, sha256]) {
    const audience = await makeAudience(under(), place(), { include: [inList(await list([hash(on.email)]))] })
    expect(await reasonOf(on.email, { include_audiences: [audience] })).toBe('lead')
    expect(await reasonOf(off.email, { include_audiences: [audience] })).toBe('outside_audience')
    expect(await reasonOf(on.email, { exclude_audiences: [audience] })).toBe('outside_audience')
    expect(await reasonOf(off.email, { exclude_audiences: [audience] })).toBe('lead')
  }
  // Another client's list has no effect, even if an audience names it.
  const foreign = await makeAudience(under(), place(), { include: [inList(await list([md5(on.email)], null, 1))] })
  expect(await reasonOf(on.email, { include_audiences: [foreign] })).toBe('outside_audience')
})

test('A list includes people until the end of its last day in New York, and nobody after it', async () => {
  const on = await world.makePerson()
  const audience = await makeAudience(under(), place(), {
    include: [inList(await list([md5(on.email)], '2026-01-13'))],
  })
  world.clock.advance(day_ms)
  expect(await reasonOf(on.email, { include_audiences: [audience] })).toBe('lead')
  world.clock.advance(day_ms)
  expect(await reasonOf(on.email, { include_audiences: [audience] })).toBe('outside_audience')
  expect(await reasonOf(on.email, { exclude_audiences: [audience] })).toBe('lead')
})

test('A list’s download includes only people who were paid for, and small sizes are shown only as few', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, (_none, n) => world.makePerson({ first_name: `Q${n}` })))
  const hashes = people.map(({ email }) => md5(email))
  const condition = inList(await list(hashes))
  const audience = await makeAudience(under(), place(), { include: [condition] })
  const campaign = await world.makeCampaign()
  for (const { email } of people.slice(0, 2)) await world.visit(campaign, { hashes: [md5(email)] })
  const { raw } = await http.as(world.tree.acme.owner).call(exportAudience, { params: { id: audience } })
  expect([...raw.body.matchAll(/\bQ\d+\b/g)].map(([name]) => name).toSorted()).toEqual(['Q0', 'Q1'])
  const sizeOf = async (include: Condition[]) => {
    const body = { companyID: place().clientId, definition: definitionOf({ include }) }
    return (await http.as(world.tree.acme.owner).call(estimateAudience, { body })).body.data
  }
  expect(await sizeOf([condition])).toEqual({ is: 'about', people: 10 })
  expect(await sizeOf([inList(await list(hashes.slice(0, 9)))])).toEqual({ is: 'fewer', people: 10 })
})
