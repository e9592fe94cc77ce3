import { guard } from '#contract/guards/guard.ts'
import { useMe } from '../../session/me.ts'
import { useCampaignRights } from '../../session/campaign-rights.ts'
import { enrichmentPath } from './paths.ts'

/** Whether the user may enrich leads. */
export function useMayEnrich(): boolean {
  const { mayCreate } = useCampaignRights()
  return useEnrichmentPath() !== null && mayCreate
}

/** The path of the enriched lists; null if the user may not open it. */
export function useEnrichmentPath(): string | null {
  const me = useMe()
  const path = enrichmentPath()
  return path !== null && guard(me.access, path).kind === 'shown' ? path : null
}
