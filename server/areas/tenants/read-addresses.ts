import type { Language } from '#contract/core/language.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** A recipient of a notice and their language. */
interface Receiver {
  email: string
  language: Language
}

/** Recipients when something about a client needs action: its own people and its agency's who get notices. */
export async function readReceivers(tx: Tx, agencyId: string, clientId: string): Promise<Receiver[]> {
  const { rows } = await tx.query<Receiver>(
    `select email, coalesce(language, 'en') as language from app_user
     where agency_id = $1 and status = 'active'
       and gets_notices and (client_id = $2 or client_id is null)
     order by client_id is null, created_at, id limit 20`,
    [agencyId, clientId],
  )
  return rows
}

/** People of an agency who can get notices, by name. */
export async function readNoticePeople(tx: Tx, agencyId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await tx.query<{ id: string; name: string }>(
    `select id, full_name as name from app_user
      where agency_id = $1 and client_id is null and status = 'active' and removed_at is null
      order by full_name, id limit 500`,
    [agencyId],
  )
  return rows
}

/**
 * An agency's own people who get notices, each with their language. If some were chosen, these instead, whether or not they
 * get other notices; if none of them exists any more, the choice is ignored.
 */
export async function readNoticeReceivers(
  tx: Tx,
  agencyId: string,
  chosenIds: readonly string[] = [],
): Promise<Receiver[]> {
  if (chosenIds.length > 0) {
    const { rows: people } = await tx.query<Receiver>(
      `select email, coalesce(language, 'en') as language from app_user
        where agency_id = $1 and client_id is null and id = any($2::uuid[]) and status = 'active' and removed_at is null
        order by created_at, id`,
      [agencyId, chosenIds],
    )
    if (people.length > 0) return people
  }
  const { rows } = await tx.query<Receiver>(
    `select email, coalesce(language, 'en') as language from app_user
      where agency_id = $1 and client_id is null and status = 'active' and gets_notices and removed_at is null
      order by created_at, id limit 20`,
    [agencyId],
  )
  return rows
}

/** A client's own people who get notices. */
export async function readClientReceivers(tx: Tx, agencyId: string, clientId: string): Promise<Receiver[]> {
  const { rows } = await tx.query<Receiver>(
    `select email, coalesce(language, 'en') as language from app_user
      where agency_id = $1 and client_id = $2 and status = 'active' and gets_notices and removed_at is null
      order by created_at, id limit 20`,
    [agencyId, clientId],
  )
  return rows
}

/** A company's own people who get notices: an agency's owners, the operator's system users and others chosen for them. */
export async function readCompanyReceivers(tx: Tx, companyId: string): Promise<Receiver[]> {
  const { rows } = await tx.query<Receiver>(
    `select email, coalesce(language, 'en') as language from app_user
      where company_id = $1 and gets_notices and status = 'active' and removed_at is null
      order by created_at, id limit 20`,
    [companyId],
  )
  return rows
}

/** A person's own address and the language that they chose, if any. */
export async function readOwnAddress(
  tx: Tx,
  userId: string,
): Promise<{ email: string; language: Language | null } | undefined> {
  const { rows } = await tx.query<{ email: string; language: Language | null }>(
    'select email, language from app_user where id = $1',
    [userId],
  )
  return rows[0]
}

/** The operator's people who get notices, without sales staff. Only in the operator's own scope. */
export async function readOperators(tx: Tx, rootId: string): Promise<Receiver[]> {
  const { rows } = await tx.query<Receiver>(
    `select email, coalesce(language, 'en') as language from app_user
      where root_id = $1 and agency_id is null and kind in ('rootSystem', 'rootAdmin') and status = 'active'
        and gets_notices and removed_at is null
      order by created_at, id limit 20`,
    [rootId],
  )
  return rows
}

/** The language of a mail to several addresses, some without an account: that of the first with one. */
export async function readLanguage(tx: Tx, agencyId: string, emails: readonly string[]): Promise<Language> {
  const { rows } = await tx.query<{ language: Language | null }>(
    `select language from app_user
      where agency_id = $1 and email = any($2::text[]) and status = 'active' and removed_at is null
      order by array_position($2::text[], email::text) limit 1`,
    [agencyId, emails],
  )
  return rows[0]?.language ?? 'en'
}

/** The language of a message to a client’s account at a service: that of the client’s first user. */
export async function readClientLanguage(tx: Tx, agencyId: string, clientId: string): Promise<Language> {
  const { rows } = await tx.query<{ language: Language | null }>(
    `select language from app_user
      where agency_id = $1 and company_id = $2 and status = 'active' and removed_at is null
      order by created_at, id limit 1`,
    [agencyId, clientId],
  )
  return rows[0]?.language ?? 'en'
}
