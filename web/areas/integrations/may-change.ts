import type { Me } from '../../session/me.ts'
import { resendDeliveries } from '#contract/integrations/deliveries.ts'
import { mayCall } from '../../session/may-call.ts'

/** Matches the calls' permissions: a client for its own leads, otherwise anyone who may change the campaign. */
export const mayChangeDeliveries = (me: Me): boolean =>
  me.kind === 'client' ? mayCall(me, resendDeliveries) : me.may('campaign.update')
