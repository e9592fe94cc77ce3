import { enrichmentModule } from '#contract/campaigns/modules.ts'
import { modulePlaces } from '../../session/module.ts'

/** The URL path of enrichment, below the module that sells it. Null if that module is not shown. */
export const enrichmentPath = (): string | null => {
  const place = modulePlaces().find(({ module }) => module === enrichmentModule)
  return place ? `${place.base}/enrichment` : null
}
