import { startDeliveries } from '#server/areas/integrations/deliveries/jobs.ts'
import { createClock } from '#server/platform/clock.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { createTestPlatform } from './platform.ts'

/**
 * A process that only runs deliveries, for tests that kill it: `tsx delivery-worker.ts <socket folder> <database>
 * <clock offset in ms> <settings as JSON>`. Runs until it is killed.
 */
const [host, port, database, offset_ms, settings] = process.argv.slice(2)
const config = (user: string) => ({ host, port: Number(port), user, database })
const pools = createPools({ owner: config('leadloom_owner'), app: config('leadloom_app') }, () => {}, {
  app: 5,
  owner: 2,
})
const clock = createClock()
clock.setOffset(Number(offset_ms))
const platform = await createTestPlatform(pools, { clock, env: JSON.parse(settings!) as Record<string, string> })
startDeliveries(platform)
