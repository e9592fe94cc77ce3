import { setTimeout as sleep } from 'node:timers/promises'
import { sendEventsJob, sendEventsSlowlyJob } from '#server/areas/developers/webhooks/send-events.ts'
import { createClock } from '#server/platform/clock.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { createTestPlatform } from './platform.ts'

/**
 * A process that only sends one webhook's events, for tests that kill it: `tsx event-worker.ts <socket folder>
 * <database's port> <database> <allowed host> <root> <agency> <endpoint>`. Runs until it is killed.
 */
const [host, port, database, allowedHosts, rootId, agencyId, endpointId] = process.argv.slice(2)
const config = (user: string) => ({ host, port: Number(port), user, database })
const pools = createPools({ owner: config('leadloom_owner'), app: config('leadloom_app') }, () => {}, {
  app: 5,
  owner: 2,
})
const platform = await createTestPlatform(pools, { clock: createClock(), env: { OUTGOING_ALLOW: allowedHosts! } })
for (;;) {
  await sendEventsJob.run(platform, { rootId, agencyId, endpointId })
  // On a busy machine the endpoint may be rated as slow, and then only this job sends.
  await sendEventsSlowlyJob.run(platform, { rootId, agencyId, endpointId })
  await sleep(20)
}
