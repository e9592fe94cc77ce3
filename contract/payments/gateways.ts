/** Gateways that can store cards, by their names in rows and jobs. The first one that is configured takes new cards. */
export const gatewayNames = ['stripe', 'sandbox'] as const
export type GatewayName = (typeof gatewayNames)[number]
