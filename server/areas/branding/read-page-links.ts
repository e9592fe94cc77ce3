import { modulesWith } from '#contract/branding/modules.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { pageAddress } from '#server/platform/page-address.ts'

/** The URL of a page of a module, on the agency's host: `linkTo('local', '/leads/…')`. */
export type PageLink = (module: Module, path: string) => string

/** For links in mails, by agency: on its first verified host, with its own URL paths for modules. */
export async function readPageLinks(
  tx: Pick<Tx, 'query'>,
  config: Pick<Config, 'production' | 'PORT' | 'PUBLIC_PORT'>,
  rootId: string,
  agencyIds: readonly string[],
): Promise<ReadonlyMap<string, PageLink>> {
  const { rows } = await tx.query<{ id: string; host: string; modules: Parameters<typeof modulesWith>[0] }>(
    `select agency.id, place.host, brand.modules
       from unnest($2::uuid[]) as agency (id)
      cross join lateral (
        select host from host where company_id = agency.id and verified_at is not null and removed_at is null
         order by verified_at, host ~ '^[0-9.]+$', host limit 1) place
      cross join lateral (
        select modules from brand where company_id in (agency.id, $1) order by (company_id = agency.id) desc limit 1) brand`,
    [rootId, agencyIds],
  )
  return new Map(
    rows.map(({ id, host, modules }): [string, PageLink] => [
      id,
      (module, path) => pageAddress(config, host, `/${modulesWith(modules)[module].url}${path}`),
    ]),
  )
}
