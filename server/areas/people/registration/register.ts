import type { register } from '#contract/people/registration.ts'
import { sentences } from '#contract/core/sentences.ts'
import { findHost, type HostOwner } from '#server/areas/branding/find-host.ts'
import { subdomainProblem, subdomainTexts } from '#server/areas/branding/subdomain.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { Call } from '#server/platform/call.ts'
import type { Input, OpenHandler } from '#server/platform/http/route.ts'
import { addJob } from '#server/platform/jobs.ts'
import { requireCaptcha } from '#server/areas/sign-in/captcha/captcha.ts'
import { checkNewPassword } from '#server/areas/sign-in/password/check-new-password.ts'
import { hashPassword } from '#server/areas/sign-in/passwords.ts'
import { phoneProblem, readPhone, type Phone } from '../profile/phone.ts'
import { mailContext, mailRegistrationJob, type RegistrationMail } from './mail-registration.ts'

/**
 * Stores a registration and answers. Only the job looks up whether the address already has an account: known and
 * unknown addresses cost exactly the same work here, so that neither answer nor timing distinguishes them.
 */
export const handleRegister: OpenHandler<typeof register> = async ({ body }, call) => {
  const { platform, host } = call
  const place = await findHost(platform, host)
  if (!place) throw notFound()
  const phone = await checkFields(call, place, body)
  await requireCaptcha(call, body.captchaToken)
  await call.countAccount(`${host} ${body.email}`)
  const mail: RegistrationMail = {
    host,
    at_ms: machineTime(platform.clock),
    registration: {
      companyName: body.companyName,
      fullName: body.name,
      email: body.email,
      phone,
      passwordHash: await hashPassword(body.password, call.host),
      subdomain: body.subdomain ?? null,
      referralCode: body.referralCode ?? null,
      language: call.language,
    },
  }
  const sealedMail = platform.secrets.seal(JSON.stringify(mail), mailContext)
  await inScope(platform.appPool, { kind: 'none' }, (tx) =>
    addJob(tx, mailRegistrationJob.name, { sealed: sealedMail }, { isUrgent: true }),
  )
  return {
    result: 'success',
    message: 'Almost done. We’ve emailed you a link to confirm your registration.',
  }
}

type Body = Input<typeof register>['body']

/** Checks beyond the schema, all reported at once with one entry per field (C005, R179). */
async function checkFields(call: Call, place: HostOwner, body: Body): Promise<Phone> {
  const problems: { field: string; message: string }[] = []
  const userType = place.agencyId === null ? 'userdownline' : 'client'
  if (body.userType !== userType)
    problems.push({
      field: 'userType',
      message: userType === 'client' ? 'Agencies cannot register here.' : 'Clients register with their agency.',
    })
  const phone = readPhone(body.phone)
  if (!phone) problems.push({ field: 'phone', message: phoneProblem })
  const subdomain = await findSubdomainProblem(call, place, body.subdomain)
  if (subdomain) problems.push({ field: 'subdomain', message: subdomain })
  const owner = { kind: null, email: body.email, fullName: body.name, companyName: body.companyName }
  await checkNewPassword(call.platform, call.host, owner, 'password', body.password).catch((thrown: unknown) => {
    if (!(thrown instanceof Failure) || thrown.field === undefined) throw thrown
    problems.push({ field: thrown.field, message: thrown.message })
  })
  const first = problems[0]
  if (first) throw new Failure('invalid', { ...first, problems })
  // Already reported above, which the type does not show.
  if (!phone) throw invalid('phone', phoneProblem)
  return phone
}

/** Why an agency cannot have this subdomain, or null. Clients have none: they share their agency's. */
async function findSubdomainProblem(
  { platform }: Call,
  { rootId, agencyId }: HostOwner,
  name: string | undefined,
): Promise<string | null> {
  if (name === undefined) return null
  if (agencyId !== null) return sentences.agenciesOnly
  const problem = await inScope(platform.appPool, { kind: 'none' }, (tx) =>
    subdomainProblem(tx, platform.clock.now(), rootId, null, name),
  )
  return problem && subdomainTexts[problem]
}
