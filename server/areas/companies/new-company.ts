import type { Module } from '#contract/campaigns/modules.ts'
import { modules } from '#contract/campaigns/modules.ts'
import { asksForNothing } from '#contract/core/documented-keys.ts'
import { sentences } from '#contract/core/sentences.ts'
import { modulesOf, termsOf, type PaymentTerm } from '#contract/companies/selections.ts'
import type { createUser, updateUser } from '#contract/companies/users.ts'
import { phoneProblem, readPhone, type Phone } from '#server/areas/people/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { forbidden, invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { putInGroup } from './groups/company-groups.ts'

export type NewCompanyBody = Exclude<Input<typeof createUser>['body'], { userType: 'administrator' | 'sales' }>
export type ChangedCompanyBody = Exclude<Input<typeof updateUser>['body'], { userType: 'administrator' | 'sales' }>
type Body = NewCompanyBody | ChangedCompanyBody

/** The number as it is kept; null where none was typed. Throws `invalid` for one that cannot exist (R227). */
export function phoneOf(body: Body): Phone | null {
  if (body.phone === '') return null
  const phone = readPhone(body.phone, body.phoneCountry)
  if (!phone) throw invalid('phone', phoneProblem)
  return phone
}

const clientsOnly = ['siteUrl', 'showsPhone', 'groupId', 'mayManageCampaigns'] as const
const agenciesOnly = ['customDomain', 'apiMode', 'whiteLabel', 'subdomain'] as const
/** What sales staff are shown empty (`presentTo`, `readDetail`): what their form sends of it says nothing. */
const unseenBySales = ['apiMode', 'twoFactorAuth', 'noticesOff'] as const

/**
 * The body without fields that belong to agencies alone or to clients alone, or that the caller does not see: every form
 * sends all of them (D2§3 L61), and one that asks for something where it means nothing is refused. Throws `forbidden` for
 * what is others' to say.
 */
export function withoutStrangeFields<B extends Body>(body: B, { caller }: SignedInCall): B {
  const isAgency = body.userType === 'userdownline'
  const kept = { ...body }
  for (const field of isAgency ? clientsOnly : agenciesOnly) {
    // Phone numbers are what an agency has in any case.
    const isAsking = field === 'showsPhone' ? body[field] === false : !asksForNothing(body[field])
    if (isAsking) throw invalid(field, isAgency ? sentences.clientsOnly : sentences.agenciesOnly)
    delete kept[field]
  }
  for (const field of caller.kind === 'accountExecutive' ? unseenBySales : []) {
    if (!asksForNothing(body[field])) throw forbidden()
    delete kept[field]
  }
  // R153: the operator's.
  if (kept.apiMode !== undefined && caller.agencyId !== null) throw forbidden()
  if ((kept.whiteLabel ?? kept.customDomain) !== undefined && caller.kind !== 'rootSystem') throw forbidden()
  return kept
}

interface Row {
  modules: Module[]
  terms: PaymentTerm[]
}

/** What a company may be given: everything for an agency, what its agency has for a client. */
async function readOffered(tx: Tx, agencyId: string | null): Promise<Row | null> {
  if (agencyId === null) return null
  const { rows } = await tx.query<Row>('select modules, payment_terms as terms from company where id = $1', [agencyId])
  return rows[0] ?? null
}

/** The chosen products and terms; null where nothing was said. Throws `invalid` for what the agency does not have. */
export async function chosenOf(
  tx: Tx,
  body: Body,
  agencyId: string | null,
): Promise<{ modules: Module[] | null; terms: PaymentTerm[] | null }> {
  const offered = await readOffered(tx, agencyId)
  const chosen = {
    modules: body.selectedModules ? modulesOf(body.selectedModules) : null,
    terms: body.selectedTerms ? termsOf(body.selectedTerms) : null,
  }
  if (chosen.modules?.some((module) => !(offered?.modules ?? modules).includes(module)))
    throw invalid('selectedModules', 'The agency does not have this product.')
  if (offered && chosen.terms?.some((term) => !offered.terms.includes(term)))
    throw invalid('selectedTerms', 'The agency does not have this payment term.')
  return chosen
}

/** Flags of a client's person: whether they make campaigns is their agency's to say (OQ-12). */
export const clientPermissions = ({ mayManageCampaigns = false }: Body): Record<string, boolean> =>
  mayManageCampaigns ? { 'campaign.create': true } : {}

/**
 * What is set on clients alone; what is left out stays. Throws `invalid` for a group that their agency does not have.
 */
export async function saveClient(tx: Tx, body: Body, path: { agencyId: string; clientId: string }): Promise<void> {
  const { siteUrl: site, showsPhone: phone, groupId } = body
  await tx.query(
    'update company set site_url = coalesce($2, site_url), shows_phone = coalesce($3, shows_phone) where id = $1',
    [path.clientId, site ?? null, phone ?? null],
  )
  if (groupId !== undefined && !(await putInGroup(tx, path, groupId)))
    throw invalid('groupId', 'There is no such group.')
}
