import { withRecent, type Hit } from './matching.ts'

/** What was opened from here since the page was loaded: in memory alone, so that nobody who comes after finds it. */
let kept: readonly Hit[] = []

export const recentHits = (): readonly Hit[] => kept

export function rememberHit(hit: Hit): void {
  kept = withRecent(kept, hit)
}
