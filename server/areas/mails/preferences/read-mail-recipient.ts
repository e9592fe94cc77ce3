import { mailKinds, mayBe, type MailKind } from '#contract/mails/kinds.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'

/** A reader of mails: a person with an account, or an address that somebody entered. */
export interface MailRecipient {
  id: string
  hasAccount: boolean
  /** Works for the company that sends the mail. */
  isStaff: boolean
  isStopped: boolean
  /** Wants notices in their browsers instead. */
  wantsPush: boolean
}

export const recipientOf = (email: string): string => uuidOf(['mail recipient', email.toLowerCase()])

/** Whether a choice means that no mail is sent. */
export const sendsNothing = (choice: string | null): boolean => choice === 'off' || choice === 'app'

/**
 * Whether this address stopped mails of a kind from this company: by its person's choice, or through a link. In the operator's
 * scope, which sees everybody.
 */
export async function readMailRecipient(
  tx: Tx,
  { rootId, agencyId }: { rootId: string; agencyId: string | null },
  email: string,
  kind: MailKind,
): Promise<MailRecipient> {
  const { rows: people } = await tx.query<{ id: string; choice: string | null; isStaff: boolean }>(
    `select id, mail_choices ->> $3 as choice, company_id = $4 as "isStaff" from app_user
      where root_id = $1 and email = $2 and removed_at is null order by created_at limit 1`,
    [rootId, email, kind, agencyId ?? rootId],
  )
  const [person] = people
  const { mayStop } = mailKinds[kind]
  if (person) {
    const { choice, ...rest } = person
    const wantsPush = choice === 'push' && mayBe(kind, 'push')
    return { ...rest, hasAccount: true, isStopped: mayStop && sendsNothing(choice), wantsPush }
  }
  const id = recipientOf(email)
  const { rowCount } = await tx.query(
    'select from mail_stop where agency_id = $1 and recipient_id = $2 and kind = $3',
    [agencyId ?? rootId, id, kind],
  )
  return { id, hasAccount: false, isStaff: false, isStopped: mayStop && rowCount === 1, wantsPush: false }
}
