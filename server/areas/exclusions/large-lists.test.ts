import { beforeAll, expect, test } from 'vitest'
import { copyCampaign } from '#contract/campaigns/copies.ts'
import { useExclusionStage } from '#server/test/exclusion-stage.ts'

const { now, exclude, purge, undo, readList } = useExclusionStage()

/** Simulates 10-second statements on lists: those with the default timeout of 5 seconds fail. */
beforeAll(async () => {
  const texts = [
    `create function take_ten_seconds() returns trigger language plpgsql as $$
    begin
      if current_user = 'leadloom_app' and current_setting('statement_timeout')::interval < interval '10 s' then
        raise 'canceling statement due to statement timeout' using errcode = '57014';
      end if;
      return null;
    end $$`,
    'create trigger large before delete on exclusion for each statement execute function take_ten_seconds()',
    'create trigger large_copy before insert on exclusion for each statement execute function take_ten_seconds()',
    'alter table exclusion disable trigger large_copy',
  ]
  // One statement at a time, as a cluster requires.
  for (const text of texts) await now.world.db.adminPool.query(text)
})

const copyOf = async () =>
  now.http.as(now.world.tree.acme.owner).call(copyCampaign, {
    body: { leadspeek_api_id: now.campaign.id, campaignName: 'Again', parts: ['exclusions'] },
  })

test('a list that needs longer than the usual statement timeout is copied, purged and restored', async () => {
  await exclude('campaign', 'ann@example.com', 'bob@example.com')
  await now.world.db.adminPool.query('alter table exclusion enable trigger large_copy')
  expect((await copyOf()).status).toBe(200)
  expect(await purge('campaign')).toMatchObject({ result: 'success' })
  const [last] = (await readList('campaign')).changes
  expect((await undo('campaign', last!.id)).status).toBe(200)
  expect(await readList('campaign')).toMatchObject({ addresses: 2 })
})
