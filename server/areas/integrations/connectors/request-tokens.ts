import { z } from 'zod'
import { readJson, readStatus } from './read-status.ts'
import { ServiceFailed, type Credential, type ServiceAnswer, type ServiceRequest, type Session } from './service.ts'

/** Errors about the operator's app, by RFC 6749 (5.2) and by Google: the account's own access is unaffected. */
const ofApp = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'] as const
const ofGoogle = ['deleted_client', 'disabled_client'] as const
const refusesApp = z.object({ error: z.enum([...ofApp, ...ofGoogle]) })

const refusals = [400, 401, 422]

type TokenRequest = Pick<ServiceRequest, 'url' | 'headers'> & { form: Readonly<Record<string, string>> }

/**
 * Requests tokens with the app's keys and without the account's credential. A rejection means that the consent has
 * ended, however the service words it, and is never blamed on a lead: leads are kept.
 */
export async function requestTokens(
  session: Session,
  { url, form, headers = {} }: TokenRequest,
): Promise<ServiceAnswer> {
  const request = { method: 'POST', url, headers, bare: true, form: new URLSearchParams(form) } as const
  const answer = await session.request(request, refusals)
  if (!refusals.includes(answer.status)) return answer
  const cause = refusesApp.safeParse(answer.json).success ? 'app_refused' : 'token_expired'
  throw new ServiceFailed({ ...readStatus(answer, session.now_ms()), cause, final: false })
}

const tokens = z.object({
  access_token: z.string().min(1),
  /** Absent if the old one stays valid. */
  refresh_token: z.string().min(1).optional(),
  /** Absent if only a rejected request tells that it is over. */
  expires_in: z.number().optional(),
})

/** The tokens in a response by RFC 6749, as credentials store them, with the response for what is special to a service. */
export async function readTokens(
  session: Session,
  request: TokenRequest,
): Promise<{ credential: Credential; answer: ServiceAnswer }> {
  const answer = await requestTokens(session, request)
  const { access_token, refresh_token, expires_in } = readJson(tokens, answer)
  return {
    answer,
    credential: {
      access_token,
      ...(refresh_token !== undefined && { refresh_token }),
      ...(expires_in !== undefined && { expires_at: String(session.now_ms() + expires_in * 1_000) }),
    },
  }
}
