import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Updates the main user's name and address stored with the company: called by code that adds a person or changes
 * either. The first owner of an agency and the first user of a client become its main user.
 */
export async function updateMainUser(tx: Tx, userId: string): Promise<void> {
  await tx.query(
    `update company set main_user_id = person.id, main_name = person.full_name, main_email = person.email
       from app_user person
      where person.id = $1 and company.id = person.company_id
        and (company.main_user_id = person.id
          or company.main_user_id is null
            and (company.kind, person.kind) in (('agency', 'agencyOwner'), ('client', 'client')))`,
    [userId],
  )
}
