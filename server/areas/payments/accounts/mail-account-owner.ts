import type { Language } from '#contract/core/language.ts'
import { findHostOf } from '#server/areas/branding/find-host.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { Owner } from './connected-accounts.ts'

/** The page on which the owner fixes the account. */
const pages: Readonly<Record<Owner['kind'], string>> = {
  agency: '/configuration/general-setting?section=payment-account',
  sales: '/configuration/sales-connect-account',
}

/** Mails an account's owner in the operator's name, with the page on which the account is fixed. */
export async function mailAccountOwner(
  tx: Tx,
  platform: Platform,
  owner: Owner,
  textWith: (url: string) => (say: Translate) => MailContent,
): Promise<void> {
  const host = await findHostOf(tx, owner.agencyId ?? owner.rootId)
  if (!host) return
  const write = textWith(pageAddress(platform.config, host, pages[owner.kind]))
  for (const { email, language } of await readOwners(tx, owner))
    await queueMail(tx, platform, {
      kind: 'money',
      to: { rootId: owner.rootId, agencyId: null, email, language },
      write,
    })
}

/** The agency's owners who get notices, or the sales person. */
async function readOwners(tx: Tx, { kind, id, rootId }: Owner): Promise<{ email: string; language: Language }[]> {
  const { rows } = await tx.query<{ email: string; language: Language }>(
    `select email, coalesce(language, 'en') as language from app_user
      where root_id = $1 and status = 'active' and removed_at is null
        and ($2 = 'agency' and company_id = $3 and kind = 'agencyOwner' and gets_notices or $2 = 'sales' and id = $3)
      order by created_at, id limit 20`,
    [rootId, kind, id],
  )
  return rows
}
