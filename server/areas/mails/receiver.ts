import type { Language } from '#contract/core/language.ts'

/** The recipient of a mail about an account: somebody who has one (`Account`), or is about to. */
export interface Receiver {
  rootId: string
  /** The brand that sends it: the agency's, or the root's if null. */
  agencyId: string | null
  email: string
  /** The person's own; for a visitor their browser's (`languageOf`). */
  language: Language
}
