import type { Access, PermissionFlag } from '../core/access.ts'

/** Who reads audiences and organizations: whoever reads campaigns. */
export const reading: Access = {
  rootSystem: { reach: ['own', 'below'] },
  rootAdmin: { reach: ['own', 'below'], permission: 'campaign.enable' },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'campaign.enable' },
  client: { reach: ['own'] },
}

/** As campaigns: not by the operator, and by clients only where their agency lets them (OQ-12). */
export const writing = (flagName: PermissionFlag): Access => ({
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: `campaign.${flagName}` },
  client: { reach: ['own'] },
})
