import { beforeAll, describe, expect, test } from 'vitest'
import { maxSearched, searchVisits } from '#contract/leads/visits.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, openPipelineWorld, sha1, sha256, type PipelineCampaign } from '#server/test/pipeline-world.ts'

const world = await openPipelineWorld()
const http = await openApp(world)
const acme = world.tree.acme
const [plumbright, other] = acme.clients
let campaign: PipelineCampaign
let ofOther: PipelineCampaign

beforeAll(async () => {
  campaign = await world.makeCampaign()
  ofOther = await world.makeCampaign({}, { agencyId: acme.id, clientId: other!.id })
})

async function search(query: Record<string, string>, user: TestUser = acme.owner, companyID = acme.id) {
  const { status, body } = await http.as(user).call(searchVisits, {
    params: { companyID, clientID: 'all', start: 'all', end: 'all' },
    body: { PerPage: 100, ...query },
  })
  expect(status).toBe(200)
  return { ids: body.data.map(({ id }) => id), reasons: body.data.map(({ reason }) => reason), next: body.next }
}

describe('a search for a visitor', () => {
  test('finds a person’s visits by each hash of the email address, with every reason', async () => {
    const { email } = await world.makePerson()
    const first = await world.visit(campaign, { hashes: [md5(email)] })
    // Ids of one instant are in no order.
    world.clock.advance(1_000)
    const second = await world.visit(campaign, { hashes: [sha256(email)] })
    await world.visit(campaign, { hashes: [md5('stranger@example.com')] })
    for (const email_hash of [md5(email), sha1(email), sha256(email)])
      expect(await search({ email_hash })).toEqual({
        ids: [second.id, first.id],
        reasons: ['returning', 'lead'],
        next: null,
      })
    expect((await search({ email_hash: md5(email), reason: 'lead' })).ids).toEqual([first.id])
  })

  test('stays within the caller’s own clients', async () => {
    const { email } = await world.makePerson()
    const email_hash = sha256(email)
    const here = await world.visit(campaign, { hashes: [md5(email)] })
    const there = await world.visit(ofOther, { hashes: [md5(email)] })
    expect((await search({ email_hash })).ids.toSorted()).toEqual([here.id, there.id].toSorted())
    expect((await search({ email_hash }, plumbright!.user, plumbright!.id)).ids).toEqual([here.id])
    expect((await search({ email_hash }, other!.user, other!.id)).ids).toEqual([there.id])
    const { owner, id } = world.tree.brightside
    expect((await search({ email_hash }, owner, id)).ids).toEqual([])
  })

  test('finds nobody who opted out before the visit, and nobody who is unknown', async () => {
    const { email } = await world.makePerson()
    await world.db.adminPool.query(`insert into opt_out values (decode($1, 'hex'), 'asked', now())`, [md5(email)])
    expect((await world.visit(campaign, { hashes: [md5(email)] })).reason).toBe('opted_out')
    for (const address of [email, 'nobody@example.com'])
      expect((await search({ email_hash: sha256(address) })).ids).toEqual([])
  })

  test.each(['x', 'a'.repeat(33), 'jo@example.com'])('takes no other text than a hash: %s', async (email_hash) => {
    const { status, body } = await http
      .as(acme.owner)
      .call(searchVisits, { params: { companyID: acme.id }, body: { email_hash } })
    expect({ status, field: body.field }).toEqual({ status: 422, field: 'email_hash' })
  })
})

describe('a search for a page', () => {
  test('finds visits by a part of the address or the title, in any case', async () => {
    const visit = await world.visit(campaign, { page: 'https://plumbright.test/Boilers?size=2' })
    for (const page_text of ['boilers', '/BOILERS?', ' plumbright.test/boil'])
      expect((await search({ page_text })).ids).toEqual([visit.id])
    expect((await search({ page_text: 'prici' })).ids).toContain(visit.id)
    expect((await search({ page_text: 'boil%' })).ids).toEqual([])
    expect((await search({ page_text: 'boilers' }, other!.user, other!.id)).ids).toEqual([])
  })

  test('reads only the newest visits at once, and says where the next ones start', { timeout: 60_000 }, async () => {
    const old = await world.makeCampaign()
    await world.db.adminPool.query(
      `insert into visit (agency_id, id, root_id, client_id, campaign_id, at, kind, page_url, reason)
       select $1, ('01800000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, $3, $4, now(), 'view',
              case when n = 0 then 'https://plumbright.test/oldest' else 'https://plumbright.test/' end, 'no_key'
         from generate_series(0, $5::int) n`,
      [acme.id, world.tree.root.id, plumbright!.id, old.id, maxSearched],
    )
    const first = await search({ page_text: '/oldest', campaign: old.id })
    expect(first.ids).toEqual([])
    const second = await search({ page_text: '/oldest', campaign: old.id, before: first.next! })
    expect(second.ids).toEqual(['01800000-0000-7000-8000-000000000000'])
  })
})
