import { expect, test } from 'vitest'
import { estimateAudience, sizePause_ms } from './audience-people.ts'

test('the requests of a user who never stops typing stay within each limit', () => {
  for (const { count, perSeconds } of estimateAudience.limits!)
    expect(count * sizePause_ms).toBeGreaterThanOrEqual(perSeconds * 1_000)
})
