import type { ShownValue } from './values.ts'

/** One number of a summary, and how it changed since the period before. */
export interface MailFigure {
  label: string
  value: string
  /** Empty if there is nothing to compare with. */
  change?: string
}

/** A mail ready to be written as text and as HTML: both say the same. */
export interface ShownMail {
  title: string
  preheader: string
  paragraphs?: readonly string[]
  code?: string
  figures: readonly MailFigure[]
  button?: { label: string; url: string }
  facts: readonly (readonly [name: string, value: ShownValue])[]
  note?: string
  footer: { name: string; company: string; why: string; links: readonly { label: string; url: string }[] }
}
