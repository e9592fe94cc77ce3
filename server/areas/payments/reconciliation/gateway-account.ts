/** An account at a gateway: the operator's own with an empty name, or an agency's. */
export interface GatewayAccount {
  rootId: string
  agencyId: string | null
  gateway: string
  accountId: string
}
