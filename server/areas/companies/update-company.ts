import { moduleNames, type Module } from '#contract/campaigns/modules.ts'
import { sentences } from '#contract/core/sentences.ts'
import { assertFormUnchanged } from '#server/areas/activity/form-version.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { assertAddressUnseen } from '#server/areas/people/claim-address.ts'
import { invalidateCallers } from '#server/areas/people/members/change-member.ts'
import { phoneProblem } from '#server/areas/people/profile/phone.ts'
import { saveContactRoles, describeContactRoles } from '#server/areas/people/members/save-contact-roles.ts'
import { sendInvitation } from '#server/areas/people/members/send-invitation.ts'
import { readSubdomain, saveSubdomain } from '#server/areas/branding/subdomain.ts'
import { saveWhiteLabel } from '#server/areas/branding/settings/own-brand.ts'
import { readActiveCampaigns } from '#server/areas/campaigns/read/read-active.ts'
import { claimDomain } from '#server/areas/domains/claim-domain.ts'
import { followTerms, type MovedClient } from '#server/areas/pricing/follow-terms.ts'
import { lockPrices } from '#server/areas/pricing/lock-prices.ts'
import { indexCompanyNames } from '#server/areas/tenants/index-company-names.ts'
import { updateMainUser } from '#server/areas/tenants/update-main-user.ts'
import { lockProducts } from '#server/areas/tenants/lock-companies.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { companyFields, readDetail } from './tree/read-company.ts'
import { findCompanyBelow, type CompanyBelow } from './find-company-below.ts'
import {
  chosenOf,
  clientPermissions,
  phoneOf,
  saveClient,
  withoutForeignFields,
  type ChangedCompanyBody,
} from './new-company.ts'

/** Changes an agency or a client with its main user. Signed-in people are affected at once. */
export async function updateCompany(given: ChangedCompanyBody, call: SignedInCall): Promise<void> {
  const body = withoutForeignFields(given, call)
  const isAgency = body.userType === 'userdownline'
  const phone = phoneOf(body)
  // R227 to R229: required for agencies.
  if (isAgency && !phone) throw invalid('phone', phoneProblem)
  if (isAgency && !body.subdomain) throw invalid('subdomain', 'The subdomain is required.')
  if (isAgency && !body.selectedTerms?.length) throw invalid('selectedTerms', 'Please select payment term')
  if (await call.inScope((tx) => isNewAddress(tx, body))) await call.countAccount(call.caller.companyId)
  await call.inScope(async (tx) => {
    const { object } = call
    if (body.selectedTerms?.length && object) await lockPrices(tx, object)
    const company = await findCompanyBelow(tx, call, body.companyId, body.userId, 'userId')
    if ((company.kind === 'agency') !== isAgency) throw invalid('userType', sentences.notOfCompany)
    // Before the clients are narrowed: one that is being added has read what its agency had.
    if (isAgency) await lockProducts(tx, company.agencyId)
    await assertUnchanged(tx, call, company, body.version)
    if (isAgency || (await opensAccount(tx, body))) await call.requireRecentProof(tx)
    const { modules, terms } = await chosenOf(tx, body, isAgency ? null : company.agencyId)
    const at = dateOf(call.platform.clock.now())
    await tx.query(
      `update company set name = $2, external_organization_id = $3, api_mode = coalesce($4, api_mode),
         api_mode_since = case when $4 and not api_mode then $7 else api_mode_since end,
         modules = coalesce($5, modules), payment_terms = coalesce($6, payment_terms) where id = $1`,
      [
        company.id,
        body.companyName,
        body.externalOrganizationId,
        body.apiMode ?? null,
        modules,
        terms,
        new Date(machineTime(call.platform.clock)),
      ],
    )
    await indexCompanyNames(tx, company.agencyId, [company.id])
    const { rootId, agencyId } = company
    const campaigns = isAgency ? await narrowClients(tx, agencyId) : await withNewTerm(tx, company)
    await followTerms(tx, { rootId, agencyId, moved: campaigns }, at)
    if (company.clientId !== null) await saveClient(tx, body, { agencyId, clientId: company.clientId })
    if (modules) await assertNoActiveCampaigns(tx, company, modules)
    await tx.query('update app_user set full_name = $2, phone_e164 = $3, phone_country = $4 where id = $1', [
      body.userId,
      body.fullName,
      phone?.e164 ?? null,
      phone?.country ?? null,
    ])
    await updateMainUser(tx, body.userId)
    await saveContactRoles(tx, call, { userId: body.userId, companyId: company.id }, body)
    if (body.mayManageCampaigns !== undefined)
      await tx.query(`update app_user set permissions = permissions - 'campaign.create' || $2 where company_id = $1`, [
        company.id,
        JSON.stringify(clientPermissions(body)),
      ])
    if (isAgency) await saveAgency(tx, call, company, body)
    if (body.email !== company.email) await changeInvitedEmail(tx, call, company, body)
    await recordUpdate(tx, call, company, body, modules)
    await invalidateCallers(tx, call.platform, body.userId)
  })
}

async function assertUnchanged(
  tx: Tx,
  { caller, platform }: SignedInCall,
  company: CompanyBelow,
  version: string | undefined,
): Promise<void> {
  if (version === undefined) return
  const { id: targetId, agencyId: bookId } = company
  const fields = companyFields((await readDetail(tx, caller, company))!)
  await assertFormUnchanged(tx, platform, version, { bookId, targetId, actions: ['company.updated'], fields })
}

/** An agency's host and colors; omitted fields stay unchanged. */
async function saveAgency(
  tx: Tx,
  call: SignedInCall,
  { id: companyId, rootId, agencyId }: CompanyBelow,
  body: ChangedCompanyBody,
): Promise<void> {
  const now_ms = call.platform.clock.now()
  const { subdomain: name, customDomain: domain, whiteLabel: label } = body
  // The form sends it with every change; only a new name is the operator's choice.
  if (name && name !== (await readSubdomain(tx, companyId)))
    await saveSubdomain(tx, dateOf(now_ms), { companyId, rootId }, { name, field: 'subdomain' })
  if (label !== undefined) await saveWhiteLabel(tx, now_ms, { companyId, rootId, agencyId }, label)
  if (domain !== undefined) await claimDomain(tx, call, { companyId, rootId }, { typed: domain, field: 'customDomain' })
}

/** If a client's first payment term changed, the price of its leads follows. */
async function withNewTerm(tx: Tx, { id, firstTerm }: CompanyBelow): Promise<MovedClient[]> {
  const text = `select id, coalesce($2, 'Weekly') as before from company
    where id = $1 and first_payment_term(payment_terms) is distinct from $2`
  return (await tx.query<MovedClient>(text, [id, firstTerm])).rows
}

/**
 * Clients cannot have more than their agency; a client left without a payment term gets its agency's. Returns those
 * whose first term changed.
 */
async function narrowClients(tx: Tx, agencyId: string): Promise<MovedClient[]> {
  const common = (column: string): string =>
    `array(select unnest(client.${column}) intersect select unnest(agency.${column}))`
  const { rows } = await tx.query<MovedClient & { isMoved: boolean }>(
    `update company client set modules = ${common('modules')},
       payment_terms = case when client.payment_terms && agency.payment_terms then ${common('payment_terms')}
         else agency.payment_terms end
     from company agency, company before
     where agency.id = $1 and client.agency_id = $1 and client.kind = 'client' and before.id = client.id
       and not (client.modules <@ agency.modules and client.payment_terms <@ agency.payment_terms)
     returning client.id, coalesce(first_payment_term(before.payment_terms), 'Weekly') as before,
       first_payment_term(client.payment_terms) is distinct from first_payment_term(before.payment_terms) as "isMoved"`,
    [agencyId],
  )
  return rows.filter(({ isMoved }) => isMoved).map(({ id, before }) => ({ id, before }))
}

/**
 * R230: running campaigns have to be stopped by hand first. A campaign being started either is seen here or sees the
 * company without the product.
 */
async function assertNoActiveCampaigns(tx: Tx, company: CompanyBelow, modules: readonly Module[]): Promise<void> {
  const lostModules = company.modules.filter((module) => !modules.includes(module))
  if (lostModules.length === 0) return
  await lockProducts(tx, company.agencyId)
  const active = await readActiveCampaigns(tx, company.agencyId, company.clientId)
  const problems = lostModules.flatMap((module) => {
    const ids = active.filter((campaign) => campaign.module === module).map(({ id }) => id)
    return ids.length === 0 ? [] : [`${moduleNames[module]}: ${ids.join(', ')}`]
  })
  if (problems.length > 0)
    throw new Failure('conflict', {
      field: 'selectedModules',
      message: `This product still has active campaigns: ${problems.join('; ')}. Please stop them manually first.`,
    })
}

/** Whether a mail to a new address will be sent: counted before anything changes. */
async function isNewAddress(tx: Tx, { userId, email }: ChangedCompanyBody): Promise<boolean> {
  const text = 'select from app_user where id = $1 and email <> $2'
  return (await tx.query(text, [userId, email])).rowCount === 1
}

/** Whether somebody else could get into the account afterwards: through another mailbox, or without a second factor. */
async function opensAccount(tx: Tx, { userId, email, twoFactorAuth }: ChangedCompanyBody): Promise<boolean> {
  const text = 'select from app_user where id = $1 and (email <> $2 or (factor_demanded and $3))'
  return (await tx.query(text, [userId, email, twoFactorAuth === false])).rowCount === 1
}

/** Others may correct an address until its owner first signs in; after that only the owner changes it. */
async function changeInvitedEmail(
  tx: Tx,
  call: SignedInCall,
  company: CompanyBelow,
  { userId, email, fullName }: ChangedCompanyBody,
): Promise<void> {
  if (!company.isInvited) throw invalid('email', 'Only its owner can change the email address of an account.')
  await assertAddressUnseen(tx, email, 'email', userId)
  await tx.query('update app_user set email = $2 where id = $1', [userId, email])
  await updateMainUser(tx, userId)
  await sendInvitation(tx, call, { userId, email, fullName })
}

async function recordUpdate(
  tx: Tx,
  call: SignedInCall,
  company: CompanyBelow,
  body: ChangedCompanyBody,
  modules: Module[] | null,
): Promise<void> {
  const { rootId, agencyId, clientId } = company
  await recordActivity(tx, call, {
    action: 'company.updated',
    place: { rootId, agencyId, clientId },
    target: { kind: 'company', id: company.id, name: body.companyName },
    from: { company_name: company.name, modules: company.modules, api_mode: company.apiMode },
    to: {
      company_name: body.companyName,
      modules: modules ?? company.modules,
      api_mode: body.apiMode ?? company.apiMode,
      ...describeContactRoles(body),
      ...(body.showsPhone !== undefined && { showsPhone: body.showsPhone }),
      ...(body.editsSheets !== undefined && { editsSheets: body.editsSheets }),
      ...(body.whiteLabel !== undefined && { is_whitelabeling: body.whiteLabel }),
    },
  })
}
