import { createHash } from 'node:crypto'
import type { Language } from '#contract/core/language.ts'
import type { Signature } from '#server/areas/branding/read-signature.ts'
import { translatorOf } from '#server/platform/translate.ts'

/** A document's variables (OQ-58), stored with an acceptance so that its text can be reproduced. */
export type Variables = Readonly<
  Record<'company_name' | 'legal_name' | 'domain' | 'contact_email' | 'effective_date' | 'customer_name', string>
>

/** The variables of a host's brand, and the reader's name if known, else `the customer`. */
export const variablesOf = async (
  signature: Signature,
  host: string,
  document: { language: Language; publishedAt: Date },
  customer: string | null,
): Promise<Variables> => ({
  company_name: signature.name,
  legal_name: signature.legalName,
  domain: host,
  contact_email: signature.contactEmail,
  effective_date: new Intl.DateTimeFormat(document.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    document.publishedAt,
  ),
  customer_name: customer ?? (await translatorOf(document.language))('the customer'),
})

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeSigns = (value: string): string => value.replaceAll(/[&<>"']/g, (sign) => escapes[sign]!)

/**
 * Replaces `{names}` by escaped values (R167): whatever a company's name is, it stays plain text. In Arabic each value
 * is wrapped in Unicode isolates, so that a Latin name does not reverse the sentence around it.
 */
export const fillDocument = ({ html, language }: { html: string; language: Language }, variables: Variables): string =>
  html.trim().replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = (variables as Record<string, string | undefined>)[name]
    if (value === undefined) return whole
    return language === 'ar' ? `\u2068${escapeSigns(value)}\u2069` : escapeSigns(value)
  })

/** The hash of the exact text that is signed. */
export const hashText = (html: string): Buffer => createHash('sha256').update(html).digest()
