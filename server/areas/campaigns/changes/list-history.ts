import { actionWordOf } from '#contract/activity/action-words.ts'
import type { ActivityAction } from '#contract/activity/actions.ts'
import { wireFieldOf } from '#contract/campaigns/field-names.ts'
import {
  agencyFields,
  maxShownValues,
  type HistoryEntry,
  type HistoryValue,
  type listCampaignHistory as operation,
} from '#contract/campaigns/history.ts'
import { toPage } from '#contract/core/page.ts'
import { readHistory, type ChangeEntry } from '#server/areas/activity/read-history.ts'
import type { Caller } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** The log's actions on a campaign's own fields. */
const actions: readonly ActivityAction[] = [
  'campaign.updateLocalCampaign',
  'campaign.applyCount',
  'campaign.setCampaignActive',
  'campaign.archiveCampaign',
]

const ofAgency = agencyFields.map(wireFieldOf)
/** Redundant with another field. */
const repeatedField = wireFieldOf('isNational')

export const handleListCampaignHistory: Handler<typeof operation> = async ({ params, query }, call) => {
  const { page, perPage } = query
  const { agencyId, clientId } = call.object!
  const { entries, total } = await call.inScope((tx) =>
    readHistory(tx, {
      bookId: agencyId!,
      clientId: clientId!,
      campaignId: params.id,
      actions,
      hidden: [repeatedField, ...(call.caller.kind === 'client' ? ofAgency : [])],
      limit: perPage,
      skip: (page - 1) * perPage,
    }),
  )
  return toPage(
    entries.map((entry) => presentEntry(entry, call.caller)),
    page,
    perPage,
    total,
  )
}

/** Below the operator, readers only see that it was support, not who (white label). */
function presentEntry(entry: ChangeEntry, reader: Caller): HistoryEntry {
  const isHidden = entry.actorType === 'root' && reader.agencyId !== null
  return {
    id: entry.id,
    name: isHidden ? 'Support' : entry.actorName,
    userType: entry.actorType,
    on_behalf_of: entry.asName,
    action: actionWordOf(entry.action.split('.')[1]!),
    changes: entry.changed.map((field) => ({
      field,
      is_kept: field in entry.after,
      before: shown(entry.before[field]),
      after: shown(entry.after[field]),
    })),
    created_at: entry.at.toISOString(),
  }
}

/** Older versions may have written the entry: anything but a plain value is shown as null. */
function shown(value: unknown): HistoryValue {
  if (Array.isArray(value)) {
    const words = value.filter((one) => typeof one === 'string' || typeof one === 'number')
    const more = words.length - maxShownValues
    return more > 0 ? [...words.slice(0, maxShownValues), `+${more}`] : words
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
