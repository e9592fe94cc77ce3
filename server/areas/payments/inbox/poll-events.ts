import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { GatewayUnreachable, type CardGateway } from '#server/providers/payments/gateway.ts'
import { configuredGateways } from '#server/providers/payments/registry.ts'
import { applyEventJobName } from './apply-events.ts'

/** Polls gateways that can't send webhooks for new events, which are stored and applied like any other. */
export const pollEventsJob: Job = {
  name: 'poll-gateway-events',
  everyMinutes: 1,
  async run(platform) {
    for (const gateway of configuredGateways(platform.config)) if (gateway.pollEvents) await poll(platform, gateway)
  },
}

async function poll(platform: Platform, gateway: CardGateway): Promise<void> {
  const { rows } = await platform.appPool.query<{ last: string | null }>(
    'select max(id) as last from gateway_event where gateway = $1',
    [gateway.name],
  )
  const events = await gateway.pollEvents!(rows[0]?.last ?? '').catch((thrown: unknown) => {
    if (thrown instanceof GatewayUnreachable) return []
    throw thrown
  })
  for (const { id, bytes } of events) {
    await inScope(platform.appPool, { kind: 'none' }, async (tx) => {
      const { rowCount } = await tx.query(
        `insert into gateway_event (gateway, id, kind, body, received_at, state)
         values ($1, $2, $3, $4, $5, 'received') on conflict (gateway, id) do nothing`,
        [gateway.name, id, gateway.describeEvent(bytes).kind, bytes, dateOf(machineTime(platform.clock))],
      )
      if (rowCount) await addJob(tx, applyEventJobName, { gateway: gateway.name, id })
    })
  }
}
