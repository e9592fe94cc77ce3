import type { Readable } from 'node:stream'
import type { Language } from '#contract/core/language.ts'
import { readPaperBrand } from '#server/areas/branding/read-paper-brand.ts'
import type { Signature } from '#server/areas/branding/read-signature.ts'
import { drawPaper } from '#server/platform/pdf/draw-paper.ts'
import { paperSizeOf } from '#server/platform/pdf/paper-size.ts'
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
type CertificateWords = Readonly<Record<keyof typeof texts, string>>

const certificateWordsIn = async (language: Language): Promise<CertificateWords> =>
  translateAll(texts, await translatorOf(language, 'certificate'))

export interface Certificate {
  id: string
  title: string
  version: number
  language: Language
  userName: string
  userEmail: string
  companyName: string
  acceptedAt: Date
  address: string
  userAgent: string
  host: string
  /** Where in the product it was accepted. */
  locationMenu: string
  terms: { first_time_charge?: number; minimum_spend_amount_list?: number[] }
  textHash: Buffer
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const timeOf = (at: Date): string =>
  at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')

function factsOf(certificate: Certificate, words: CertificateWords): [string, string][] {
  const { first_time_charge: charge = 0, minimum_spend_amount_list: months = [] } = certificate.terms
  const facts: [string, string][] = [
    [words.document, certificate.title],
    [words.version, String(certificate.version)],
    [words.acceptedBy, certificate.userName],
    [words.email, certificate.userEmail],
    [words.onBehalfOf, certificate.companyName],
    [words.time, timeOf(certificate.acceptedAt)],
    [words.address, certificate.address],
    [words.site, `${certificate.host} · ${certificate.locationMenu}`],
    [words.browser, certificate.userAgent],
  ]
  if (charge > 0) facts.push([words.firstTimeCharge, dollars.format(charge)])
  if (months.length > 0) {
    facts.push([words.minimumSpend, months.map((amount) => dollars.format(amount)).join(' · ')])
  }
  facts.push([words.fingerprint, certificate.textHash.toString('hex').replaceAll(/.{8}(?!$)/g, '$& ')])
  facts.push([words.number, certificate.id])
  return facts.filter(([, value]) => value !== '')
}

/** In the brand's name, color and logo, in the language that was read. Streamed while it is drawn. */
export async function drawCertificate(signature: Signature, certificate: Certificate): Promise<Readable> {
  const words = await certificateWordsIn(certificate.language)
  const { companyId, name, brandColor: color, logo_svg, country } = signature
  return drawPaper({
    title: words.title,
    number: '',
    language: certificate.language,
    createdAt: certificate.acceptedAt,
    size: paperSizeOf('', country),
    brand: await readPaperBrand({ companyId, name, color, logo_svg }),
    parts: [
      { kind: 'text', text: words.lead },
      { kind: 'facts', facts: factsOf(certificate, words), isRuled: true },
      { kind: 'text', text: words.note, isQuiet: true },
    ],
  })
}
