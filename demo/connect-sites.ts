import { inScope } from '#server/platform/database/scope.ts'
import type { Config } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/platform.ts'
import { demoId, pathOf } from './world.ts'
import { wideCampaigns } from './wide/wide-campaigns.ts'

/** The program itself serves the clients' websites, so they are on its port. */
export const siteUrl = (host: string, { PORT }: Pick<Config, 'PORT'>): string =>
  PORT === 80 ? `http://${host}` : `http://${host}:${PORT}`

/** `host:port` of every site, for the allow-list of outgoing requests: checking an installation fetches their pages. */
export const siteAddresses = ({ PORT }: Pick<Config, 'PORT'>): string[] =>
  wideCampaigns.map(({ siteHost }) => `${siteHost}:${PORT}`)

/** A later start may use another port: updates the site URL of campaigns that still use the demo's sites. */
export async function followSites(platform: Platform): Promise<void> {
  const root = { kind: 'root', rootId: demoId('Leadloom') } as const
  await inScope(platform.appPool, root, async (tx) => {
    for (const { client, name, siteHost } of wideCampaigns)
      await tx.query(
        `update campaign set site_url = $3 where agency_id = $1 and id = $2 and site_url ~ $4 and site_url <> $3`,
        [
          pathOf(client).agencyId,
          demoId(`${client} ${name}`),
          siteUrl(siteHost, platform.config),
          `^http://${siteHost.replaceAll('.', '\\.')}(:[0-9]+)?$`,
        ],
      )
  })
}
