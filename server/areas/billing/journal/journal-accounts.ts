import type { AccountKind } from '#server/areas/ledger/book.ts'

type Names = Readonly<Partial<Record<AccountKind, string>>>

/** Accounts of the operator's side of a book; a transfer that touches one is the operator's. */
export const operatorKinds: readonly AccountKind[] = [
  'agency_payable',
  'root_revenue',
  'clearing',
  'root_bank',
  'wallet',
  'wallet_expired',
  'commission_cost',
  'commission_payable',
  'root_tax',
]

/** Of these, what an agency has with its operator: an agency's journal has their transfers, with the sides swapped. */
export const sharedKinds: readonly AccountKind[] = ['agency_payable', 'wallet']

const commonNames: Names = {
  rounding: 'Rounding',
  dispute_held: 'Payments held in disputes',
  dispute_lost: 'Losses from disputes',
  gateway_fee: 'Payment provider fees',
}

/** How a journal calls the accounts, from the point of view of whoever keeps it. */
export const accountNames: Readonly<Record<'operator' | 'agency', Names>> = {
  operator: {
    ...commonNames,
    agency_payable: 'Receivables from agencies',
    root_revenue: 'Revenue',
    clearing: 'Payment provider',
    root_bank: 'Bank',
    wallet: 'Prepayments of agencies',
    wallet_expired: 'Expired prepayments',
    commission_cost: 'Commissions',
    commission_payable: 'Commissions payable',
    root_tax: 'Tax payable',
  },
  agency: {
    ...commonNames,
    client_receivable: 'Receivables from clients',
    agency_revenue: 'Revenue',
    agency_clearing: 'Payment provider',
    agency_bank: 'Bank',
    client_prepaid: 'Prepayments of clients',
    agency_tax: 'Tax payable',
    agency_payable: 'Payable to the operator',
    root_revenue: 'Cost of leads',
    clearing: 'Card payments to the operator',
    root_bank: 'Other payments to the operator',
    wallet: 'Data Wallet',
    wallet_expired: 'Expired prepayments',
    root_tax: 'Tax charged by the operator',
  },
}
