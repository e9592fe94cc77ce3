import type { Language } from '#contract/core/language.ts'
import type { MailKind } from '#contract/mails/kinds.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { MailContent } from './lay-out-mail.ts'

/** Where a sample is shown: under which brand, and where its links lead. */
export interface SamplePlace {
  brand: string
  url(path: string): string
}

/** A mail with invented data, for the page that shows every mail and for the test of them. */
export interface MailSample {
  kind: MailKind
  /** Only the operator sends it. */
  isOperators?: true
  write(say: Translate, language: Language, place: SamplePlace): MailContent
}
export type MailSamples = Readonly<Record<string, MailSample>>

/** Invented people and things that samples share. Nobody has these addresses and numbers. */
export const fiction = {
  person: 'Dana Reed',
  email: 'dana@example.com',
  lead: 'Paisley Powell',
  company: 'Maple Roofing',
  campaign: 'Emergency plumbing site',
  agreement: 'Service and Billing Agreement',
  address: '203.0.113.7',
  at_ms: Date.UTC(2026, 10, 29, 18, 10),
  date: '2026-12-31',
} as const
