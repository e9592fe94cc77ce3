import { z } from 'zod'
import { requestTokens } from '../request-tokens.ts'
import { readJson, readStatus } from '../read-status.ts'
import { ServiceFailed, type Credential, type Oauth, type ServiceAnswer, type Session } from '../service.ts'
import { withQuery } from '../with-query.ts'

/** The minimal scope: only files that the app creates. */
const scope = 'https://www.googleapis.com/auth/drive.file'

const tokens = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
})

async function ask(session: Session, form: Readonly<Record<string, string>>): Promise<Credential> {
  const { config } = session
  const answer = await requestTokens(session, {
    url: config.GOOGLE_TOKEN_URL,
    form: {
      client_id: config.GOOGLE_CLIENT_ID ?? '',
      client_secret: config.GOOGLE_CLIENT_SECRET ?? '',
      ...form,
    },
  })
  const body = readJson(tokens, answer)
  // Users can uncheck the requested scope.
  if (body.scope !== undefined && !body.scope.split(' ').includes(scope))
    throw new ServiceFailed({ delivered: false, cause: 'no_permission' })
  return {
    access_token: body.access_token,
    expires_at: String(session.now_ms() + body.expires_in * 1_000),
    // A refresh returns no new refresh token: keep the old one.
    ...(body.refresh_token !== undefined && { refresh_token: body.refresh_token }),
  }
}

export const googleOauth: Oauth = {
  isConfigured: ({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }) =>
    GOOGLE_CLIENT_ID !== undefined && GOOGLE_CLIENT_SECRET !== undefined,
  authorizeUrl: (config, { redirectUri, state, challenge }) =>
    withQuery(config.GOOGLE_AUTHORIZE_URL, {
      response_type: 'code',
      client_id: config.GOOGLE_CLIENT_ID ?? '',
      redirect_uri: redirectUri,
      scope,
      state,
      // Without both, a second consent returns no refresh token.
      access_type: 'offline',
      prompt: 'consent',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }),
  exchange: async (session, { code, redirectUri, verifier }) => {
    const newTokens = await ask(session, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })
    if (newTokens['refresh_token'] === undefined) throw new ServiceFailed({ delivered: false, cause: 'no_permission' })
    return newTokens
  },
  refresh: async (session, credential) => ({
    ...credential,
    ...(await ask(session, { grant_type: 'refresh_token', refresh_token: credential['refresh_token'] ?? '' })),
  }),
  async revoke(session, credential) {
    const token = credential['refresh_token'] ?? credential['access_token'] ?? ''
    // An invalid token is already revoked.
    const url = withQuery(session.config.GOOGLE_REVOKE_URL, { token })
    await session.request({ method: 'POST', url, bare: true, form: new URLSearchParams() }, [400])
  },
}

const errorBody = z.object({ error: z.object({ message: z.string() }) })

export function readGoogleFailure(answer: ServiceAnswer, now_ms: number) {
  const usual = readStatus(answer, now_ms)
  if (answer.status !== 400) return usual
  // An unreadable range means that the tab was renamed or deleted. Only the message identifies a full workbook.
  const isFull = errorBody.safeParse(answer.json).data?.error.message.includes('limit of 10000000 cells') ?? false
  return { ...usual, cause: isFull ? ('quota' as const) : ('schema_changed' as const), final: false }
}
