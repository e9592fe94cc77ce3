import { createCustomIntegration } from '#contract/integrations/custom.ts'
import type { AccountKind, IntegrationDetails } from '#contract/integrations/services.ts'
import { startServices, type DemoServices } from '#demo/start-services.ts'
import type { CampaignPath } from '#server/areas/integrations/public.ts'
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
  const services = await startServices(Date.now)
  const env = {
    ...(services.settings as Record<string, string>),
    ...more,
    OUTGOING_ALLOW: [...services.hosts, ...(more['OUTGOING_ALLOW'] ? [more['OUTGOING_ALLOW']] : [])].join(),
  }
  const world = await makeConnectionsWorld(env)
  // The stand-ins use the machine's clock, so set ours to it: expiration times must mean the same to both.
  world.wait(Date.now() - noon_ms)
  const clientId = world.tree.acme.clients[0]!.id
  const customId = await connectEach(world, services, clientId)
  return {
    world,
    services,
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
      await services.stop()
    },
  }
}

/** Returns the id of the custom integration. */
async function connectEach(world: ConnectionsWorld, { keys, firms }: DemoServices, clientId: string): Promise<string> {
  const answers = [
    await world.authorize(clientId, 'highlevel'),
    await world.authorize(clientId, 'googlesheets'),
    await world.connect(clientId, 'sendgrid', { api_key: keys['SendGrid'] }),
    await world.connect(clientId, 'kartra', { api_key: 'demo-key', api_password: 'demo-password' }),
    await world.connect(clientId, 'clickfunnels', { workspace: 'demo', api_key: 'demo-token' }),
    await world.connect(clientId, 'zapier', { webhook_url: keys['Zapier'] }),
    await world.connect(clientId, 'mailboxpower', { api_key: keys['Mailbox Power'] }),
  ]
  const refused = answers.find(({ status }) => status !== 200)
  if (refused) throw new Error(JSON.stringify(refused.body))
  const custom = await world.http.as(world.tree.acme.owner).call(createCustomIntegration, {
    body: {
      company_id: clientId,
      name: 'Our CRM',
      url: `${firms.own.url}/leads`,
      headers: [{ name: 'X-Api-Key', secret: firms.own.key }],
    },
  })
  return custom.body.data.integration_id
}
