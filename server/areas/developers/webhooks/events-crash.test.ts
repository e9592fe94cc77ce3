import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, it } from 'vitest'
import { createClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import * as world from '#server/test/deliveries-world.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { createTestPlatform } from '#server/test/platform.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { newWebhookSecret, sealWebhookSecret } from '#server/areas/integrations/connectors/webhook/sign-webhook.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { publishEvents } from '#server/areas/integrations/publish-events.ts'

const children: ChildProcess[] = []

const db = await openTestDatabase()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** The most messages sent before their outcome is stored. */
const sentTogether = 16

it(
  'killing the process that sends events at any moment loses none, and repeats only those in progress, under their own ids',
  { timeout: 180_000 },
  async () => {
    const kills = sampleOf(1, 6)
    const events = 300
    const clock = createClock()
    const receiver = await world.standIn(clock.now, (_seen, response) => void setTimeout(() => response.end(), 15))
    const platform = await createTestPlatform(db, { clock, env: { OUTGOING_ALLOW: receiver.host } })
    const path = await world.makeCampaignPath(db.adminPool)
    const endpointId = newId(clock.now())
    const at = new Date(clock.now())
    await db.adminPool.query('update company set api_mode = true where id = $1', [path.agencyId])
    await db.adminPool.query(
      `insert into event_endpoint (agency_id, id, root_id, url, events, secret_sealed, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [
        path.agencyId,
        endpointId,
        path.rootId,
        `http://${receiver.host}/events`,
        ['lead.created'],
        sealWebhookSecret(platform, path.agencyId, endpointId, newWebhookSecret()),
        at,
      ],
    )
    const leadEvents = Array.from({ length: events }, () => ({
      clientId: path.clientId,
      data: { id: newId(clock.now()), client_id: path.clientId, campaign_id: path.campaignId },
    }))
    await inScope(db.appPool, { kind: 'root', rootId: path.rootId }, (tx) =>
      publishEvents(tx, path, clock.now(), 'lead.created', leadEvents),
    )

    for (let round = 0; round <= kills; round++) {
      const child = startWorker(receiver.host, path, endpointId)
      const before = receiver.seen.length
      if (round === kills) while ((await countWaiting(path)) > 0) await sleep(50)
      else while (receiver.seen.length <= before + round * 5) await sleep(5)
      child.kill('SIGKILL')
      await new Promise((ended) => child.once('exit', ended))
    }

    const bodies = new Map<string, Set<string>>()
    for (const { headers, body } of receiver.seen) {
      const id = String(headers['webhook-id'])
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
    }
    const { rows } = await db.adminPool.query<{ id: string; status: string }>(
      'select id, status from event_message where agency_id = $1 order by id',
      [path.agencyId],
    )
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['delivered']))
    expect([...bodies.keys()].toSorted()).toEqual(rows.map(({ id }) => id))
    expect(rows).toHaveLength(events)
    expect([...bodies.values()].every((versions) => versions.size === 1)).toBe(true)
    expect(receiver.seen.length - bodies.size).toBeLessThanOrEqual(kills * sentTogether)
    await platform.close()
    await receiver.close()
  },
)

async function countWaiting({ agencyId }: CampaignPath): Promise<number> {
  const { rows } = await db.adminPool.query<{ count: number }>(
    `select count(*) as count from event_message where agency_id = $1 and status <> 'delivered'`,
    [agencyId],
  )
  return rows[0]!.count
}

function startWorker(allowed: string, { rootId, agencyId }: CampaignPath, endpointId: string): ChildProcess {
  const script = join(projectRoot, 'server/test/event-worker.ts')
  const { host, port } = inject('testServer')
  const more = [host, String(port), db.name, allowed, rootId, agencyId, endpointId]
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...more], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test' },
  })
  children.push(child)
  return child
}
