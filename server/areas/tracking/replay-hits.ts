import type { CollectBody } from '#contract/tracking/collect-body.ts'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { waitForDatabase } from '#server/platform/database/wait-for-database.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createCompanyRanges } from './company-ranges.ts'
import { dataCenterRanges, demoDataCenterRange } from './data-center-ranges.ts'
import { createIsDataCenter } from './data-centers.ts'
import { entryOf, type Visitor } from './judge-hit.ts'
import { createPixels } from './pixels.ts'
import { createStore } from './store.ts'

export interface Replay {
  /** Judges and stores what a pixel sent, as received at the platform clock's time. Resolves once it is committed. */
  take(body: CollectBody, visitor: Visitor): Promise<void>
  close(): Promise<void>
}

/** Creates the partitions that past days need for hits and visits. */
export async function makePastDays(platform: Platform, daysBack: number): Promise<void> {
  for (const table of ['hit', 'visit'])
    await ensureDayPartitions(platform.ownerPool, table, platform.clock.now(), { daysBack, daysAhead: 2 })
}

/**
 * Takes hits without an HTTP request, through the same checks and the same store as visitors' hits: the demo creates
 * its history this way, on a platform whose clock moves through the past. A hit that already exists changes nothing.
 */
export function startReplay(platform: Platform): Replay {
  const pixels = createPixels(platform.appPool)
  const store = createStore(platform, 1_000, () => {})
  const companies = createCompanyRanges(platform.identityPool)
  const ready = waitForDatabase(
    () => companies.refresh(),
    (error) => platform.log.warn({ err: error }, 'company IP ranges could not be read yet'),
  )
  // Failures are reported only to the caller that passed the hits.
  ready.catch(() => {})
  const isDataCenter = createIsDataCenter([...dataCenterRanges, demoDataCenterRange])
  return {
    async take(body, visitor) {
      const cachedPixel = pixels.known(body.k)
      const pixel = cachedPixel === undefined ? await pixels.find(body.k) : cachedPixel
      if (!pixel) throw new Error('the pixel of a hit does not exist')
      await ready
      const entry = entryOf(pixel, body, visitor, isDataCenter, companies.companyOf)
      const isStored = await new Promise<boolean>((settle) => {
        if (!store.add({ entry, settle })) settle(false)
      })
      if (!isStored) throw new Error('a hit could not be stored')
    },
    close: () => store.close(),
  }
}
