/** Gateways that cards can be stored at, by the names that rows and jobs keep. The first that is configured takes new cards. */
export const gatewayNames = ['stripe', 'sandbox'] as const
export type GatewayName = (typeof gatewayNames)[number]
