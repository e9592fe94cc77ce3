import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { addUser } from '#server/areas/people/add-user.ts'
import { assertAddressUnseen, releaseAddress } from '#server/areas/people/claim-address.ts'
import { invitationEnd_ms, mailTakenAddress, sendInvitation } from '#server/areas/people/members/send-invitation.ts'
import { saveContactRoles } from '#server/areas/people/members/save-contact-roles.ts'
import type { Phone } from '#server/areas/people/profile/phone.ts'
import { checkNewPassword } from '#server/areas/sign-in/password/check-new-password.ts'
import { hashPassword } from '#server/areas/sign-in/passwords.ts'
import { claimDomain } from '#server/areas/domains/claim-domain.ts'
import { assertHostChosen, proposeSubdomain, saveSubdomain } from '#server/areas/branding/subdomain.ts'
import { findHostOf } from '#server/areas/branding/find-host.ts'
import { saveWhiteLabel } from '#server/areas/branding/settings/own-brand.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { SignedInCall, TenantPath } from '#server/platform/call.ts'
import { newId } from '#server/platform/ids.ts'
import { addCompany } from '#server/areas/tenants/add-company.ts'
import { readNewAgencyDefaults } from '#server/areas/tenants/new-agencies.ts'
import {
  chosenOf,
  clientPermissions,
  phoneOf,
  saveClient,
  withoutForeignFields,
  type NewCompanyBody,
} from './new-company.ts'

interface Made {
  id: string
  company_id: string
  invited_until: string | null
}

/**
 * Adds an agency or a client with its main user, who is invited by mail unless a password is given. All or nothing; the mail
 * goes out after the commit.
 */
export async function createCompany(given: NewCompanyBody, call: SignedInCall): Promise<Made> {
  const above = call.object!
  const isAgency = given.userType === 'userdownline'
  if (above.clientId !== null || isAgency !== (above.agencyId === null))
    throw invalid('userType', isAgency ? 'Agencies belong to the operator.' : 'Clients belong to an agency.')
  const body = withoutForeignFields(given, call)
  const phone = phoneOf(body)
  const passwordHash = await hashGiven(body, call)
  return call.inScope((tx) => make(tx, call, body, { above, phone, passwordHash }))
}

const nameOf = (body: NewCompanyBody): string => body.companyName || body.fullName

async function hashGiven(body: NewCompanyBody, call: SignedInCall): Promise<string | null> {
  if (!body.password) return null
  const kind = body.userType === 'client' ? 'client' : 'agencyOwner'
  const owner = { kind, email: body.email, fullName: body.fullName, companyName: nameOf(body) } as const
  await checkNewPassword(call.platform, call.host, owner, 'password', body.password)
  return hashPassword(body.password, call.caller.companyId)
}

interface Prepared {
  above: TenantPath
  phone: Phone | null
  passwordHash: string | null
}

async function make(tx: Tx, call: SignedInCall, body: NewCompanyBody, preparation: Prepared): Promise<Made> {
  const { above, phone, passwordHash } = preparation
  const now_ms = call.platform.clock.now()
  await assertAddressUnseen(tx, body.email, 'email')
  if (above.agencyId !== null) await assertHostChosen(tx, above.agencyId)
  const companyId = newId(now_ms)
  const agencyId = above.agencyId ?? companyId
  const clientId = above.agencyId === null ? null : companyId
  const kind = clientId === null ? 'agency' : 'client'
  await addCompany(tx, now_ms, { id: companyId, kind, name: nameOf(body), rootId: above.rootId, agencyId })
  await saveChoices(tx, body, companyId, above)
  if (clientId !== null) await saveClient(tx, body, { agencyId, clientId })
  if (clientId === null) {
    const name = body.subdomain || (await proposeSubdomain(tx, now_ms, above.rootId, nameOf(body)))
    await saveSubdomain(tx, dateOf(now_ms), { companyId, rootId: above.rootId }, { name, field: 'subdomain' })
    if (body.whiteLabel === false)
      await saveWhiteLabel(tx, now_ms, { companyId, rootId: above.rootId, agencyId }, false)
  }
  const id = newId(now_ms)
  await releaseAddress(tx, above.rootId, body.email, new Date(machineTime(call.platform.clock)))
  const isTheirs = await addUser(tx, now_ms, {
    id,
    companyId,
    rootId: above.rootId,
    agencyId,
    clientId,
    kind: clientId === null ? 'agencyOwner' : 'client',
    name: body.fullName,
    email: body.email,
    passwordHash,
    isGivenPassword: passwordHash !== null,
    permissions: clientId === null ? {} : clientPermissions(body),
    invitedUntil_ms: passwordHash === null ? invitationEnd_ms(call) : undefined,
  })
  await beginSetup(tx, { companyId, userId: id }, phone)
  await saveContactRoles(tx, call, { userId: id, companyId }, body)
  const host = (await findHostOf(tx, agencyId)) ?? call.host
  const invitation = { userId: id, email: body.email, fullName: body.fullName, host }
  const until = passwordHash === null ? await sendInvitation(tx, call, invitation) : null
  // Only the owner of an address learns that it is in use elsewhere.
  if (until === null && !isTheirs) {
    const to = {
      rootId: above.rootId,
      agencyId,
      email: body.email,
      language: call.language,
    }
    await mailTakenAddress(tx, call.platform, to, { name: body.fullName, company: nameOf(body) })
  }
  if (body.customDomain)
    await claimDomain(
      tx,
      call,
      { companyId, rootId: above.rootId },
      { typed: body.customDomain, field: 'customDomain' },
    )
  await recordActivity(tx, call, {
    action: 'company.created',
    place: { rootId: above.rootId, agencyId, clientId },
    target: { kind: 'company', id: companyId, name: nameOf(body) },
    subjectId: id,
  })
  return { id, company_id: companyId, invited_until: until?.toISOString() ?? null }
}

/** New people start with the Profile Setup, like those who register (D1 §2.6). */
async function beginSetup(tx: Tx, at: { companyId: string; userId: string }, phone: Phone | null): Promise<void> {
  await tx.query('update company set setup_complete = false where id = $1', [at.companyId])
  await tx.query('update app_user set profile_complete = false, phone_e164 = $2, phone_country = $3 where id = $1', [
    at.userId,
    phone?.e164 ?? null,
    phone?.country ?? null,
  ])
}

async function saveChoices(
  tx: Tx,
  body: NewCompanyBody,
  companyId: string,
  { rootId, agencyId }: TenantPath,
): Promise<void> {
  const choices = await chosenOf(tx, body, agencyId)
  // Without a choice an agency gets the defaults for new agencies (OQ-22), a client what its agency has.
  const usual = agencyId === null ? await readNewAgencyDefaults(tx, rootId) : null
  const { modules, terms } = { modules: choices.modules ?? usual?.modules, terms: choices.terms ?? usual?.terms }
  await tx.query(
    `update company set api_mode = $2, external_organization_id = $3,
       modules = coalesce($4, (select modules from company agency where agency.id = $6), company.modules),
       payment_terms = coalesce($5, (select payment_terms from company agency where agency.id = $6), company.payment_terms)
     where id = $1`,
    [companyId, body.apiMode ?? false, body.externalOrganizationId, modules, terms, agencyId],
  )
}
