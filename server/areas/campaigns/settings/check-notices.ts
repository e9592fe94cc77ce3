import { sentences } from '#contract/core/sentences.ts'
import { readNoticePeople } from '#server/areas/tenants/read-addresses.ts'
import type { Caller } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { CampaignSettings, NoticeSettings } from '../campaign.ts'
import { noNotices } from './notices-codec.ts'
import { maySetPrices } from '../policy.ts'

/**
 * Throws unless the caller may set these notices and they are valid. Unchanged values aren't checked again, because
 * users leave and limits change for other reasons.
 */
export async function checkNotices(
  tx: Tx,
  caller: Caller,
  agencyId: string,
  after: CampaignSettings,
  before: (NoticeSettings & Pick<CampaignSettings, 'hidesPhone'>) | null,
): Promise<void> {
  if (after.hidesPhone !== (before?.hidesPhone ?? false) && !maySetPrices(caller))
    throw invalid('hidesPhone', sentences.phonesOfAgency)
  const was = before ?? noNotices
  const names = Object.keys(noNotices) as (keyof NoticeSettings)[]
  const changes = names.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(after[name]))
  if (changes.length === 0) return
  if (!maySetPrices(caller)) throw invalid(changes[0]!, sentences.noticesOfAgency)
  const newIds = after.notifyUserIds.filter((id) => !was.notifyUserIds.includes(id))
  if (newIds.length > 0) {
    const people = new Set((await readNoticePeople(tx, agencyId)).map(({ id }) => id))
    if (newIds.some((id) => !people.has(id))) throw invalid('notifyUserIds', sentences.notOfAgency)
  }
  if (!after.hasMinimum) return
  const { minimumLeads, limitLeads, limitPeriod, endDate } = after
  if (minimumLeads === null) throw invalid('minimumLeads', sentences.minimumMissing)
  if (minimumLeads > limitLeads) throw invalid('minimumLeads', sentences.minimumAboveLimit)
  if (limitPeriod === 'total' && endDate === null) throw invalid('minimumLeads', sentences.minimumWithoutEnd)
}
