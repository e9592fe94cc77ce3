import type { Language } from '#contract/core/language.ts'
import { mailKinds, type MailKind } from '#contract/mails/kinds.ts'
import { privacyChoicesPath } from '#contract/privacy/choices-path.ts'
import type { Sender } from '#server/areas/branding/read-senders.ts'
import { isolate } from '#server/platform/isolated.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { MailFigure, ShownMail } from './layout/shown-mail.ts'
import { writeHtml } from './layout/write-html.ts'
import { showValue, type FactValue } from './layout/values.ts'
import { writeText } from './layout/write-text.ts'

export type MailSender = Sender
export type { MailFigure }

/** The content of a mail. Absent parts and facts without a value are not shown. */
export interface MailContent {
  /** The subject, and the heading. */
  title: string
  /** What lists of mails show after the subject; the first paragraph or facts if absent. */
  preheader?: string
  paragraphs?: readonly string[]
  /** Shown large, to be typed elsewhere. */
  code?: string
  figures?: readonly MailFigure[]
  button?: { label: string; url: string }
  facts?: readonly (readonly [name: string, value: FactValue])[]
  /** Small print at the bottom. */
  note?: string
  /** What the mail is about, such as `lead ID`: mail programs show those about the same together. */
  thread?: string
}

/** Who reads a mail, and why they get it. */
export interface MailReader {
  language: Language
  say: Translate
  kind: MailKind
  /** Where they choose what they get; absent for people without an account, and for what is always sent. */
  choicesUrl?: string | undefined
  /** Where they stop it without signing in; absent for what is always sent. */
  stopUrl?: string | undefined
}

/** A mail as stored until it is sent, so that every attempt sends the same. */
export interface StoredMail {
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
  thread?: string
  stopUrl?: string
}

/** Lays out a mail in a brand, as text and as HTML. The language determines the direction; values keep their own. */
export function layOutMail(sender: MailSender, content: MailContent, reader: MailReader): StoredMail {
  const { language, stopUrl } = reader
  const facts = (content.facts ?? [])
    .map(([name, value]) => [name, showValue(value, language, sender.timeZone)] as const)
    .filter(([, { text }]) => text.trim() !== '')
  const shownMail: ShownMail = {
    ...content,
    figures: content.figures ?? [],
    facts,
    preheader: content.preheader ?? content.paragraphs?.[0] ?? facts.map(([, { text }]) => text).join(' · '),
    footer: footerOf(sender, reader),
  }
  return {
    from: { name: sender.name, address: sender.address },
    subject: content.title,
    text: writeText(shownMail),
    html: writeHtml(sender, shownMail, language),
    ...(content.thread !== undefined && { thread: content.thread }),
    ...(stopUrl !== undefined && { stopUrl }),
  }
}

/** Who sends it, why the reader gets it, and how that can be changed. */
function footerOf(sender: MailSender, { say, kind, language, choicesUrl, stopUrl }: MailReader): ShownMail['footer'] {
  return {
    name: sender.name,
    company: isolate(sender.company.filter((part) => part !== sender.name).join(', '), language),
    why: say(mailKinds[kind].why),
    links: [
      ...(choicesUrl === undefined ? [] : [{ label: say('Choose which emails you get'), url: choicesUrl }]),
      ...(stopUrl === undefined ? [] : [{ label: say('Stop receiving these emails'), url: stopUrl }]),
      ...(sender.origin === null
        ? []
        : [{ label: say('Your privacy choices'), url: `${sender.origin}${privacyChoicesPath}` }]),
    ],
  }
}
