import type { Module } from '#contract/campaigns/modules.ts'
import { modules } from '#contract/campaigns/modules.ts'
import { isBlankValue } from '#contract/core/documented-keys.ts'
import { sentences } from '#contract/core/sentences.ts'
import { modulesOf, termsOf, type PaymentTerm } from '#contract/companies/selections.ts'
import type { createUser, updateUser } from '#contract/companies/users.ts'
import { phoneProblem, readPhone, type Phone } from '#server/areas/people/profile/phone.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied, invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { addToGroup } from './groups/company-groups.ts'

export type NewCompanyBody = Exclude<Input<typeof createUser>['body'], { userType: 'administrator' | 'sales' }>
export type ChangedCompanyBody = Exclude<Input<typeof updateUser>['body'], { userType: 'administrator' | 'sales' }>
type Body = NewCompanyBody | ChangedCompanyBody

/** The number as stored; null if none was entered. Throws `invalid` for one that cannot exist (R227). */
export function phoneOf(body: Body): Phone | null {
  if (body.phone === '') return null
  const phone = readPhone(body.phone, body.phoneCountry)
  if (!phone) throw invalid('phone', phoneProblem)
  return phone
}

const clientsOnly = ['siteUrl', 'showsPhone', 'editsSheets', 'groupId', 'mayManageCampaigns'] as const
const agenciesOnly = ['customDomain', 'apiMode', 'whiteLabel', 'subdomain'] as const
/** Fields that sales staff see as empty (`presentTo`, `readDetail`), so what their form sends for them is ignored. */
const unseenBySales = ['apiMode', 'twoFactorAuth', 'noticesOff'] as const

/**
 * Removes fields that belong to agencies only or to clients only, or that the caller does not see: every form sends all of
 * them (D2§3 L61), and a field that has no meaning for the company is refused if set. Throws `forbidden` for what others
 * decide.
 */
export function withoutForeignFields<B extends Body>(body: B, { caller }: SignedInCall): B {
  const isAgency = body.userType === 'userdownline'
  const remaining = { ...body }
  for (const field of isAgency ? clientsOnly : agenciesOnly) {
    // An agency always has a phone number.
    const isAsking = field === 'showsPhone' ? body[field] === false : !isBlankValue(body[field])
    if (isAsking) throw invalid(field, isAgency ? sentences.clientsOnly : sentences.agenciesOnly)
    delete remaining[field]
  }
  for (const field of caller.kind === 'accountExecutive' ? unseenBySales : []) {
    if (!isBlankValue(body[field])) throw accessDenied()
    delete remaining[field]
  }
  // R153: the operator's.
  if (remaining.apiMode !== undefined && caller.agencyId !== null) throw accessDenied()
  if ((remaining.whiteLabel ?? remaining.customDomain) !== undefined && caller.kind !== 'rootSystem')
    throw accessDenied()
  return remaining
}

interface Row {
  modules: Module[]
  terms: PaymentTerm[]
}

/** What a company may get: everything for an agency, its agency's selection for a client. */
async function readOffered(tx: Tx, agencyId: string | null): Promise<Row | null> {
  if (agencyId === null) return null
  const { rows } = await tx.query<Row>('select modules, payment_terms as terms from company where id = $1', [agencyId])
  return rows[0] ?? null
}

/** The chosen products and terms; null if none are listed. Throws `invalid` for what the agency does not have. */
export async function chosenOf(
  tx: Tx,
  body: Body,
  agencyId: string | null,
): Promise<{ modules: Module[] | null; terms: PaymentTerm[] | null }> {
  const offer = await readOffered(tx, agencyId)
  const choices = {
    modules: body.selectedModules?.length ? modulesOf(body.selectedModules) : null,
    terms: body.selectedTerms?.length ? termsOf(body.selectedTerms) : null,
  }
  if (choices.modules?.some((module) => !(offer?.modules ?? modules).includes(module)))
    throw invalid('selectedModules', 'The agency does not have this product.')
  if (offer && choices.terms?.some((term) => !offer.terms.includes(term)))
    throw invalid('selectedTerms', 'The agency does not have this payment term.')
  return choices
}

/** Flags of a client's user; their agency decides whether they create campaigns (OQ-12). */
export const clientPermissions = ({ mayManageCampaigns = false }: Body): Record<string, boolean> =>
  mayManageCampaigns ? { 'campaign.create': true } : {}

/** Sets client-only fields; omitted ones stay unchanged. Throws `invalid` for a group that their agency does not have. */
export async function saveClient(tx: Tx, body: Body, path: { agencyId: string; clientId: string }): Promise<void> {
  const { siteUrl: site, showsPhone: phone, editsSheets: sheets, groupId } = body
  await tx.query(
    `update company set site_url = coalesce($2, site_url), shows_phone = coalesce($3, shows_phone),
       edits_sheets = coalesce($4, edits_sheets) where id = $1`,
    [path.clientId, site ?? null, phone ?? null, sheets ?? null],
  )
  if (groupId !== undefined && !(await addToGroup(tx, path, groupId))) throw invalid('groupId', 'Group not found.')
}
