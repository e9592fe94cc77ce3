import { destinationKinds } from '#contract/integrations/destinations.ts'
import { accountKinds, nameOfKind, type AccountKind } from '#contract/integrations/services.ts'
import { accountConnector } from './account-connector.ts'
import type { Connector } from './connector.ts'
import { mail } from './mail/mail.ts'
import { serviceOf } from './services.ts'
import { webhook } from './webhook/webhook.ts'

export type DestinationKind = (typeof destinationKinds)[number]

const accounts = Object.fromEntries(
  accountKinds.map((kind) => [kind, accountConnector(nameOfKind(kind), serviceOf(kind))]),
) as Record<AccountKind, Connector>

/** By destination kind; a kind without a connector doesn't compile. */
const connectors: Readonly<Record<DestinationKind, Connector>> = {
  email: mail,
  webhook,
  ...accounts,
}

export const connectorOf = (kind: DestinationKind): Connector => connectors[kind]
