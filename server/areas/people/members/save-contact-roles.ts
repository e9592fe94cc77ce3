import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { canMailCodes } from '#server/areas/sign-in/second-factor/factors.ts'

/** What a request sets about a person besides their rights; omitted fields stay unchanged. */
export interface RequestedContactRoles {
  twoFactorAuth?: boolean | undefined
  getsNotices?: boolean | undefined
  noticesOff?: boolean | undefined
  isContact?: boolean | undefined
  isSupportContact?: boolean | undefined
}

/** Stores a person's contact roles. Throws `invalid` if a second factor is required and no code could be mailed to them. */
export async function saveContactRoles(
  tx: Tx,
  { platform }: Pick<SignedInCall, 'platform'>,
  { userId, companyId }: { userId: string; companyId: string },
  roles: RequestedContactRoles,
): Promise<void> {
  if (roles.twoFactorAuth && !canMailCodes(platform))
    throw invalid('twoFactorAuth', 'Codes are sent by mail, and there is no mail server yet.')
  if (roles.isContact) await clearFromOthers(tx, 'is_contact', companyId, userId)
  if (roles.isSupportContact) await clearFromOthers(tx, 'is_support_contact', companyId, userId)
  const wantsNotices = roles.getsNotices ?? (roles.noticesOff === undefined ? undefined : !roles.noticesOff)
  await tx.query(
    `update app_user set factor_demanded = coalesce($2, factor_demanded), wants_notices = coalesce($3, wants_notices),
       is_contact = coalesce($4, is_contact), is_support_contact = coalesce($5, is_support_contact) where id = $1`,
    [userId, roles.twoFactorAuth, wantsNotices, roles.isContact, roles.isSupportContact].map((value) => value ?? null),
  )
}

/** Each role belongs to one person of a company. */
async function clearFromOthers(
  tx: Tx,
  duty: 'is_contact' | 'is_support_contact',
  companyId: string,
  userId: string,
): Promise<void> {
  // Two concurrent choices run one after the other.
  await tx.query('select from company where id = $1 for no key update', [companyId])
  await tx.query(`update app_user set ${duty} = false where company_id = $1 and ${duty} and id <> $2`, [
    companyId,
    userId,
  ])
}

/** For the log: only the fields that were set. */
export const describeContactRoles = ({
  twoFactorAuth,
  getsNotices,
  noticesOff,
  isContact,
  isSupportContact,
}: RequestedContactRoles): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries({ twoFactorAuth, getsNotices, noticesOff, isContact, isSupportContact }).filter(
      (entry): entry is [string, boolean] => entry[1] !== undefined,
    ),
  )
