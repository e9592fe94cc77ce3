import type { Config } from '#server/platform/config.ts'
import type { GatewayName } from '#contract/payments/gateways.ts'
import type { CardGateway } from './gateway.ts'
import { sandboxGateway } from './sandbox/sandbox-gateway.ts'
import { stripeGateway } from './stripe/stripe-gateway.ts'

/** Each makes a gateway of what the configuration says of it, null where it says nothing. The first takes new cards. */
const makers: Readonly<Record<GatewayName, (config: Config) => CardGateway | null>> = {
  stripe: stripeGateway,
  sandbox: sandboxGateway,
}

/** Every gateway that is configured: all of them still answer for the cards they hold. */
export const configuredGateways = (config: Config): CardGateway[] =>
  Object.values(makers).flatMap((make) => make(config) ?? [])

/** The gateway that takes new cards, or null: then everything is settled by invoice. */
export const gatewayForNewCards = (config: Config): CardGateway | null => configuredGateways(config)[0] ?? null

/** The gateway that a row names, or null while it is not configured here. */
export const gatewayNamed = (config: Config, name: string): CardGateway | null =>
  configuredGateways(config).find((gateway) => gateway.name === name) ?? null

/** Origins of the gateways that show the form for a card's number themselves, for pages to let them in. */
export const formOrigins = (config: Config): string[] =>
  configuredGateways(config).flatMap(({ formUrl }) => (URL.canParse(formUrl) ? [new URL(formUrl).origin] : []))
