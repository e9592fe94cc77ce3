import type { Language } from '#contract/core/language.ts'
import { translateAll, translatorOf } from '#server/platform/translate.ts'

/** The texts of a certificate. */
const texts = {
  title: 'Certificate of acceptance',
  lead: 'This certificate records that the document named below was accepted electronically.',
  document: 'Document',
  version: 'Version',
  acceptedBy: 'Accepted by',
  email: 'Email',
  onBehalfOf: 'On behalf of',
  time: 'Time',
  address: 'Network address',
  site: 'Place',
  browser: 'Browser',
  firstTimeCharge: 'One-time charge',
  minimumSpend: 'Minimum monthly spend, from the first month',
  fingerprint: 'Fingerprint of the text (SHA-256)',
  number: 'Number',
  note: 'The fingerprint matches the exact text that was shown. Records of acceptance are append-only: none is changed or removed.',
} as const
export type CertificateWords = Readonly<Record<keyof typeof texts, string>>

export const certificateWordsIn = async (language: Language): Promise<CertificateWords> =>
  translateAll(texts, await translatorOf(language, 'certificate'))
