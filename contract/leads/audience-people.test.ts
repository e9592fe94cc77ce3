import { expect, test } from 'vitest'
import { estimateAudience, sizePause_ms } from './audience-people.ts'

test('whoever types for as long as a limit counts, and pauses just long enough to be asked for each time, is never refused', () => {
  for (const { count, perSeconds } of estimateAudience.limits!)
    expect(count * sizePause_ms).toBeGreaterThanOrEqual(perSeconds * 1_000)
})
