import type { companyStep, personStep, saveProfile } from '#contract/people/profile.ts'
import type { Plain } from '#contract/core/wire-names.ts'
import { contactField, contactRoles } from '#contract/people/profile.ts'
import { mayUse } from '#contract/guards/access-context.ts'
import type { z } from 'zod'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findAccountById, type Account } from '#server/areas/sign-in/find-account.ts'
import { updateMainUser } from '#server/areas/tenants/update-main-user.ts'
import { renameCompany } from '#server/areas/tenants/rename-company.ts'
import { isSeenInUse, requestEmailChange } from './email-change.ts'
import { phoneProblem, readPhone, type Phone } from './phone.ts'
import { removePicture, replacePicture, storePicture, redraw } from './picture.ts'
import { addressProblems, readForm, refuse, type Problems } from './read-form.ts'

/** Saves a step of the caller's own profile (C020); no other person can be named. */
export const handleSaveProfile: Handler<typeof saveProfile> = async (_input, call) => {
  const { step, picture } = await readForm(call)
  return step.step === '1' ? savePerson(call, step, picture) : saveCompany(call, step)
}

const savedAnswer = { result: 'success', message: 'Data has been updated successfully' } as const

type Person = Plain<z.output<typeof personStep>>

async function savePerson(
  call: SignedInCall,
  body: Person,
  picture: Buffer | null,
): Promise<{ result: 'success' | 'error_email'; message: string }> {
  const { platform, caller } = call
  const phone = readOptionalPhone(body.phone, body.phone_country_code)
  refuse([
    ...(phone === 'wrong' ? [{ field: 'phone', message: phoneProblem }] : []),
    ...addressProblems('', { country: body.country_code, state: body.state_code, zip: body.zip }),
  ])
  const account = await findAccountById(platform, caller.rootId, caller.userId)
  if (!account) throw notFound()
  const isMoving = body.email !== account.email
  if (isMoving) {
    const problem = await checkMove(call, account, body)
    if (problem) return { result: 'error_email', message: problem }
  }
  const key = picture && (await storePicture(platform, await redraw(caller.companyId, picture)))
  try {
    await call.inScope(async (tx) => {
      await writePerson(tx, call, body, phone === 'wrong' ? null : phone)
      if (key || body.picture_removed) await replacePicture(tx, platform, call.caller.userId, key)
      if (isMoving) await requestEmailChange(tx, call, account, body.email)
    })
  } catch (thrown) {
    if (key) await removePicture(platform, key)
    throw thrown
  }
  return isMoving
    ? { result: 'success', message: 'Saved. The new email address takes effect once both addresses are confirmed.' }
    : savedAnswer
}

/** R138: problems of the new address, reported after proof of identity and only about addresses the caller may see. */
async function checkMove(call: SignedInCall, account: Account, body: Person): Promise<string | null> {
  await call.requireRecentProof()
  await call.countAccount(account.userId)
  return (await isSeenInUse(call, body.email)) ? 'An account with this email address already exists.' : null
}

const readOptionalPhone = (text: string, country: string): Phone | 'wrong' | null =>
  text === '' ? null : (readPhone(text, country || undefined) ?? 'wrong')

async function writePerson(
  tx: Tx,
  { platform, caller }: SignedInCall,
  body: Person,
  phone: Phone | null,
): Promise<void> {
  await tx.query('update app_user set full_name = $2, phone_e164 = $3, phone_country = $4 where id = $1', [
    caller.userId,
    body.name,
    phone?.e164 ?? null,
    phone?.country ?? null,
  ])
  await updateMainUser(tx, caller.userId)
  await tx.query(
    `insert into user_profile (user_id, root_id, agency_id, client_id, address, city, zip, state_code, country_code, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (user_id) do update set address = excluded.address, city = excluded.city, zip = excluded.zip,
       state_code = excluded.state_code, country_code = excluded.country_code, updated_at = excluded.updated_at`,
    [
      caller.userId,
      caller.rootId,
      caller.agencyId,
      caller.clientId,
      body.address,
      body.city,
      body.zip,
      body.state_code,
      body.country_code,
      dateOf(platform.clock.now()),
    ],
  )
}

type Company = z.output<typeof companyStep>

/** The company's profile may be edited by its owner, and by administrators and colleagues whose rights allow it (R147). */
const mayDescribe = ({ caller }: SignedInCall): boolean =>
  (caller.kind === 'client' && (caller.rights?.team?.includes('manage') ?? true)) ||
  (caller.rights !== null && mayUse(caller.rights, 'settings.update'))

async function saveCompany(call: SignedInCall, body: Company): Promise<typeof savedAnswer> {
  if (!mayDescribe(call)) throw accessDenied()
  const phone = readOptionalPhone(body.company_phone, body.company_phone_country_code)
  const contacts = contactsOf(body)
  refuse([
    ...(phone === 'wrong' ? [{ field: 'company_phone', message: phoneProblem }] : []),
    ...addressProblems('company_', {
      country: body.company_country_code,
      state: body.company_state_code,
      zip: body.company_zip,
    }),
    ...contacts.problems,
  ])
  const { caller, platform } = call
  await call.inScope(async (tx) => {
    await renameCompany(tx, caller, body.company_name)
    await tx.query(writeCompanyText, [
      caller.companyId,
      caller.rootId,
      caller.agencyId,
      caller.clientId,
      body.industry_id,
      phone === 'wrong' ? null : (phone?.e164 ?? null),
      phone === 'wrong' ? null : (phone?.country ?? null),
      body.company_email,
      body.company_address,
      body.company_city,
      body.company_zip,
      body.company_state_code,
      body.company_country_code,
      JSON.stringify(contacts.kept),
      dateOf(platform.clock.now()),
    ])
  })
  return savedAnswer
}

const writeCompanyText = `
  insert into company_profile (company_id, root_id, agency_id, client_id, industry, phone_e164, phone_country, email,
    address, city, zip, state_code, country_code, contacts, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
  on conflict (company_id) do update set industry = excluded.industry, phone_e164 = excluded.phone_e164,
    phone_country = excluded.phone_country, email = excluded.email, address = excluded.address, city = excluded.city,
    zip = excluded.zip, state_code = excluded.state_code, country_code = excluded.country_code,
    contacts = excluded.contacts, updated_at = excluded.updated_at`

/** The contacts that are not empty. Numbers are stored as E.164; those without a country get the company's. */
function contactsOf(body: Company): { kept: object; problems: Problems } {
  const problems: Problems = []
  const contacts = contactRoles.flatMap((role) => {
    const at = (part: 'name' | 'email' | 'phone'): string => body[contactField(role, part)]
    const phone = readOptionalPhone(at('phone'), body.company_country_code)
    if (phone === 'wrong') problems.push({ field: contactField(role, 'phone'), message: phoneProblem })
    if (!at('name') && !at('email') && !at('phone')) return []
    const e164 = phone && phone !== 'wrong' ? phone.e164 : ''
    return [[role, { name: at('name'), email: at('email'), phone: e164 }] as const]
  })
  return { kept: Object.fromEntries(contacts), problems }
}
