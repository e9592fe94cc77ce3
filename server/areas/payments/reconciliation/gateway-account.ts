/** An account at a gateway: an agency's, or the operator's own, whose `accountId` is empty. */
export interface GatewayAccount {
  rootId: string
  agencyId: string | null
  gateway: string
  accountId: string
}
