/** How a test card's number behaves. Real card numbers are refused: nothing here could charge them. */
interface TestCard {
  brand: string
  /** The error when storing the card; none for cards that work. */
  refusal?: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error'
  /** The error when charging the stored card. */
  decline?: 'generic_decline' | 'insufficient_funds' | 'authentication_required' | 'lost_card'
  /** Paid, and immediately disputed by the payer's bank for this reason. */
  dispute?: 'fraudulent' | 'product_not_received'
}

/** The payment industry's usual test cards, and three more that can be stored and decline with another code. */
const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'Visa' },
  '5555555555554444': { brand: 'Mastercard' },
  '378282246310005': { brand: 'American Express' },
  '4000000000000341': { brand: 'Visa', decline: 'generic_decline' },
  '4000002500003155': { brand: 'Visa', decline: 'authentication_required' },
  '4000008260003178': { brand: 'Visa', decline: 'insufficient_funds' },
  '4000000000009987': { brand: 'Visa', decline: 'lost_card' },
  '4000000000000259': { brand: 'Visa', dispute: 'fraudulent' },
  '4000000000002685': { brand: 'Visa', dispute: 'product_not_received' },
  '4000000000000002': { brand: 'Visa', refusal: 'card_declined' },
  '4000000000009995': { brand: 'Visa', refusal: 'card_declined' },
  '4000000000000069': { brand: 'Visa', refusal: 'expired_card' },
  '4000000000000127': { brand: 'Visa', refusal: 'incorrect_cvc' },
  '4000000000000119': { brand: 'Visa', refusal: 'processing_error' },
}

export const testCardOf = (number: string): TestCard | undefined => testCards[number]

/** The check digit that every card number has (Luhn). */
export function hasCheckDigit(number: string): boolean {
  const digits = [...number].toReversed().map(Number)
  const sum = digits.reduce((total, digit, at) => {
    const product = at % 2 === 1 ? digit * 2 : digit
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return /^\d{12,19}$/.test(number) && sum % 10 === 0
}
