import { mailKinds, type MailKind } from '#contract/mails/kinds.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'

/** A reader of mails: a person with an account, or an address that somebody entered. */
export interface MailRecipient {
  id: string
  hasAccount: boolean
  /** Works for the company that sends the mail. */
  isStaff: boolean
  isStopped: boolean
}

export const recipientOf = (email: string): string => uuidOf(['mail recipient', email.toLowerCase()])

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
  const { rows: people } = await tx.query<{ id: string; isStopped: boolean; isStaff: boolean }>(
    `select id, coalesce(mail_choices ->> $3 = 'off', false) as "isStopped", company_id = $4 as "isStaff" from app_user
      where root_id = $1 and email = $2 and removed_at is null order by created_at limit 1`,
    [rootId, email, kind, agencyId ?? rootId],
  )
  const [person] = people
  const { mayStop } = mailKinds[kind]
  if (person)
    return { id: person.id, hasAccount: true, isStaff: person.isStaff, isStopped: mayStop && person.isStopped }
  const id = recipientOf(email)
  const { rowCount } = await tx.query(
    'select from mail_stop where agency_id = $1 and recipient_id = $2 and kind = $3',
    [agencyId ?? rootId, id, kind],
  )
  return { id, hasAccount: false, isStaff: false, isStopped: mayStop && rowCount === 1 }
}
