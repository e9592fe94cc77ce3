import type { YearFigures } from '#contract/privacy/records.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { scopeOf } from '../request-signs.ts'
import { readFigures } from './read-figures.ts'

interface Remembered {
  figures: Promise<YearFigures[]>
  until_ms: number
}

/** Anybody can ask for the page, and a brand may have millions of requests: they are counted every ten minutes at most. */
const life_ms = 600_000
const figuresOfPlatforms = new WeakMap<Platform, Map<string, Remembered>>()

/** A brand's own figures; on the operator's host those of all brands, whose sum it registers. */
export async function readPublicFigures(platform: Platform, host: string): Promise<YearFigures[]> {
  const owner = await findHost(platform, host)
  if (!owner) return []
  const figuresByBrand = figuresOfPlatforms.get(platform) ?? new Map<string, Remembered>()
  figuresOfPlatforms.set(platform, figuresByBrand)
  const entry = figuresByBrand.get(owner.companyId)
  const now_ms = machineTime(platform.clock)
  if (entry && now_ms < entry.until_ms) return entry.figures
  const { rootId, agencyId } = owner
  const figures = inScope(
    platform.appPool,
    scopeOf({ rootId, agencyId: agencyId ?? rootId }),
    (tx) => readFigures(tx, rootId, agencyId),
    { readOnly: true },
  )
  figuresByBrand.set(owner.companyId, { figures, until_ms: now_ms + life_ms })
  figures.catch(() => figuresByBrand.delete(owner.companyId))
  return figures
}
