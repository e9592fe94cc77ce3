import { enrichmentModule } from '#contract/enrichment/enrichments.ts'
import { modulePlaces } from '../../session/module.ts'

/** Where lists are enriched: below the module that sells it. Null where it is not shown. */
export const enrichmentPath = (): string | null => {
  const place = modulePlaces().find(({ module }) => module === enrichmentModule)
  return place ? `${place.base}/enrichment` : null
}
