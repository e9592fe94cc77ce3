import type pg from 'pg'

/** Fills the columns that the program derives for companies and people, for rows inserted by SQL. */
export async function fillNameIndex(admin: pg.Client): Promise<void> {
  for (const [table, kind] of [
    ['company', 'kind'],
    ['campaign', `'campaign'`],
  ])
    await admin.query(
      `insert into name_start (agency_id, of_id, start, root_id, client_id, kind, name)
       select agency_id, id, start, root_id, client_id, ${kind}, name from ${table}, name_starts(name) start
        where agency_id is not null on conflict do nothing`,
    )
  await admin.query(
    `update company set main_user_id = person.id, main_name = person.full_name, main_email = person.email
       from app_user person
      where person.company_id = company.id and person.kind in ('agencyOwner', 'client') and company.kind <> 'root'`,
  )
}

/** Fills the staff of agencies from the companies' own columns. */
export const fillAgencyStaff = (admin: pg.Client): Promise<unknown> =>
  admin.query(
    `insert into agency_staff (root_id, agency_id, user_id, part)
     select root_id, id, sales_rep_id, 'rep' from company where sales_rep_id is not null on conflict do nothing`,
  )
