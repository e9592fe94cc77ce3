import type pg from 'pg'
import { newId } from '#server/platform/ids.ts'
import { fillNameIndex } from '../support/fill-derived.ts'

export interface Tree {
  rootId: string
  rootHost: string
  operatorId: string
  /** A salesperson who looks after two hundred agencies. */
  repId: string
  /** The agency with the most clients, and its owner. */
  firstId: string
  firstOwnerId: string
  firstHost: string
}

interface Size {
  agencies: number
  clients: number
  /** How many clients the first agency has; the rest are spread evenly. */
  clientsOfFirst: number
}

/** A root with agencies and clients, each with its main user and its counts; every seventh client has an active campaign. */
export async function fillTree(admin: pg.Client, { agencies, clients, clientsOfFirst }: Size): Promise<Tree> {
  const [rootId, operatorId, repId, firstId, firstOwnerId] = Array.from({ length: 5 }, () => newId(Date.now())) as [
    string,
    string,
    string,
    string,
    string,
  ]
  await admin.query(
    `insert into company (id, kind, root_id, name, created_at) values ($1, 'root', $1, 'Root', now())`,
    [rootId],
  )
  await admin.query(
    `insert into company (id, kind, root_id, agency_id, name, payment_status, manual_bill, api_mode, created_at)
     select id, 'agency', $1, id, ${nameOf('n')} || ' Agency ' || n, case when n % 50 = 0 then 'failed' else 'ok' end,
       n % 30 = 0, n % 20 = 0, now() - n * interval '1 hour'
       from (select case when n = 1 then $2::uuid else gen_random_uuid() end as id, n from generate_series(1, $3) n) made`,
    [rootId, firstId, agencies],
  )
  await admin.query(
    `insert into company (id, kind, root_id, agency_id, client_id, name, created_at)
     select id, 'client', $1, agency_id, id, ${nameOf('n')} || ' Client ' || n, now() - n * interval '1 minute'
       from (select gen_random_uuid() as id, n from generate_series(1, $2) n) made
       join (select id as agency_id, row_number() over (order by id = $4 desc, id) as place
               from company where kind = 'agency') agency
         on place = case when n <= $3 then 1 else 2 + n % ($5 - 1) end`,
    [rootId, clients, clientsOfFirst, firstId, agencies],
  )
  await admin.query(
    `insert into app_user (id, company_id, root_id, agency_id, client_id, kind, full_name, email, created_at)
     select case when id = $1 then $2::uuid else gen_random_uuid() end, id, root_id, agency_id, client_id,
       case kind when 'agency' then 'agencyOwner' else 'client' end, ${nameOf('place')} || ' ' || ${nameOf('place * 7')},
       'person' || place || '@example.com', created_at
       from (select *, row_number() over (order by id) as place from company where kind <> 'root') numbered`,
    [firstId, firstOwnerId],
  )
  await admin.query(
    `insert into app_user (id, company_id, root_id, kind, full_name, email, created_at)
     values ($1, $2, $2, 'rootSystem', 'Operator', 'operator@example.com', now()),
       ($3, $2, $2, 'salesRep', 'Representative', 'rep@example.com', now())`,
    [operatorId, rootId, repId],
  )
  await admin.query(
    `insert into developer_credential (id, root_id, agency_id, company_id, public_name, secret_hash, secret_sealed, created_by,
       created_at, expires_at)
     select gen_random_uuid(), root_id, agency_id, company_id, 'dev_' || id, '\\x00', '', id, now(), now() + interval '1 year'
       from app_user where kind = 'agencyOwner' and hashtext(company_id::text) % 25 = 0`,
  )
  await admin.query(
    `insert into company_count (company_id, root_id, agency_id, client_id, companies, campaigns, active_campaigns)
     select id, root_id, agency_id, client_id, case kind when 'root' then $1 when 'agency' then size - 1 else 0 end,
       case when kind = 'client' then 2 else 0 end,
       case when kind = 'client' and hashtext(id::text) % 7 = 0 then 1 else 0 end
       from (select *, count(*) over (partition by agency_id) as size from company) sized`,
    [agencies],
  )
  const [rootHost, firstHost] = ['localhost', 'first.localhost']
  await admin.query(
    `insert into host (host, company_id, root_id, agency_id, verified_at)
     values ($1, $2, $2, null, now()), ($3, $4, $2, $4, now())`,
    [rootHost, rootId, firstHost, firstId],
  )
  await fillNameIndex(admin)
  await admin.query('vacuum analyze')
  return { rootId, rootHost, operatorId, repId, firstId, firstOwnerId, firstHost }
}

/** One of forty names, so that some searches match many and some few. */
const nameOf = (number: string): string =>
  `(array['Ada','Bruno','Chloe','Dmitri','Elena','Farid','Greta','Hugo','Ines','Jonas','Kira','Lars','Maya','Nils','Olga',
    'Paul','Quinn','Rosa','Sami','Tara','Umar','Vera','Wim','Xenia','Yara','Zoe','Alma','Boris','Cleo','Dana','Emil','Fay',
    'Gil','Hana','Ivo','June','Kai','Lena','Milo','Nora'])[1 + (${number}) % 40]`
