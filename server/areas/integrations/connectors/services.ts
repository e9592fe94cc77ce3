import { serviceSlugs, type AccountKind, type ServiceSlug } from '#contract/integrations/services.ts'
import type { Config } from '#server/platform/config.ts'
import { Failure } from '#server/platform/failure.ts'
import { clickfunnels } from './clickfunnels/clickfunnels.ts'
import { custom } from './custom/custom.ts'
import { googlesheets } from './googlesheets/googlesheets.ts'
import { highlevel } from './highlevel/highlevel.ts'
import { kartra } from './kartra/kartra.ts'
import { mailboxpower } from './mailboxpower/mailboxpower.ts'
import { sendgrid } from './sendgrid/sendgrid.ts'
import type { Service } from './service.ts'
import { zapier } from './zapier/zapier.ts'

/** Every service by its name in the contract; a kind without a service doesn't compile. */
const all: Readonly<Record<AccountKind, Service>> = {
  googlesheets,
  highlevel,
  sendgrid,
  kartra,
  clickfunnels,
  zapier,
  mailboxpower,
  custom,
}

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
