import type { Module } from '#contract/campaigns/modules.ts'
import type { InboxItem } from '#contract/inbox/inbox.ts'
import { guard } from '#contract/guards/guard.ts'
import type { Me } from '../../session/me.ts'
import { modulePlaces, type ModulePlace } from '../../session/module.ts'
import { campaignPath } from '../../paths/campaigns.ts'
import { clientPath } from '../../paths/companies.ts'
import { burstsPath, claimsPath } from '../../paths/reclaims.ts'

const placeOf = (module: Module | null): ModulePlace | undefined =>
  modulePlaces().find((place) => place.module === module) ?? modulePlaces()[0]

/** The page where an item can be fixed, or the best one that the user may open; null if there is none. */
export function pathOfItem(item: InboxItem, me: Me): string | null {
  const ways = waysTo(item, me)
  return ways.find((way) => guard(me.access, way.split('?')[0]!).kind === 'shown') ?? null
}

/** Candidate pages, best first. */
function waysTo(item: InboxItem, me: Me): string[] {
  const base = placeOf(item.module)?.base ?? ''
  const isOwn = item.company_id === me.companyId
  switch (item.kind) {
    case 'connection_lost':
      return [
        `/integrations/${accountIn(item)}${isOwn ? '' : `?client=${item.company_id}`}`,
        `${base}/deliveries${isOwn ? '' : `?client=${item.company_id}`}`,
      ]
    case 'payment_declined':
      return isOwn ? ['/user/card-setting'] : [clientPath(item.company_id)]
    case 'refund_returned':
      return [clientPath(item.company_id)]
    case 'payment_disputed':
      return ['/configuration/disputes']
    case 'payout_failed':
      return [`/configuration/payouts/${item.subject_id}`]
    case 'account_needs':
      return ['/configuration/general-setting?section=payment-account']
    case 'money_unmatched':
      return ['/configuration/reconciliation']
    case 'mail_records_broken':
      return ['/configuration/general-setting?section=mail-server']
    case 'mail_stopped':
      return ['/configuration/general-setting?section=emails']
    case 'leads_returned':
      return [`${base}/returns`]
    case 'remove_by_hand':
      return [`${base}/deliveries?client=${item.company_id}`]
    case 'cap_met':
      if (item.campaignId !== null) return ofCampaign(item, me, base)
      return isOwn ? ['/user/card-setting'] : [clientPath(item.company_id)]
    case 'bursts_reported':
      return [burstsPath]
    case 'shares_claimed':
      return [claimsPath]
    case 'privacy_due':
      return ['/configuration/privacy-requests']
    case 'next_action_due':
    case 'action_due':
    case 'mentioned':
      return item.lead ? [`${base}/leads/${item.lead.id}`] : []
    case 'new_leads':
      return [`${base}/leads?client=${item.company_id}`]
    default:
      return ofCampaign(item, me, base)
  }
}

/** Services have one page each, custom integrations one for each of them. */
const accountIn = ({ integration_slug: slug, subject_id: id }: InboxItem): string | null =>
  slug === 'custom' ? id : slug

function ofCampaign({ kind, campaignId, module }: InboxItem, me: Me, base: string): string[] {
  if (campaignId === null) return []
  const place = placeOf(module)
  const rest = kind === 'delivery_paused' || kind === 'delivery_failing' ? 'deliveries' : 'visits'
  const other = `${base}/${rest}?campaign=${campaignId}`
  if (!place || !me.may('campaign.enable')) return [other]
  const page = campaignPath(place, campaignId)
  return [kind === 'delivery_paused' || kind === 'delivery_failing' ? `${page}?tab=destinations` : page, other]
}
