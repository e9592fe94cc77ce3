import type { LeadRow } from './lead.ts'

/** How a person was matched, in words; for lists and files. */
const matchWords = {
  md5: 'Email hash (MD5) from the page or the site',
  sha1: 'Email hash (SHA-1) from the page or the site',
  sha256: 'Email hash (SHA-256) from the page or the site',
  cookie: 'Cookie that was linked to this person on an earlier visit',
  signal: 'Search of this person in the identity data',
  company: 'IP range of the visiting company',
} as const satisfies Readonly<Record<NonNullable<LeadRow['match_key']>, string>>

type MatchWords = (typeof matchWords)[keyof typeof matchWords] | 'Created manually'

export const matchKeyText = (key: LeadRow['match_key']): MatchWords => (key ? matchWords[key] : 'Created manually')
