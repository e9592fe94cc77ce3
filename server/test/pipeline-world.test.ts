import { expect, test } from 'vitest'
import { holdsBack, openPipelineWorld } from './pipeline-world.ts'

test('a world resolves once no transaction on the server holds hits back', async () => {
  const world = await openPipelineWorld()
  const campaign = await world.makeCampaign()
  const other = await world.db.adminPool.connect()
  await other.query('begin')
  await other.query('select pg_current_xact_id()')
  for (let at = 0; at < 2; at++) await world.hit(campaign)
  expect(await holdsBack(world.db, campaign.agencyId)).toBe(true)
  const outcome = world.resolve(campaign)
  await other.query('rollback')
  other.release()
  expect(await outcome).toMatchObject({ visits: 2 })
  expect(await holdsBack(world.db, campaign.agencyId)).toBe(false)
})
