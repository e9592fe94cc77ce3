import type { UserKind } from '#contract/people/user-kind.ts'
import type { Language } from '#contract/core/language.ts'
import type { HostOwner } from '#server/areas/branding/find-host.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A person with everything that sign-in needs, read before there is a session. */
export interface Account {
  userId: string
  kind: UserKind
  rootId: string
  agencyId: string | null
  email: string
  fullName: string
  /** English if nothing was chosen. */
  language: Language
  companyName: string
  /** A second factor is required of them. */
  factorDemanded: boolean
}

interface Row {
  user_id: string
  kind: UserKind
  root_id: string
  agency_id: string | null
  email: string
  full_name: string
  language: Language
  company_name: string
  factor_demanded: boolean
}

/** An agency's host accepts only that agency's people; the root's own host everybody of that root. */
export const isAdmitted = (
  person: { rootId: string; agencyId: string | null },
  hostOwner: Pick<HostOwner, 'rootId' | 'agencyId'>,
): boolean =>
  person.rootId === hostOwner.rootId && (hostOwner.agencyId === null || person.agencyId === hostOwner.agencyId)

/** The account of an address that may sign in on a host, or null: unknown, disabled and another host's look alike. */
export async function findAccount(platform: Platform, hostOwner: HostOwner, email: string): Promise<Account | null> {
  const account = await findAccountBy(platform, hostOwner.rootId, 'u.email = $1', email)
  return account && isAdmitted(account, hostOwner) ? account : null
}

/** The account of a person identified by a session or a link. */
export const findAccountById = (platform: Platform, rootId: string, userId: string): Promise<Account | null> =>
  findAccountBy(platform, rootId, 'u.id = $1', userId)

const maxNoticed = 20

/** The people of a company who get notices that require action. */
export const findNoticed = (
  platform: Platform,
  { rootId, companyId }: { rootId: string; companyId: string },
): Promise<Account[]> => findAccountsBy(platform, rootId, 'u.company_id = $1 and u.gets_notices', companyId)

const findAccountBy = async (
  ...by: [platform: Platform, rootId: string, condition: 'u.email = $1' | 'u.id = $1', value: string]
): Promise<Account | null> => (await findAccountsBy(...by))[0] ?? null

const findAccountsBy = (
  platform: Platform,
  rootId: string,
  condition: 'u.email = $1' | 'u.id = $1' | 'u.company_id = $1 and u.gets_notices',
  value: string,
): Promise<Account[]> =>
  inScope(
    platform.appPool,
    { kind: 'root', rootId },
    async (tx) => {
      const { rows } = await tx.query<Row>(
        `select u.id as user_id, u.kind, u.root_id, u.agency_id, u.email, u.full_name, coalesce(u.language, 'en') as language,
           c.name as company_name, u.factor_demanded
         from app_user u
         join credential on credential.user_id = u.id
         join company c on c.id = u.company_id and c.status = 'active'
         left join company a on a.id = u.agency_id
         where ${condition} and u.root_id = $2 and u.status = 'active' and (a.id is null or a.status = 'active')
         order by u.created_at, u.id limit ${maxNoticed}`,
        [value, rootId],
      )
      return rows.map((row) => ({
        userId: row.user_id,
        kind: row.kind,
        rootId: row.root_id,
        agencyId: row.agency_id,
        email: row.email,
        fullName: row.full_name,
        language: row.language,
        companyName: row.company_name,
        factorDemanded: row.factor_demanded,
      }))
    },
    { readOnly: true },
  )
