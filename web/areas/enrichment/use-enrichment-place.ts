import { guard } from '#contract/guards/guard.ts'
import { useMe } from '../../session/me.ts'
import { useCampaignRights } from '../campaigns/use-rights.ts'
import { enrichmentPath } from './paths.ts'

/** Whether this person may have leads enriched. */
export function useMayEnrich(): boolean {
  const { mayCreate } = useCampaignRights()
  return useEnrichmentPlace() !== null && mayCreate
}

/** The page of enriched lists, where this person may open it. */
export function useEnrichmentPlace(): string | null {
  const me = useMe()
  const path = enrichmentPath()
  return path !== null && guard(me.standing, path).kind === 'shown' ? path : null
}
