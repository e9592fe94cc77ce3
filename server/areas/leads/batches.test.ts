import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { sampleOf } from '#server/test/proofs.ts'
import { newId } from '#server/platform/ids.ts'
import {
  createPipelineWorld,
  md5,
  sha256,
  start_ms,
  type HitInput,
  type PipelineCampaign,
  type PipelinePerson,
  type PipelineWorld,
} from '#server/test/pipeline-world.ts'
import { resolveAgency } from './resolve-agency.ts'

let world: PipelineWorld
let people: PipelinePerson[]
beforeAll(async () => {
  world = await createPipelineWorld()
  people = await Promise.all(
    Array.from({ length: 6 }, (_, at) => world.makePerson(at === 0 ? { phone_e164: null } : {})),
  )
  return () => world.close()
})

const hit = fc.record({
  person: fc.option(fc.nat(5), { freq: 4 }),
  visitor: fc.nat(4),
  campaign: fc.nat(1),
  hash: fc.constantFrom(md5, sha256),
  kind: fc.constantFrom('view', 'view', 'view', 'identify', 'conversion'),
  mark: fc.constantFrom(null, null, null, null, 'bot'),
})

const settings = [
  { limit_leads: 3, limit_period: 'total', require_phone: true },
  { reidentification: 'always', reidentification_across_client: true },
] as const

async function resolveBy(
  size: number,
  campaigns: readonly PipelineCampaign[],
  hits: readonly HitInput[],
  to: number[],
) {
  const ids: string[] = []
  for (const [at, input] of hits.entries()) ids.push(await world.hit(campaigns[to[at]!]!, input))
  for (let more = true; more;) more = (await resolveAgency(world.platform, campaigns[0]!.agencyId, size)).more
  const visits = (await Promise.all(campaigns.map((campaign) => world.visits(campaign)))).flat()
  return ids.map((id) => {
    const { reason, person_id, match_key, confidence } = visits.find((visit) => visit.id === id)!
    return { reason, person_id, match_key, confidence }
  })
}

test('how hits are split into batches does not affect the outcome', async () => {
  const clients = [world.tree.acme, world.tree.brightside].map(({ id, clients: [first] }) => ({
    agencyId: id,
    clientId: first!.id,
  }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(hit, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 4 }),
      async (list, size) => {
        const visitors = Array.from({ length: 5 }, () => newId(start_ms))
        const hits = list.map((one): HitInput => ({
          hashes: one.person === null ? undefined : [one.hash(people[one.person]!.email)],
          visitorId: visitors[one.visitor]!,
          kind: one.kind,
          mark: one.mark,
        }))
        const to = list.map((one) => one.campaign)
        const [few, whole] = await Promise.all(
          clients.map(async (client, at) => {
            const campaigns = await Promise.all(settings.map((one) => world.makeCampaign(one, client)))
            return resolveBy(at === 0 ? size : 10_000, campaigns, hits, to)
          }),
        )
        expect(few).toEqual(whole)
        expect(few!.some(({ reason }) => reason !== 'no_key')).toBe(
          list.some((one) => one.person !== null || one.mark !== null),
        )
      },
    ),
    { numRuns: sampleOf(6, 20) },
  )
}, 60_000)
