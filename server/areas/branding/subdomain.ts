import type { Tx } from '#server/platform/database/tx.ts'
import { sentences } from '#contract/core/sentences.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { lockOwnBrand } from './settings/own-brand.ts'
import { isReserved } from './reserved-names.ts'
import { endQuarantine, isReservedForAnother, releaseHost } from './released-hosts.ts'

/** The host below which agencies get their subdomains: the shortest of the root's host names. */
export async function readBaseHost(tx: Pick<Tx, 'query'>, rootId: string): Promise<string | null> {
  const { rows } = await tx.query<{ host: string }>(
    `select host from host where company_id = $1 and agency_id is null and host !~ '^[0-9.]+$'
     order by length(host), host limit 1`,
    [rootId],
  )
  return rows[0]?.host ?? null
}

/** An agency's subdomain without the domain; empty for none. */
export async function readSubdomain(tx: Tx, companyId: string): Promise<string> {
  const { rows } = await tx.query<{ host: string }>('select host from host where company_id = $1 and is_subdomain', [
    companyId,
  ])
  return rows[0]?.host.split('.')[0] ?? ''
}

/** Why a name cannot be an agency's subdomain, or null. A company may keep its current name. */
export async function subdomainProblem(
  tx: Tx,
  now_ms: number,
  rootId: string,
  companyId: string | null,
  name: string,
): Promise<'reserved' | 'taken' | null> {
  if (isReserved(name)) return 'reserved'
  const host = `${name}.${await readBaseHost(tx, rootId)}`
  const { rows } = await tx.query<{ company_id: string }>('select company_id from host where host = $1', [host])
  if (rows[0] && rows[0].company_id !== companyId) return 'taken'
  // A name in quarantine is just reported as taken, so that its last owner is not revealed.
  return (await isReservedForAnother(tx, now_ms, host, companyId)) ? 'taken' : null
}

export const subdomainTexts = { reserved: 'This subdomain is reserved.', taken: 'This subdomain is taken.' } as const

interface NewSubdomain {
  name: string
  /** The request's field with the name. */
  field: string
  /** The program chose it, so the owner is still asked. */
  isProposed?: boolean
}

/** Replaces a company's subdomain; its people sign in there from now on. */
export async function saveSubdomain(
  tx: Tx,
  at: Date,
  company: { companyId: string; rootId: string },
  { name, field, isProposed = false }: NewSubdomain,
): Promise<void> {
  const { companyId, rootId } = company
  const problem = await subdomainProblem(tx, at.getTime(), rootId, companyId, name)
  if (problem) throw invalid(field, subdomainTexts[problem])
  const host = `${name}.${await readBaseHost(tx, rootId)}`
  const was = await tx.query<{ host: string }>('select host from host where company_id = $1 and is_subdomain', [
    companyId,
  ])
  const { rows } = await tx.query<{ company_id: string }>(
    `with renamed as (update host set host = $1, is_proposed = $5 where company_id = $2 and is_subdomain returning company_id),
       added as (insert into host (host, company_id, root_id, agency_id, verified_at, is_subdomain, is_proposed)
         select $1, $2, $3, $2, $4, true, $5 where not exists (select from renamed) on conflict (host) do nothing
         returning company_id)
     select company_id from renamed union all select company_id from added`,
    [host, companyId, rootId, at, isProposed],
  )
  if (rows.length === 0) throw invalid(field, subdomainTexts.taken)
  await endQuarantine(tx, host)
  // A company with a host needs its own brand: otherwise its pages and mails would name the operator.
  await lockOwnBrand(tx, at.getTime(), { companyId, rootId, agencyId: companyId })
  const before = was.rows[0]?.host
  if (before === undefined || before === host) return
  await releaseHost(tx, at, before, companyId)
  // A sender derived from the name changes with it; a chosen one stays.
  await tx.query('update brand set mail_from = $3 where company_id = $1 and mail_from = $2', [
    companyId,
    `no-reply@${before}`,
    `no-reply@${host}`,
  ])
}

/** An available subdomain derived from a company's name. */
export async function proposeSubdomain(tx: Tx, now_ms: number, rootId: string, companyName: string): Promise<string> {
  const plain = companyName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '')
  const stem = plain === '' ? 'agency' : plain
  for (let number = 1; number < 10; number++) {
    const name = number === 1 ? stem : `${stem}-${number}`
    if ((await subdomainProblem(tx, now_ms, rootId, null, name)) === null) return name
  }
  // Many companies of one name: counting on would ask the database once for each of them.
  return `${stem}-${newId(now_ms).slice(-8)}`
}

/** Whether an agency's address is its own choice; nothing goes to its clients before that. */
export async function hasChosenHost(tx: Pick<Tx, 'query'>, agencyId: string): Promise<boolean> {
  const { rows } = await tx.query(
    'select from host where company_id = $1 and not is_proposed and removed_at is null limit 1',
    [agencyId],
  )
  return rows.length > 0
}

/** Throws `conflict` before an agency that was not asked for its address yet sends anything to a client. */
export async function assertHostChosen(tx: Pick<Tx, 'query'>, agencyId: string): Promise<void> {
  if (!(await hasChosenHost(tx, agencyId))) throw new Failure('conflict', { message: sentences.subdomainFirst })
}
