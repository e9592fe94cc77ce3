import { accountKinds, serviceSlugs, type AccountKind, type ServiceSlug } from '#contract/integrations/services.ts'
import type { Config } from '#server/platform/config.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Service } from './service.ts'

/** Each folder is named like its kind in the contract's list and exports its definition from `definition.ts`. */
async function load(kind: AccountKind): Promise<readonly [AccountKind, Service]> {
  const { definition } = (await import(`./${kind}/definition.ts`)) as { definition: Service }
  return [kind, definition]
}

const all = Object.fromEntries(await Promise.all(accountKinds.map(load))) as Readonly<Record<AccountKind, Service>>

export const serviceOf = (kind: AccountKind): Service => all[kind]

/** Whether the operator configured what a service needs; otherwise it is not offered. */
const isOffered = (config: Config, kind: ServiceSlug): boolean =>
  (all[kind].isConfigured?.(config) ?? true) && (all[kind].oauth?.isConfigured(config) ?? true)

export const offeredKinds = (config: Config): readonly ServiceSlug[] =>
  serviceSlugs.filter((kind) => isOffered(config, kind))

/** Throws `conflict` for a service that is not offered here. */
export function assertOffered(config: Config, kind: ServiceSlug): void {
  if (!isOffered(config, kind)) throw new Failure('conflict', { message: 'The operator hasn’t set up this service.' })
}
