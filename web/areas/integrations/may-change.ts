import type { Me } from '../../session/me.ts'

/** Matches the calls' permissions: a client for its own leads, otherwise anyone who may change the campaign. */
export const mayChangeDeliveries = (me: Me): boolean => me.kind === 'client' || me.may('campaign.update')
