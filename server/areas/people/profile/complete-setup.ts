import { partOf } from '#contract/core/plain.ts'
import { personStep, type completeSetup, type readOnboarding } from '#contract/people/profile.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { completeCompanySetup } from '#server/areas/tenants/complete-company-setup.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Caller } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { callerCacheOf } from '#server/areas/sign-in/caller-cache.ts'
import { mailWelcome } from './mail-welcome.ts'
import { saveAnswers } from './questionnaire.ts'
import { refuse } from './read-form.ts'

interface SetupState {
  full_name: string
  phone_e164: string | null
  profile_complete: boolean
  setup_complete: boolean
  company_phone: string | null
  company_address: string | null
  company_city: string | null
  company_zip: string | null
  company_country: string | null
}

const readText = `
  select u.full_name, u.phone_e164, u.profile_complete, c.setup_complete, p.phone_e164 as company_phone,
    p.address as company_address, p.city as company_city, p.zip as company_zip, p.country_code as company_country
  from app_user u join company c on c.id = u.company_id left join company_profile p on p.company_id = c.id
  where u.id = $1`

/** Under the root's scope and for the session's own person, since sales staff see no company. */
const readState = async (tx: Tx, userId: string): Promise<SetupState> => {
  const { rows } = await tx.query<SetupState>(readText, [userId])
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** People who may edit their company's profile; everybody else edits only their own. */
/** The step of the profile that asks for the number and shows what is missing. */
const phonePart = partOf(personStep, 'phone')

const describes = ({ kind }: Caller): boolean => kind === 'client' || kind === 'agencyOwner' || kind === 'rootSystem'

const hasCompany = (now: SetupState): boolean =>
  [now.company_phone, now.company_address, now.company_city, now.company_zip, now.company_country].every(Boolean)

export const handleReadOnboarding: Handler<typeof readOnboarding> = async ({ params }, { platform, caller }) => {
  if (params.user_id !== 'all' && params.user_id !== caller.userId) throw notFound()
  const scope = { kind: 'root', rootId: caller.rootId } as const
  const now = await inScope(platform.appPool, scope, (tx) => readState(tx, caller.userId), { readOnly: true })
  return {
    result: 'success',
    data: {
      profile_setup_completed: now.profile_complete,
      company_setup_completed: now.setup_complete || hasCompany(now),
      // Manually billed agencies have nothing to set up.
      payment_setup_completed: caller.rights?.payments.gateway === 'other' || !!caller.rights?.payments.hasCard,
      setupComplete: caller.rights?.setupComplete === true,
      agency_onboarding_status: caller.rights?.onboarding === true,
    },
  }
}

/** Completes the wizard if nothing is missing that its steps require; their checks are enforced here. */
export const handleCompleteSetup: Handler<typeof completeSetup> = async ({ body }, call) => {
  const { caller, platform } = call
  if (body.userId !== undefined && body.userId !== caller.userId) throw notFound()
  await inScope(platform.appPool, { kind: 'root', rootId: caller.rootId }, async (tx) => {
    if (body.answers) {
      await saveAnswers(tx, call, body.answers)
      await recordActivity(tx, call, { action: 'company.questionnaireAnswered', place: caller })
    }
    if (body.isComplete === false) return
    const now = await readState(tx, caller.userId)
    if (now.profile_complete && now.setup_complete) return
    const company = { field: 'company', message: 'Phone and address of the company are missing.' }
    refuse([
      ...(now.phone_e164 ? [] : [{ field: phonePart, message: 'Enter your phone number.' }]),
      ...(!describes(caller) || now.setup_complete || hasCompany(now) ? [] : [company]),
    ])
    await tx.query('update app_user set profile_complete = true where id = $1', [caller.userId])
    if (describes(caller)) await completeCompanySetup(tx, caller.companyId)
    await mailWelcome(tx, call)
    await recordActivity(tx, call, { action: 'account.setupCompleted', place: caller })
    tx.afterCommit(() => callerCacheOf(platform).forgetSession(caller.sessionId))
  })
  const message = body.isComplete ? 'Your setup is complete.' : 'Data has been updated successfully'
  return { result: 'success', message }
}
