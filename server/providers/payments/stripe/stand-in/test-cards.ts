/** How a test card behaves (docs.stripe.com/testing), with Stripe's own numbers. */
interface TestCard {
  brand: string
  /** Declined when it is attached to a customer. */
  atSetUp?: Decline
  /** Attached, and declined when it is charged. */
  atCharge?: Decline
  /** Paid, and immediately disputed. */
  disputed?: string
}

export interface Decline {
  code: string
  decline_code?: string
}

const decline = (decline_code: string): Decline => ({ code: 'card_declined', decline_code })

const cards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000000000000341': { brand: 'visa', atCharge: decline('generic_decline') },
  '4000002500003155': {
    brand: 'visa',
    atCharge: { code: 'authentication_required', decline_code: 'authentication_required' },
  },
  '4000000000000259': { brand: 'visa', disputed: 'fraudulent' },
  '4000000000002685': { brand: 'visa', disputed: 'product_not_received' },
  // Attached only here, so that each kind of decline can be tested with a charge.
  '4000008260003178': { brand: 'visa', atCharge: decline('insufficient_funds') },
  '4000000000009987': { brand: 'visa', atCharge: decline('lost_card') },
  '4000000000000002': { brand: 'visa', atSetUp: decline('generic_decline') },
  '4000000000009995': { brand: 'visa', atSetUp: decline('insufficient_funds') },
  '4000000000000069': { brand: 'visa', atSetUp: { code: 'expired_card' } },
  '4000000000000127': { brand: 'visa', atSetUp: { code: 'incorrect_cvc' } },
  '4000000000000119': { brand: 'visa', atSetUp: { code: 'processing_error' } },
}

export const stripeCardOf = (number: string): TestCard | undefined => cards[number]
