import { createCustomIntegration } from '#contract/integrations/custom.ts'
import { services, serviceSlugs, type AccountKind, type IntegrationDetails } from '#contract/integrations/services.ts'
import { startServices, type DemoServices } from '#demo/start-services.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from './connections-world.ts'
import { noon_ms } from './deliveries-world.ts'

/** A client that has connected every service, each a stand-in on loopback. */
export interface AllServices {
  world: ConnectionsWorld
  services: DemoServices
  /** The environment of the program. */
  env: Record<string, string>
  clientId: string
  customId: string
  /** Sends a campaign's leads to one of the services. Throws unless it is accepted. */
  use(campaign: CampaignPath, kind: AccountKind, details: IntegrationDetails): Promise<string>
  close(): Promise<void>
}

/** @param more additional settings; hosts in its OUTGOING_ALLOW are allowed too. */
export async function connectAllServices(more: Record<string, string> = {}): Promise<AllServices> {
  const standIns = await startServices(Date.now)
  const env = {
    ...standIns.settings,
    ...more,
    OUTGOING_ALLOW: [...standIns.hosts, ...(more['OUTGOING_ALLOW'] ? [more['OUTGOING_ALLOW']] : [])].join(),
  }
  const world = await makeConnectionsWorld(env)
  // The stand-ins use the machine's clock, so set ours to it: expiration times must mean the same to both.
  world.wait(Date.now() - noon_ms)
  const clientId = world.tree.acme.clients[0]!.id
  const customId = await connectEach(world, standIns, clientId)
  return {
    world,
    services: standIns,
    env,
    clientId,
    customId,
    use: (campaign, kind, details) =>
      world.use(campaign, 'zapier', details, {
        integration_slug: kind,
        ...(kind === 'custom' && { integration_id: customId }),
      }),
    async close() {
      await world.close()
      await standIns.stop()
    },
  }
}

/** Returns the id of the custom integration. */
async function connectEach(world: ConnectionsWorld, { paste }: DemoServices, clientId: string): Promise<string> {
  for (const slug of serviceSlugs) {
    const answer =
      services[slug].connect === 'oauth'
        ? await world.authorize(clientId, slug)
        : await world.connect(clientId, slug, paste[slug])
    if (answer.status !== 200) throw new Error(`${slug}: ${JSON.stringify(answer.body)}`)
  }
  const { url, header, value } = paste.custom
  const custom = await world.http.as(world.tree.acme.owner).call(createCustomIntegration, {
    body: { company_id: clientId, name: 'Our CRM', url: url!, headers: [{ name: header!, secret: value! }] },
  })
  return custom.body.data.integration_id
}
