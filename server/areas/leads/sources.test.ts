import { expect, test } from 'vitest'
import { openPipelineWorld, md5, start_ms, type HitInput } from '#server/test/pipeline-world.ts'

const world = await openPipelineWorld()

/** The leads by source, of an agency or a client. */
async function sourcesOf(ofId: string): Promise<Record<string, number>> {
  const { rows } = await world.db.adminPool.query<{ source: string; leads: number }>(
    `select source, sum(leads)::int as leads from lead_source_day where of_id = $1 group by source`,
    [ofId],
  )
  return Object.fromEntries(rows.map(({ source, leads }) => [source, leads]))
}

test('a lead counts for where its visitor came from, for the client and the agency', async () => {
  const campaign = await world.makeCampaign()
  const comes = async (hit: HitInput): Promise<unknown> => {
    const { email } = await world.makePerson()
    return world.hit(campaign, { hashes: [md5(email)], ...hit })
  }
  const site = 'https://plumbright.test'
  await comes({ page: `${site}/?utm_source=Newsletter&utm_medium=mail`, referrer: 'www.google.com' })
  await comes({ page: `${site}/prices`, referrer: 'www.google.com' })
  await comes({ page: `${site}/?utm_source=`, referrer: 'News.example.com:8080' })
  await comes({ referrer: 'www.plumbright.test' })
  await comes({})
  // Visits that become no lead count nowhere.
  await world.hit(campaign, { hashes: [md5('nobody@example.com')], referrer: 'elsewhere.example' })
  await world.resolve(campaign)
  const counts = { newsletter: 1, 'google.com': 1, 'news.example.com': 1, '': 2 }
  expect(await sourcesOf(campaign.clientId)).toEqual(counts)
  expect(await sourcesOf(campaign.agencyId)).toEqual(counts)

  await comes({ referrer: 'google.com' })
  await world.resolve(campaign)
  expect(await sourcesOf(campaign.clientId)).toEqual({ ...counts, 'google.com': 2 })
  const { rows } = await world.db.adminPool.query(
    'select distinct day::text, module, client_id from lead_source_day where of_id = $1',
    [campaign.clientId],
  )
  expect(rows).toEqual([
    { day: new Date(start_ms).toISOString().slice(0, 10), module: 'local', client_id: campaign.clientId },
  ])
})

test('leads of a client’s sources beyond the 200 of a day count as unknown', async () => {
  const { id: agencyId, clients } = world.tree.brightside
  const campaign = await world.makeCampaign({}, { agencyId, clientId: clients[0]!.id })
  await world.db.adminPool.query(
    `insert into lead_source_day (agency_id, of_id, day, module, source, root_id, client_id, leads)
     select $1, $2, $3::date, 'local', 'visitor-' || n, $4, $2, 1 from generate_series(1, 200) as n`,
    [agencyId, campaign.clientId, new Date(start_ms).toISOString().slice(0, 10), world.tree.root.id],
  )
  for (const source of ['visitor-7', 'visitor-201', 'visitor-202']) {
    const { email } = await world.makePerson()
    await world.hit(campaign, { hashes: [md5(email)], page: `https://plumbright.test/?utm_source=${source}` })
  }
  await world.resolve(campaign)
  const ofClient = await sourcesOf(campaign.clientId)
  expect(Object.keys(ofClient)).toHaveLength(201)
  expect(ofClient).toMatchObject({ 'visitor-7': 2, '': 2 })
  expect(await sourcesOf(agencyId)).toEqual({ 'visitor-7': 1, 'visitor-201': 1, 'visitor-202': 1 })
})
