/** Identifies a book. Each agency has one, which includes the root's revenue from this agency. */
export interface Book {
  rootId: string
  agencyId: string
}

const accountKinds = [
  'client_receivable',
  'agency_revenue',
  'agency_payable',
  'root_revenue',
  /** The operator's balance at its gateway. */
  'clearing',
  'rounding',
  /** The agency's balance at the gateway, one account per paying client. */
  'agency_clearing',
  /** Money outside the gateway: paid out, or paid manually. */
  'agency_bank',
  'root_bank',
  /** Unused prepaid money: the agency's at its operator, and a client's at its agency. */
  'wallet',
  'client_prepaid',
  /** Expired wallet balance, which the operator keeps. */
  'wallet_expired',
  /** Commissions: the operator's expense, and what is not paid out yet. */
  'commission_cost',
  'commission_payable',
  /** Disputes: payments held until decided, payments lost, and the gateway's fees. */
  'dispute_held',
  'dispute_lost',
  'gateway_fee',
  /** Taxes owed: an agency's on payments by its clients, one account per client, and the operator's on payments by agencies. */
  'agency_tax',
  'root_tax',
] as const
export type AccountKind = (typeof accountKinds)[number]

/** Identifies an account by its purpose. `clientId` is null for accounts of the whole agency, which no client may see. */
export interface AccountName {
  kind: AccountKind
  clientId: string | null
}

/** The accounts and the reason of a transfer, shared by many transfers of a batch. */
export interface Flow {
  debitAccountId: string
  creditAccountId: string
  kind: string
  referenceKind: string
  /** The client who may see it; null if it only concerns the agency and its root. */
  clientId: string | null
}

/** A transfer that is not written yet. */
export interface NewTransfer {
  /** Chosen by the caller; the same id with the same content is the same transfer. */
  id: string
  flow: Flow
  /** In 1/10,000 dollar; a positive integer. */
  amount_e4: number
  referenceId: string
}

/** A transfer with the balances of its two accounts after it was applied. */
export interface AppliedTransfer {
  transfer: NewTransfer
  debitBalance_e4: number
  creditBalance_e4: number
}
