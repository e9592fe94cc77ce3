import { replaceLife_s, type validateSso } from '#contract/developers/sso.ts'
import { endSession } from '#server/areas/sign-in/end-session.ts'
import { findAccountById, isAdmitted } from '#server/areas/sign-in/find-account.ts'
import { findPerson } from '#server/areas/sign-in/find-person.ts'
import { signIn } from '#server/areas/sign-in/sign-in.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import type { Call } from '#server/platform/call.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure } from '#server/platform/failure.ts'
import type { HttpCall } from '#server/platform/http/route.ts'
import type { Input, OpenHandler } from '#server/platform/http/route.ts'
import { hashToken } from '#server/platform/ids.ts'
import { findCredentialById, type Credential } from './credentials.ts'
import { maySignIn } from './may-sign-in.ts'

type Account = NonNullable<Awaited<ReturnType<typeof findAccountById>>>
type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>
type Answer = Awaited<ReturnType<OpenHandler<typeof validateSso>>>

const refusal = (): Failure => new Failure('sso_refused')

/**
 * Uses up a token (R061, R093 to R095). It is only a first proof: a second factor is required as after a password.
 * A user signed in as somebody else is asked first, and the click counts only in their own session.
 */
export const handleValidateSso: OpenHandler<typeof validateSso> = async ({ body }, call) => {
  // A session that could be refreshed must not look like none: it would be replaced without a click.
  if (!call.caller && call.raw.request.headers.authorization !== undefined) throw new Failure('unauthenticated')
  const isClick = body.replace
  const ticket = body.subdomain === call.host ? await (isClick ? spendClick(call, body) : spend(call, body)) : null
  if (!ticket) throw refusal()
  const { credential, person, account } = await findSignInTarget(call, ticket)
  const user = { name: account.fullName, email: account.email }
  const answer = { message: 'Access Token Valid', user, tokens: null, second_step: null } as const
  if (call.caller?.userId === person.userId) return { ...answer, action: 'none' }
  if (call.caller && !isClick) {
    await askToReplace(call, body.token)
    return { ...answer, action: 'replace_user' }
  }
  return { ...answer, ...(await enter(call, credential, person)) }
}

interface Spent {
  credential_id: string
  user_id: string
}

/** Of two concurrent uses, one succeeds. */
async function spend({ platform, host }: Call, { token }: Input<typeof validateSso>['body']): Promise<Spent | null> {
  const { rows } = await platform.appPool.query<Spent>(
    `update sso_token set used_at = $3 where token_hash = $1 and host = $2 and used_at is null and expires_at > $3
     returning credential_id, user_id`,
    [hashToken(token), host, new Date(machineTime(platform.clock))],
  )
  return rows[0] ?? null
}

async function spendClick(call: Call, { token }: Input<typeof validateSso>['body']): Promise<Spent | null> {
  const { rows } = await call.platform.appPool.query<Spent>(
    `update sso_token set answered_at = $4
     where token_hash = $1 and host = $2 and asked_session_id = $3 and answered_at is null and answer_until > $4
     returning credential_id, user_id`,
    [hashToken(token), call.host, call.caller?.sessionId ?? null, new Date(machineTime(call.platform.clock))],
  )
  return rows[0] ?? null
}

async function askToReplace({ platform, caller }: Call, token: string): Promise<void> {
  await platform.appPool.query('update sso_token set asked_session_id = $2, answer_until = $3 where token_hash = $1', [
    hashToken(token),
    caller!.sessionId,
    new Date(machineTime(platform.clock) + replaceLife_s * 1_000),
  ])
}

/** Checked again: key, person and host may have been removed since the token was issued. */
async function findSignInTarget(
  { platform, host }: Call,
  ticket: Spent,
): Promise<{ credential: Credential; person: Person; account: Account }> {
  const place = await findHost(platform, host)
  if (!place) throw refusal()
  const credential = await findCredentialById(platform, place.rootId, ticket.credential_id)
  const person = await findPerson(platform, place.rootId, ticket.user_id)
  const account = person && (await findAccountById(platform, place.rootId, person.userId))
  if (!credential || !person || !account) throw refusal()
  if (!isAdmitted(person, place) || !maySignIn(credential, person)) throw refusal()
  return { credential, person, account }
}

async function enter(
  call: HttpCall,
  credential: Credential,
  person: Person,
): Promise<Pick<Answer, 'action' | 'tokens' | 'second_step'>> {
  const signedIn = await signIn(call, person, null)
  if ('two_factor' in signedIn) return { action: 'sign_in', tokens: null, second_step: signedIn }
  if (call.caller) await endSession(call, call.caller.sessionId, 'replaced by single sign-on')
  await inScope(call.platform.appPool, { kind: 'root', rootId: person.rootId }, (tx) =>
    recordActivity(tx, call, {
      action: 'account.signedInBySso',
      place: person,
      target: { kind: 'developer_credential', id: credential.id, name: credential.publicName },
      subjectId: person.userId,
      actor: { userId: person.userId, kind: person.kind },
    }),
  )
  return { action: 'sign_in', tokens: signedIn, second_step: null }
}
