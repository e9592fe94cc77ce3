/** Whose money a book holds: one book for each agency, with the root's revenue from this agency in it. */
export interface Book {
  rootId: string
  agencyId: string
}

const accountKinds = [
  'client_receivable',
  'agency_revenue',
  'agency_payable',
  'root_revenue',
  /** The operator's money at its gateway. */
  'clearing',
  'rounding',
  /** The agency's money at the gateway, kept by the client who paid it. */
  'agency_clearing',
  /** What either holds outside of the gateway: paid out, or paid by hand. */
  'agency_bank',
  'root_bank',
  /** What is paid beforehand and not used yet: the agency's at its operator, and a client's at its agency. */
  'wallet',
  'client_prepaid',
  /** What of a wallet was not used in time: the operator keeps it. */
  'wallet_expired',
  /** What sales staff earn: the operator's cost, and what of it is not paid out yet. */
  'commission_cost',
  'commission_payable',
  /** Paid, and held by the payer's bank until a dispute is decided; what was lost to one; what the gateway asks for it. */
  'dispute_held',
  'dispute_lost',
  'gateway_fee',
  /** What a seller owes its tax office: an agency of what its clients pay, kept by client, and the operator of what agencies do. */
  'agency_tax',
  'root_tax',
] as const
export type AccountKind = (typeof accountKinds)[number]

/** An account by what it is for. `clientId` is null for accounts of the agency as a whole, which no client may see. */
export interface AccountName {
  kind: AccountKind
  clientId: string | null
}

/** Between which accounts money moves and why: what many transfers of a batch have in common. */
export interface Flow {
  debitAccountId: string
  creditAccountId: string
  kind: string
  referenceKind: string
  /** The client who may see it; null for what concerns the agency and its root alone. */
  clientId: string | null
}

/** One movement of money that is still to be written. */
export interface NewTransfer {
  /** Made by the caller; the same id with the same content is the same transfer. */
  id: string
  flow: Flow
  /** In 1/10,000 dollar, whole and more than 0. */
  amount_e4: number
  referenceId: string
}

/** A transfer with what its two accounts stood at when it had been applied. */
export interface AppliedTransfer {
  transfer: NewTransfer
  debitBalance_e4: number
  creditBalance_e4: number
}
