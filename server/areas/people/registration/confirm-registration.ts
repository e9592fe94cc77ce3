import type { confirmRegistration, verifyRegistration } from '#contract/people/registration.ts'
import { proposeSubdomain, saveSubdomain, subdomainProblem } from '#server/areas/branding/subdomain.ts'
import type { HostOwner } from '#server/areas/branding/find-host.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { addCompany } from '#server/areas/tenants/add-company.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope, settleRaces } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Call } from '#server/platform/call.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { addUser } from '../add-user.ts'
import { findPerson } from '#server/areas/sign-in/find-person.ts'
import { checkPassword } from '#server/areas/sign-in/passwords.ts'
import { signIn } from '#server/areas/sign-in/sign-in.ts'
import { findReferrer, type Referrer } from '../referral/find-referrer.ts'
import { findOwner } from './mail-registration.ts'
import { findPending, type PendingRegistration, type Registration } from './pending.ts'

/** Tells the page whether its link works before the user types anything. */
export const handleVerifyRegistration: OpenHandler<typeof verifyRegistration> = async ({ body }, call) => {
  const pending = await findPending(call, body.token)
  return { valid: pending !== null, email: pending?.registration.email ?? null }
}

/**
 * Creates the company and its owner. The password has to be typed again, so that nobody activates an account that a stranger
 * registered with their address and the stranger's password.
 */
export const handleConfirmRegistration: OpenHandler<typeof confirmRegistration> = async ({ body }, call) => {
  const { platform } = call
  const pending = await findPending(call, body.token)
  if (!pending || !(await claimTry(call, pending))) throw refusal()
  if (!(await checkPassword(pending.registration.passwordHash, body.password, call.host)))
    throw invalid('password', 'This is not the password that you chose when you registered.')
  const { rootId } = pending.place
  // The address may be given to somebody else at the same moment.
  const userId = await settleRaces(() =>
    inScope(platform.appPool, { kind: 'root', rootId }, (tx) => makeAccount(tx, call, pending)),
  )
  const person = await findPerson(platform, rootId, userId)
  if (!person) throw new Failure('wrong_credentials')
  const tokens = await signIn(call, person, null)
  // A person who was just created has no second factor.
  if ('two_factor' in tokens) throw new Failure('wrong_credentials')
  return tokens
}

const refusal = (): Failure =>
  new Failure('reset_refused', { message: 'This link no longer works. Please register again.' })

const maxTries = 10

/** Uses up one of ten attempts before the password is checked. */
async function claimTry({ platform }: Call, { tokenHash }: PendingRegistration): Promise<boolean> {
  const { rowCount } = await platform.appPool.query(
    'update registration set tries = tries + 1 where token_hash = $1 and tries < $2 and used_at is null',
    [tokenHash, maxTries],
  )
  return rowCount === 1
}

async function makeAccount(
  tx: Tx,
  call: Call,
  { tokenHash, place, registration }: PendingRegistration,
): Promise<string> {
  const { clock } = call.platform
  // Of two concurrent uses, one finds it used up.
  const registrations = await tx.query(
    `update registration set used_at = $2, data_sealed = ''
     where token_hash = $1 and used_at is null and replaced_at is null returning token_hash`,
    [tokenHash, new Date(machineTime(clock))],
  )
  // The address may have been invited since the mail went out.
  const at = new Date(machineTime(clock))
  if (registrations.rows.length === 0 || (await findOwner(tx, place.rootId, registration.email, at))) throw refusal()
  const now_ms = clock.now()
  const companyId = newId(now_ms)
  const agencyId = place.agencyId ?? companyId
  const clientId = place.agencyId === null ? null : companyId
  await addCompany(tx, now_ms, {
    id: companyId,
    kind: clientId === null ? 'agency' : 'client',
    name: registration.companyName,
    rootId: place.rootId,
    agencyId,
    needsSetup: true,
    referrer: clientId === null ? await readReferrer(tx, place, registration) : null,
  })
  if (clientId === null) await giveSubdomain(tx, now_ms, { companyId, rootId: place.rootId }, registration)
  const userId = newId(now_ms)
  const kind = clientId === null ? 'agencyOwner' : 'client'
  const isTheirs = await addUser(tx, now_ms, {
    id: userId,
    companyId,
    rootId: place.rootId,
    agencyId,
    clientId,
    kind,
    name: registration.fullName,
    email: registration.email,
    passwordHash: registration.passwordHash,
    language: registration.language,
  })
  if (!isTheirs) throw refusal()
  await tx.query('update app_user set profile_complete = false, phone_e164 = $2, phone_country = $3 where id = $1', [
    userId,
    registration.phone.e164,
    registration.phone.country,
  ])
  await recordActivity(tx, call, {
    action: 'account.registered',
    place: { rootId: place.rootId, agencyId, clientId },
    target: { kind: 'company', id: companyId, name: registration.companyName },
    subjectId: userId,
    actor: { userId, kind },
  })
  return userId
}

/**
 * Every agency has a host of its own from the start, so that nothing names the operator to its clients. If the chosen name was
 * taken meanwhile, or the form asked for none, the owner is asked again after signing in.
 */
async function giveSubdomain(
  tx: Tx,
  now_ms: number,
  company: { companyId: string; rootId: string },
  { subdomain, companyName }: Registration,
): Promise<void> {
  const { rootId } = company
  const isFree = subdomain !== null && (await subdomainProblem(tx, now_ms, rootId, null, subdomain)) === null
  const name = isFree ? subdomain : await proposeSubdomain(tx, now_ms, rootId, subdomain ?? companyName)
  await saveSubdomain(tx, dateOf(now_ms), company, { name, field: 'subdomain', isProposed: !isFree })
}

/** Who referred the agency, which is stored with it (OQ-61). An unknown code does not block registration. */
const readReferrer = async (tx: Tx, { rootId }: HostOwner, { referralCode }: Registration): Promise<Referrer | null> =>
  referralCode === null ? null : findReferrer(tx, rootId, referralCode)
