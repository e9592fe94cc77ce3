import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import type { CampaignDetail } from './campaign.ts'
import { loggedFieldsOfModules } from './module-fields/every.ts'
import { campaignReaders } from './readers.ts'

/**
 * Fields that refer to something else by its id. The log stores the names that it had at the time, which outlive a
 * renaming or removal.
 */
export const namedFields = [
  'organizationId',
  'externalCampaignId',
  'include_audiences',
  'exclude_audiences',
] as const satisfies readonly (keyof CampaignDetail)[]

/**
 * Fields whose old and new values the log stores permanently. For any other field only its name is stored: addresses,
 * people and free-text answers could never be removed from the audit chain again.
 */
export const loggedFields = [
  'status',
  'campaignName',
  'siteUrl',
  'thankYouUrl',
  'gtmInstalled',
  'startDate',
  'endDate',
  'timezone',
  'active_hours',
  'spread_evenly',
  'price',
  'followsClientPrice',
  'leadLimit',
  'limitPeriod',
  'month_cap_cents',
  'alert_shares',
  'alert_cents',
  'alert_payer',
  'reportEvery',
  'hidesPhone',
  'notifyAtLeads',
  'hasMinimum',
  'minimumLeads',
  'isNational',
  'locationTarget',
  'state',
  'zip',
  'requiresEmail',
  'requiresPhone',
  'requiresAddress',
  'reidentification',
  'reidentifiesAll',
  ...namedFields,
  ...loggedFieldsOfModules,
] as const satisfies readonly (keyof CampaignDetail)[]

/** Fields that only the agency sees: its clients are not shown changes of them. */
export const agencyFields = [
  'notifyUserIds',
  'notifyAtLeads',
  'hasMinimum',
  'minimumLeads',
] as const satisfies readonly (keyof CampaignDetail)[]

/** Longer lists are truncated to this many values. */
export const maxShownValues = 20

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]).nullable()

const historyEntry = z.object({
  id,
  name: z.string().meta({
    description: 'Who changed it. Below the operator, its people are shown as `Support`. Empty if the name is hidden.',
  }),
  type_user: z.enum(['root', 'admin', 'client', '']),
  on_behalf_of: z.string(),
  action: z.string(),
  changes: z.array(
    z.object({
      field: z.string().meta({ description: 'Field name as in the API.' }),
      is_kept: z.boolean().meta({ description: 'Whether the values before and after are stored.' }),
      before: value,
      after: value,
    }),
  ),
  created_at: instant,
})
export type HistoryEntry = Plain<z.output<typeof historyEntry>>
export type HistoryValue = z.output<typeof value>

export const listCampaignHistory = operation({
  id: 'own',
  name: 'listCampaignHistory',
  area: 'campaigns',
  method: 'GET',
  path: '/leadspeek/campaignhistory/{id}',
  summary: 'Lists a campaign’s changes, newest first: who changed which fields when, with the values before and after.',
  params: z.strictObject({ id }),
  query: pageQuery,
  answer: pageOf(historyEntry),
  access: campaignReaders,
  object: { kind: 'campaign', in: 'params', key: 'id' },
})
