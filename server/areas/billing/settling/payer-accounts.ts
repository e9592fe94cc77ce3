import type { AccountName } from '#server/areas/ledger/book.ts'

/** A client, which pays its agency, or with null an agency, which pays its operator. */
export interface PayerOf {
  rootId: string
  agencyId: string
  clientId: string | null
}

/** What the payer owes; above zero it is the payer's credit. */
export const debtOf = ({ clientId }: Pick<PayerOf, 'clientId'>): AccountName =>
  clientId === null ? { kind: 'agency_payable', clientId } : { kind: 'client_receivable', clientId }

/** What the payee earned from the payer. */
export const revenueOf = ({ clientId }: Pick<PayerOf, 'clientId'>): AccountName =>
  clientId === null ? { kind: 'root_revenue', clientId } : { kind: 'agency_revenue', clientId }

/** The payee's money outside the gateway. */
export const bankOf = ({ clientId }: Pick<PayerOf, 'clientId'>): AccountName =>
  clientId === null ? { kind: 'root_bank', clientId } : { kind: 'agency_bank', clientId: null }
