import { destinationKinds } from '#contract/integrations/destinations.ts'
import type { Connector } from './connector.ts'
import { mail } from './mail/mail.ts'
import { webhook } from './webhook/webhook.ts'

export type DestinationKind = (typeof destinationKinds)[number]

/** By the kind of destination; one without a connector does not compile. */
const connectors: Readonly<Record<DestinationKind, Connector>> = { email: mail, webhook }

export const connectorOf = (kind: DestinationKind): Connector => connectors[kind]

/** The kinds whose destinations share one outlet in each agency. */
export const kindsWithOneOutlet = destinationKinds.filter((kind) => connectors[kind].sharesOutlet)
