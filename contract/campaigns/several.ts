import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith, flag } from '../core/wire.ts'
import { campaignStatuses } from './campaign.ts'

export const maxCampaignsAtOnce = 100

/** Bulk actions on campaigns. */
const severalActions = ['start', 'pause', 'archive'] as const
export type SeveralAction = (typeof severalActions)[number]

const movedCampaign = z.object({
  campaign_id: id,
  name: z.string(),
  company_name: z.string(),
  from: z.enum(campaignStatuses).nullable().meta({ description: 'Null if there is no such campaign.' }),
  to: z.enum(campaignStatuses).nullable().meta({ description: 'The same as `from` if it does not change.' }),
  refused: z.string().meta({ description: 'Why it cannot change; empty if it can or is already in this status.' }),
})
export type MovedCampaign = z.output<typeof movedCampaign>

/** Clients only if their agency allows it (OQ-12), which the use case checks. */
const access: Access = {
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'campaign.update' },
  client: { reach: ['own'] },
}

export const changeCampaigns = operation({
  id: 'own',
  name: 'changeCampaigns',
  area: 'campaigns',
  method: 'PUT',
  path: '/leadspeek/client/several',
  summary:
    'Starts, pauses or archives campaigns of a client, or of all clients of an agency, each on its own: those that cannot be changed are listed with the reason. With `preview` T, nothing changes.',
  body: z.strictObject({
    companyID: id,
    campaign_ids: z.array(id).min(1).max(maxCampaignsAtOnce),
    action: z.enum(severalActions),
    preview: flag,
  }),
  answer: doneWith(z.array(movedCampaign)),
  access,
  object: { kind: 'company', in: 'body', key: 'companyID' },
})
