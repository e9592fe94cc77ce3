import { gatewayNames, type GatewayName } from '#contract/payments/gateways.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Hook, HookRequest } from '#server/platform/http/hooks.ts'
import { addJob } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { gatewayNamed } from '#server/providers/payments/registry.ts'
import { applyEventJobName } from './apply-events.ts'

/** The gateways' webhooks. Requests for a gateway that isn't configured or has no webhooks are rejected. */
export const paymentHooks: readonly Hook[] = gatewayNames.map((name) => ({
  path: `/hooks/payments/${name}`,
  take: (platform, request) => storeEvent(platform, name, request),
}))

/**
 * Stores an event's raw bytes and queues its application. The gateway gets its 2xx after the commit, so it resends any
 * event that wasn't stored.
 */
async function storeEvent(platform: Platform, name: GatewayName, { bytes, headers }: HookRequest): Promise<boolean> {
  const gateway = gatewayNamed(platform.config, name)
  const signature = gateway?.signatureHeader && headers[gateway.signatureHeader]
  if (!gateway || typeof signature !== 'string') return false
  const now_ms = machineTime(platform.clock)
  const event = await gateway.readEvent(bytes, signature, now_ms)
  if (!event) return false
  await inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    const { rowCount } = await tx.query(
      `insert into gateway_event (gateway, id, kind, body, received_at, state)
       values ($1, $2, $3, $4, $5, 'received') on conflict (gateway, id) do nothing`,
      [name, event.id, event.kind, bytes, dateOf(now_ms)],
    )
    if (rowCount) await addJob(tx, applyEventJobName, { gateway: name, id: event.id })
  })
  return true
}
