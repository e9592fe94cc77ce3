import { z } from 'zod'
import { readStatus } from './read-status.ts'
import { ServiceFailed, type ServiceAnswer, type ServiceRequest, type Session } from './service.ts'

/** Errors about the operator's app, by RFC 6749 (5.2) and by Google: the account's own access is unaffected. */
const ofApp = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'] as const
const ofGoogle = ['deleted_client', 'disabled_client'] as const
const refusesApp = z.object({ error: z.enum([...ofApp, ...ofGoogle]) })

const refusals = [400, 401, 422]

/**
 * Requests tokens with the app's keys and without the account's credential. A rejection means that the consent has
 * ended, however the service words it, and is never blamed on a lead: leads are kept.
 */
export async function requestTokens(
  session: Session,
  { url, form }: Pick<ServiceRequest, 'url'> & { form: Readonly<Record<string, string>> },
): Promise<ServiceAnswer> {
  const request = { method: 'POST', url, bare: true, form: new URLSearchParams(form) } as const
  const answer = await session.request(request, refusals)
  if (!refusals.includes(answer.status)) return answer
  const cause = refusesApp.safeParse(answer.json).success ? 'app_refused' : 'token_expired'
  throw new ServiceFailed({ ...readStatus(answer, session.now_ms()), cause, final: false })
}
