import type { Access } from '../core/access.ts'

/** Who reads campaigns. */
export const campaignReaders: Access = {
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission: 'campaign.enable' },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'campaign.enable' },
  client: { reach: ['own'] },
}
