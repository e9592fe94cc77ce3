import type { MailRecordKind, MailRecordState } from '#contract/mails/mail-domain.ts'
import { dateOf } from '#server/platform/clock.ts'
import { newMailKeys } from '#server/platform/crypto/mail-keys.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newPixelKey } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { pauseAfter_ms, pauseAfterSilence_ms, type MailDomainState } from './after-check.ts'
import type { FoundRecords } from './inspect-mail-domain.ts'

/** The domain of a company's own sender. */
export interface StoredMailDomain extends MailDomainState {
  domain: string
  selector: string
  publicKey: string
  spfFound: string
  dmarcFound: string
  checkedAt: Date | null
}

interface Row extends Record<MailRecordKind, MailRecordState> {
  domain: string
  selector: string
  public_key: string
  spf_found: string
  dmarc_found: string
  proven: MailRecordKind[]
  signing_since: Date | null
  broken_since: Date | null
  created_at: Date
  checked_at: Date | null
}

const toStored = (row: Row): StoredMailDomain => ({
  domain: row.domain,
  selector: row.selector,
  publicKey: row.public_key,
  states: { spf: row.spf, dkim: row.dkim, dmarc: row.dmarc },
  spfFound: row.spf_found,
  dmarcFound: row.dmarc_found,
  proven: row.proven,
  signingSince_ms: row.signing_since?.getTime() ?? null,
  brokenSince_ms: row.broken_since?.getTime() ?? null,
  createdAt_ms: row.created_at.getTime(),
  checkedAt: row.checked_at,
})

/** What is stored of the domain; null if nothing is, or another one's. Locked on request, so that checks do not race. */
export async function readStored(
  tx: Tx,
  companyId: string,
  domain: string,
  lock = false,
): Promise<StoredMailDomain | null> {
  const { rows } = await tx.query<Row>(
    `select * from mail_domain where agency_id = $1 and domain = $2 ${lock ? 'for update' : ''}`,
    [companyId, domain],
  )
  return rows[0] ? toStored(rows[0]) : null
}

export const keySealOf = (companyId: string): string => `mail_domain.private_key_sealed|${companyId}`

interface Owner {
  companyId: string
  rootId: string
}

/** Gives a domain its keys, in place of those of an earlier one. A key that it has already stays. */
export async function storeNewDomain(platform: Platform, { companyId, rootId }: Owner, domain: string) {
  const { publicKey, privateKey } = await newMailKeys()
  const selector = `m-${newPixelKey().slice(0, 8)}`
  const sealedKey = platform.secrets.seal(privateKey, keySealOf(companyId))
  const at = dateOf(platform.clock.now())
  return async (tx: Tx): Promise<void> => {
    await tx.query(
      `insert into mail_domain (agency_id, root_id, domain, selector, public_key, private_key_sealed, created_at, next_check_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)
       on conflict (agency_id) do update set domain = excluded.domain, selector = excluded.selector,
         public_key = excluded.public_key, private_key_sealed = excluded.private_key_sealed, created_at = excluded.created_at,
         next_check_at = excluded.next_check_at, spf = 'unknown', dkim = 'unknown', dmarc = 'unknown', spf_found = '',
         dmarc_found = '', proven = '{}', signing_since = null, broken_since = null, checked_at = null
       where mail_domain.domain <> excluded.domain`,
      [companyId, rootId, domain, selector, publicKey, sealedKey, at],
    )
  }
}

export async function storeCheck(
  tx: Tx,
  companyId: string,
  { domain, after, records, now_ms }: { domain: string; after: MailDomainState; records: FoundRecords; now_ms: number },
): Promise<void> {
  const dateOrNull = (at_ms: number | null): Date | null => (at_ms === null ? null : dateOf(at_ms))
  await tx.query(
    `update mail_domain set spf = $3, dkim = $4, dmarc = $5, spf_found = $6, dmarc_found = $7, proven = $8,
       signing_since = $9, broken_since = $10, checked_at = $11, next_check_at = $12
     where agency_id = $1 and domain = $2`,
    [
      companyId,
      domain,
      after.states.spf,
      after.states.dkim,
      after.states.dmarc,
      records.spf.found.slice(0, 2_000),
      records.dmarc.found.slice(0, 2_000),
      after.proven,
      dateOrNull(after.signingSince_ms),
      dateOrNull(after.brokenSince_ms),
      dateOf(now_ms),
      dateOf(now_ms + pauseAfter_ms(after, now_ms)),
    ],
  )
}

export async function storeSilence(tx: Tx, companyId: string, now_ms: number): Promise<void> {
  await tx.query('update mail_domain set next_check_at = $2 where agency_id = $1', [
    companyId,
    dateOf(now_ms + pauseAfterSilence_ms),
  ])
}

/** A company whose sender changed or ended has no domain of the earlier one. */
export async function forgetOtherDomains(tx: Tx, companyId: string, domain: string): Promise<void> {
  await tx.query('delete from mail_domain where agency_id = $1 and domain <> $2', [companyId, domain])
}
