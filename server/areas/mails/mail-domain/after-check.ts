import { mailRecordKinds, type MailRecordKind, type MailRecordState } from '#contract/mails/mail-domain.ts'
import type { FoundRecords } from './inspect-mail-domain.ts'

export interface MailDomainState {
  states: Readonly<Record<MailRecordKind, MailRecordState>>
  /** Those that have been right once. */
  proven: readonly MailRecordKind[]
  signingSince_ms: number | null
  brokenSince_ms: number | null
  createdAt_ms: number
}

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms
/** While its records are being set, it is checked more often. */
const setUpFor_ms = 3 * day_ms

/** Mail is signed only while the key's record is there: a signature that nobody can check is worse than none. */
export function afterCheck(before: MailDomainState, found: FoundRecords, now_ms: number): MailDomainState {
  const isRight = (kind: MailRecordKind): boolean => found[kind].state === 'ok'
  const proven = mailRecordKinds.filter((kind) => isRight(kind) || before.proven.includes(kind))
  return {
    states: { spf: found.spf.state, dkim: found.dkim.state, dmarc: found.dmarc.state },
    proven,
    signingSince_ms: isRight('dkim') ? (before.signingSince_ms ?? now_ms) : null,
    brokenSince_ms: proven.every(isRight) ? null : (before.brokenSince_ms ?? now_ms),
    createdAt_ms: before.createdAt_ms,
  }
}

export const pauseAfter_ms = ({ states, createdAt_ms }: MailDomainState, now_ms: number): number =>
  mailRecordKinds.some((kind) => states[kind] !== 'ok') && now_ms - createdAt_ms < setUpFor_ms ? hour_ms : day_ms
/** Silent name servers say nothing about the records. */
export const pauseAfterSilence_ms = hour_ms
