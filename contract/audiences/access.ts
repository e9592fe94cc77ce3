import type { Access, PermissionFlag } from '../core/access.ts'

/** Audiences and organizations can be read by everyone who can read campaigns. */
export const reading: Access = {
  rootSystem: { reach: ['own', 'below'] },
  rootAdmin: { reach: ['own', 'below'], permission: 'campaign.enable' },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'campaign.enable' },
  client: { reach: ['own'] },
}

/** Same as for campaigns: not by the operator, and by clients only if their agency allows it (OQ-12). */
export const writing = (flagName: PermissionFlag): Access => ({
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: `campaign.${flagName}` },
  client: { reach: ['own'] },
})
