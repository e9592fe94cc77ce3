import { afterEach, describe, expect, it } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { signal } from '#server/platform/signals.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { createTestPlatform, type TestPlatform } from '#server/test/platform.ts'
import { maintainPartitions, type PartitionMaintenance } from './maintain-partitions.ts'

let platform: TestPlatform
let maintenance: PartitionMaintenance | undefined
const db = await openTestDatabase()
afterEach(async () => {
  maintenance?.stop()
  await platform.close()
})

const start_ms = Date.UTC(2026, 10, 21, 23, 59)
const day_ms = 86_400_000

const partitions = async (table: string): Promise<string[]> => {
  const { rows } = await db.adminPool.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [table],
  )
  return rows.map((row) => row.name)
}

describe('day partitions of hits and visits', () => {
  it('exist for every day an id may have, follow a clock that is moved, and are dropped after 90 days', async () => {
    const clock = createStillClock(start_ms)
    platform = await createTestPlatform(db, { clock })
    maintenance = await maintainPartitions(platform)
    const around = ['20261120', '20261121', '20261122', '20261123']
    expect(await partitions('hit')).toEqual(around.map((day) => `hit_${day}`))
    expect(await partitions('visit')).toEqual(around.map((day) => `visit_${day}`))

    clock.advance(90 * day_ms)
    await inScope(db.appPool, { kind: 'none' }, (tx) => signal(tx, { kind: 'clock', offset_ms: 90 * day_ms }))
    const later = ['20270218', '20270219', '20270220', '20270221']
    await expect.poll(() => partitions('hit')).toEqual(expect.arrayContaining(later.map((day) => `hit_${day}`)))
    await expect.poll(() => partitions('visit')).not.toContain('visit_20261120')
    expect(await partitions('visit')).toContain('visit_20261121')

    clock.advance(day_ms)
    await maintenance.run()
    expect(await partitions('hit')).not.toContain('hit_20261121')
    expect(await partitions('hit')).toContain('hit_20261122')
  })
})
