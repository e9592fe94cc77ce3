// Who pays whom in the demo world: cards, payment accounts, the wallet and commissions.

/** The payment provider's report on an agency's account: one has a requirement overdue, so its people are warned. */
export const paymentAccounts: Readonly<Record<string, { payoutsEnabled: boolean; requirements: readonly string[] }>> = {
  'Brightside Media': { payoutsEnabled: false, requirements: ['bank_account'] },
}

export interface DemoCard {
  cardholder: string
  email: string
  cardNumber: string
}

export interface DemoPayer extends DemoCard {
  name: string
  /** How many past weeks it was charged for, and the most that was refunded of its last payment. */
  weeks: number
  /** What its agency charges per week for Site ID, besides the leads. */
  weekFee_cents: number
  refund_cents: number
  /**
   * Its last week ends with the day this long ago. Newer leads are on no invoice yet, so they can be returned whatever
   * becomes of the payment, even just after midnight.
   */
  open_ms: number
}

/** Clients that pay by card: one always pays, one disputes a payment, and one has a card with insufficient funds. */
export const payers: readonly DemoPayer[] = [
  {
    name: 'Harbor Realty',
    cardholder: 'Harper Boyd',
    email: 'client@harborrealty.test',
    cardNumber: '5555555555554444',
    weeks: 13,
    weekFee_cents: 1_900,
    refund_cents: 480,
    open_ms: 0,
  },
  {
    name: 'Plumbright',
    cardholder: 'Pat Lumley',
    email: 'client@plumbright.test',
    cardNumber: '4000000000002685',
    weeks: 1,
    weekFee_cents: 0,
    refund_cents: 0,
    open_ms: 12 * 3_600_000,
  },
  {
    name: 'Cedar Dental',
    cardholder: 'Cleo Danner',
    email: 'client@cedardental.test',
    cardNumber: '4000008260003178',
    weeks: 1,
    weekFee_cents: 0,
    refund_cents: 0,
    open_ms: 0,
  },
]

/** The agency's own card, its wallet's top-up amount and remaining balance: the next lead takes it below a tenth. */
export const demoWallet = {
  cardholder: 'Dana Acme',
  email: 'owner@acme.test',
  cardNumber: '4242424242424242',
  topUp_cents: 25_000,
  left_cents: 2_560,
} as const

/** The commission of sales staff on money that comes in, in 1/100 percent. */
export const commissionRates: Readonly<Record<string, number>> = { 'rep@leadloom.test': 1_000 }

/** The state of the payments accounts of sales staff, and whose agencies they look after. */
export const salesAccounts: Readonly<Record<string, 'pending' | 'completed'>> = {
  'rep@leadloom.test': 'pending',
  'ae@leadloom.test': 'completed',
}
export const assignments: Readonly<Record<string, { salesRep: string; executive: string | null }>> = {
  'Acme Growth': { salesRep: 'rep@leadloom.test', executive: 'ae@leadloom.test' },
  'Brightside Media': { salesRep: 'rep@leadloom.test', executive: null },
}
