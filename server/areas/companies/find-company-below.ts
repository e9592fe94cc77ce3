import type { Module } from '#contract/campaigns/modules.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied, invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'

export interface CompanyBelow {
  id: string
  kind: 'agency' | 'client'
  name: string
  rootId: string
  agencyId: string
  clientId: string | null
  modules: Module[]
  apiMode: boolean
  firstTerm: PaymentTerm | null
  /** The main user's. */
  email: string
  /** The main user has no password yet. */
  isInvited: boolean
}

/**
 * The company that a call manages, locked: an agency by the root, a client by its agency or the root. It is identified by its
 * main user together with itself or, when it was just added, with the company above. Nobody manages their own company this
 * way.
 */
export async function findCompanyBelow(
  tx: Tx,
  { caller }: SignedInCall,
  companyId: string,
  userId: string,
  userField: string,
): Promise<CompanyBelow> {
  const { rows } = await tx.query<CompanyBelow & { kind: string; mainUserId: string | null }>(
    `select company.id, company.kind, company.name, company.root_id as "rootId", company.agency_id as "agencyId",
       company.client_id as "clientId", company.modules, company.api_mode as "apiMode",
       first_payment_term(company.payment_terms) as "firstTerm", company.main_email as email,
       company.main_user_id as "mainUserId", main.invited_until is not null as "isInvited"
     from company left join app_user main on main.id = company.main_user_id
     where company.id = (select company_id from app_user where id = $1) and company.removed_at is null
     for update of company`,
    [userId],
  )
  const company = rows[0]
  // The person was found; foreign and absent look the same.
  if (!company || ![company.id, aboveOf(company)].includes(companyId))
    throw invalid('companyId', 'This is not the company of this person.')
  if (company.mainUserId !== userId) throw invalid(userField, 'This is not the main user of this company.')
  if (company.id === caller.companyId) throw accessDenied('Only the company above yours can change it.')
  return company
}

const aboveOf = ({ rootId, agencyId, clientId }: CompanyBelow): string => (clientId === null ? rootId : agencyId)
