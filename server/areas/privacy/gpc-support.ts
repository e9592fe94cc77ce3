import { findHost } from '#server/areas/branding/find-host.ts'
import type { WellKnown } from '#server/platform/http/well-known.ts'

/** Says that Global Privacy Control is honored, in the terms of its specification; null where nobody is served. */
export const gpcSupport: WellKnown = {
  path: '/.well-known/gpc.json',
  read: async (platform, host) => ((await findHost(platform, host)) ? { gpc: true, lastUpdate: '2026-11-30' } : null),
}
