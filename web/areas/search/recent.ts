import { withRecent, type Hit } from './matching.ts'

/** Results opened since the page load. Kept in memory only, to hide them from the next user of the browser. */
let kept: readonly Hit[] = []

export const recentHits = (): readonly Hit[] => kept

export function rememberHit(hit: Hit): void {
  kept = withRecent(kept, hit)
}
