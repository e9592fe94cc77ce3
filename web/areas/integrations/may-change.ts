import type { Me } from '../../session/me.ts'

/** As the calls declare it: a client for its own leads, everybody else who may change the campaign. */
export const mayChangeDeliveries = (me: Me): boolean => me.kind === 'client' || me.may('campaign.update')
