/**
 * What a page said that let its visitor be identified, by the letter that the pixel sends and that hits store. Silence is no
 * letter. Privacy signals need none: a visit with one is only counted.
 */
export const consentSignals = {
  s: 'The site told the pixel that the visitor agreed',
  g: 'Global Privacy Platform (GPP): no opt-out',
  t: 'Transparency and Consent Framework (TCF): the GDPR does not apply',
  m: 'Google Consent Mode: advertising not denied',
  o: 'OneTrust: advertising allowed',
  c: 'Cookiebot: marketing allowed',
  u: 'Usercentrics: marketing allowed',
  b: 'The pixel’s own banner: allowed',
} as const
type ConsentSignal = keyof typeof consentSignals

/** Letters of platforms as the pixel sends them; what the site itself said is a field of its own. */
export const sentSignals = /^[gtmocub]{0,12}$/

const unknownCountry = '--'

/** What is stored of a visit: the network's country as two letters, and the letters of what allowed it. */
export const packConsent = (country: string, saidYes: boolean, letters = ''): string =>
  `${country || unknownCountry}${saidYes ? 's' : ''}${letters}`

interface Consent {
  /** Two letters; empty if unknown. */
  country: string
  signals: ConsentSignal[]
}

export function unpackConsent(text: string): Consent {
  const country = text.slice(0, 2)
  const signals = [...new Set(text.slice(2))].filter((letter): letter is ConsentSignal => letter in consentSignals)
  return { country: country === unknownCountry ? '' : country, signals }
}

/** True of each visit that is more than counted. */
export const noSignal = 'No Global Privacy Control, no opt-out and no refused consent'

/** By which rule people may be identified, by what is known of the visitor's network. */
export const allowingRule = {
  country: 'No rule forbids identification in this country',
  unknownCountry: 'The network’s country is unknown, so no country’s rule applied',
} as const
