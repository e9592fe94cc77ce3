import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  archiveCampaign,
  removeCampaign,
  setCampaignActive,
  updateLocalCampaign,
} from '#contract/campaigns/campaigns.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'
import { makeCampaign } from '#server/test/factories.ts'

let stage: CampaignStage

beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

const moves = {
  start: (id: string) => owner().call(setCampaignActive, { body: { leadspeek_api_id: id, status: 'active' } }),
  pause: (id: string) => owner().call(setCampaignActive, { body: { leadspeek_api_id: id, status: 'pause' } }),
  archive: (id: string) => owner().call(archiveCampaign, { body: { leadspeek_api_id: id, archived: 'T' } }),
  unarchive: (id: string) => owner().call(archiveCampaign, { body: { leadspeek_api_id: id, archived: 'F' } }),
  remove: (id: string) => owner().call(removeCampaign, { body: { leadspeek_api_id: id } }),
} as const

const owner = () => stage.http.as(stage.tree.acme.owner)

type Status = 'draft' | 'active' | 'pause' | 'stop' | 'archived'

/** The status after each move, or 409 if it is rejected. */
const leadsTo: Readonly<Record<Status, Readonly<Record<keyof typeof moves, Status | 'gone' | 409>>>> = {
  draft: { start: 'active', pause: 409, archive: 'archived', unarchive: 'draft', remove: 'gone' },
  active: { start: 'active', pause: 'pause', archive: 409, unarchive: 'active', remove: 409 },
  pause: { start: 'active', pause: 'pause', archive: 'archived', unarchive: 'pause', remove: 'gone' },
  stop: { start: 'active', pause: 409, archive: 'archived', unarchive: 'stop', remove: 'gone' },
  archived: { start: 409, pause: 409, archive: 'archived', unarchive: 'pause', remove: 'gone' },
}

const every = (Object.keys(leadsTo) as Status[]).flatMap((from) =>
  (Object.keys(moves) as (keyof typeof moves)[]).map((move) => ({ from, move, to: leadsTo[from][move] })),
)

describe('R218: a campaign', () => {
  test.each(every)('that is $from: $move leads to $to', async ({ from, move, to }) => {
    const { id } = await makeCampaign(stage.db, stage.harbor, { status: from })
    const { status } = await moves[move](id)
    const { rows } = await stage.db.adminPool.query<{ status: string; removed: boolean }>(
      'select status, removed_at is not null as removed from campaign where id = $1',
      [id],
    )
    expect({ status, is: rows[0]!.removed ? 'gone' : rows[0]!.status }).toEqual(
      to === 409 ? { status: 409, is: from } : { status: 200, is: to },
    )
  })

  test('that is running cannot be left without places', async () => {
    const { id } = await makeCampaign(stage.db, stage.harbor)
    const nowhere = { leadspeek_api_id: id, nationaltargeting: 'F', locationtarget: 'State', state: [] } as const
    const refusal = await owner().call(updateLocalCampaign, { body: nowhere })
    expect({ status: refusal.status, field: refusal.body.field }).toEqual({ status: 422, field: 'locationtarget' })
    const { rows } = await stage.db.adminPool.query('select national_targeting from campaign where id = $1', [id])
    expect(rows[0]!.national_targeting).toBe(true)
    await moves.pause(id)
    expect((await owner().call(updateLocalCampaign, { body: nowhere })).status).toBe(200)
  })
})
