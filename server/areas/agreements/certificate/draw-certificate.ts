import type { Readable } from 'node:stream'
import { directionOf, type Language } from '#contract/core/language.ts'
import type { Signature } from '#server/areas/branding/read-signature.ts'
import { createDocument, writeText } from '#server/platform/pdf/write-text.ts'
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

const dark = '#1d2229'
const gray = '#5b6470'
const hairline = '#d9dde3'
const margin = 56
const labelWidth = 150
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

/** One page in the brand's name and colors, in the language that was read. Streamed while it is drawn. */
export async function drawCertificate(signature: Signature, certificate: Certificate): Promise<Readable> {
  const words = await certificateWordsIn(certificate.language)
  const base = directionOf(certificate.language)
  const document = await createDocument({
    margin,
    lang: certificate.language,
    info: { Title: words.title, Author: signature.name, CreationDate: certificate.acceptedAt },
  })
  const width = document.page.width - 2 * margin
  const whole = { x: margin, width, base }
  document.rect(0, 0, document.page.width, 12).fill(signature.brandColor)
  let y = writeText(document, signature.name, { ...whole, y: 48, size: 15, weight: 600, color: dark })
  y = writeText(document, words.title, { ...whole, y: y + 26, size: 24, weight: 600, color: dark })
  y = writeText(document, words.lead, { ...whole, y: y + 6, size: 10.5, color: gray }) + 18
  // Labels are at the leading edge: right in Arabic.
  const [labelX, valueX] = base === 'rtl' ? [margin + width - labelWidth + 16, margin] : [margin, margin + labelWidth]
  for (const [label, value] of factsOf(certificate, words)) {
    document
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.5)
      .stroke(hairline)
    const row = { y: y + 8, size: 10.5, base }
    const afterLabel = writeText(document, label, { ...row, x: labelX, width: labelWidth - 16, color: gray })
    const afterValue = writeText(document, value, { ...row, x: valueX, width: width - labelWidth, color: dark })
    y = Math.max(afterLabel, afterValue) + 5
  }
  document
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.5)
    .stroke(hairline)
  writeText(document, words.note, { ...whole, y: y + 18, size: 9, color: gray })
  document.rect(0, document.page.height - 6, document.page.width, 6).fill(signature.brandColor)
  document.end()
  return document as unknown as Readable
}
