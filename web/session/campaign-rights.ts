import { readMe } from '#contract/people/user.ts'
import { useCall } from '../api/hooks.ts'
import { useMe } from './me.ts'

export type CampaignRights = { mayCreate: boolean; mayEdit: boolean; mayRemove: boolean }

const none: CampaignRights = { mayCreate: false, mayEdit: false, mayRemove: false }

/**
 * What the screens offer; the server decides. Clients manage campaigns only if their agency allows it (OQ-12), which is
 * their only permission flag. The operator's users never do (R031).
 */
export function useCampaignRights(): CampaignRights {
  const me = useMe()
  const isClient = me.side === 'client'
  const user = useCall(readMe, {}, { enabled: isClient })
  if (me.side === 'root') return none
  if (isClient) {
    const isAuthorized = user.data?.data.user_permissions.Campaign.create === true
    return { mayCreate: isAuthorized && me.viewEndsAt === null, mayEdit: isAuthorized, mayRemove: isAuthorized }
  }
  return {
    // Creating a campaign sets prices and destinations, so it is not offered in view mode.
    mayCreate: me.may('campaign.create') && me.viewEndsAt === null,
    mayEdit: me.may('campaign.update'),
    mayRemove: me.may('campaign.delete'),
  }
}
