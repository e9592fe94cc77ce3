import type { Config } from '#server/platform/config.ts'
import type { GatewayName } from '#contract/payments/gateways.ts'
import type { CardGateway } from './gateway.ts'
import { sandboxGateway } from './sandbox/sandbox-gateway.ts'
import { stripeGateway } from './stripe/stripe-gateway.ts'

/** Each creates a gateway from its configuration, null if there is none. The first one takes new cards. */
const makers: Readonly<Record<GatewayName, (config: Config) => CardGateway | null>> = {
  stripe: stripeGateway,
  sandbox: sandboxGateway,
}

/** Every configured gateway: all of them still handle the cards they hold. */
export const configuredGateways = (config: Config): CardGateway[] =>
  Object.values(makers).flatMap((make) => make(config) ?? [])

/** The gateway that takes new cards, or null: then everything is settled by invoice. */
export const gatewayForNewCards = (config: Config): CardGateway | null => configuredGateways(config)[0] ?? null

/** The gateway named in a row, or null if it is not configured here. */
export const gatewayNamed = (config: Config, name: string): CardGateway | null =>
  configuredGateways(config).find((gateway) => gateway.name === name) ?? null

/** Origins of the gateways that host their own card form, to allow them in pages. */
export const formOrigins = (config: Config): string[] =>
  configuredGateways(config).flatMap(({ formUrl }) => (URL.canParse(formUrl) ? [new URL(formUrl).origin] : []))
