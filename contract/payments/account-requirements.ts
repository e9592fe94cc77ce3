/** Names of the payment provider's requirements, for both versions of its API. */
const words = {
  external_account: 'Bank account',
  tos_acceptance: 'Payment provider terms',
  individual: 'Identity document',
  company: 'Company details',
  'defaults.payout_methods': 'Bank account',
  'identity.attestations': 'Payment provider terms',
  'identity.individual': 'Identity document',
  'identity.business_details': 'Company details',
} as const

const isKnown = (code: string): code is keyof typeof words => Object.hasOwn(words, code)

/** What a requirement asks for; null for an unknown one, which is shown as the provider calls it. */
export function requirementWord(requirement: string): (typeof words)[keyof typeof words] | null {
  const [area = '', part = ''] = requirement.split('.')
  if (isKnown(area)) return words[area]
  const whole = `${area}.${part}`
  return isKnown(whole) ? words[whole] : null
}
