import { mailKindNames, mailKinds, kindOfStopToken, type MailKind } from '#contract/mails/kinds.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Whose mails of which kind a link stops, and who sends them. */
export interface Stop {
  /** The agency, or the operator. */
  companyId: string
  recipientId: string
  kind: MailKind
}

type Keys = Pick<Platform, 'secrets'>

/** Too many to guess; short, so that no mail server folds the header. */
const proof_bytes = 12

/** By each master key: a link is used long after it was made. */
const proofsOf = ({ secrets }: Keys, { companyId, recipientId, kind }: Stop): string[] =>
  secrets
    .keyedHashes(JSON.stringify(['mail stop', companyId, recipientId, kind]))
    .map((hash) => hash.subarray(0, proof_bytes).toString('base64url'))

/** The secret part of the link: the person's id, the kind, and a proof that we made it. It works for good. */
export const stopTokenOf = (keys: Keys, stop: Stop): string => stopTokensOf(keys, stop)[0]!

function stopTokensOf(keys: Keys, stop: Stop): string[] {
  const id = Buffer.from(stop.recipientId.replaceAll('-', ''), 'hex').toString('base64url')
  const start = `${id}${String.fromCharCode(97 + mailKindNames.indexOf(stop.kind))}`
  return proofsOf(keys, stop).map((proof) => `${start}${proof}`)
}

/** What a link stops; null if we did not make it for this company. */
export function readStopToken(keys: Keys, companyId: string, token: string): Stop | null {
  const kind = kindOfStopToken(token)
  if (kind === undefined || !/^[\w-]{39}$/.test(token)) return null
  const hex = Buffer.from(token.slice(0, 22), 'base64url').toString('hex')
  const recipientId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const stop = { companyId, recipientId, kind }
  return stopTokensOf(keys, stop).includes(token) && mailKinds[kind].mayStop ? stop : null
}
