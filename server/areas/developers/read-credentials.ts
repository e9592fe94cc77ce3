import type { DeveloperCredential, readCredentials } from '#contract/developers/credentials.ts'
import type { Handler } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { baseUrlOf, linksOf } from './addresses.ts'
import { listCredentials, openSecret, type Credential } from './credentials.ts'

/** The company's credentials, never their secrets: the response may be requested any number of times. */
export const handleReadCredentials: Handler<typeof readCredentials> = async ({ params }, call) => {
  const list = await call.inScope((tx) => listCredentials(tx, call.platform, params.companyId))
  const credentials = list.map((credential) => presentCredential(call.platform, credential))
  const newest = credentials.find(({ mode }) => mode === 'live')
  return {
    result: 'success',
    data: {
      status: newest ? 'active' : 'none',
      api_mode: call.caller.rights?.apiMode === true,
      base_url: baseUrlOf(call),
      client_id: newest?.client_id ?? '',
      secret_key: newest ? `••••••••${newest.secret_hint}` : '',
      ...linksOf(call),
      credentials,
    },
  }
}

const presentCredential = (platform: Platform, credential: Credential): DeveloperCredential => ({
  client_id: credential.publicName,
  mode: credential.isTest ? 'test' : 'live',
  scopes: [...credential.scopes],
  secret_hint: openSecret(platform, credential).slice(-4),
  created_at: credential.createdAt.toISOString(),
  expires_at: credential.expiresAt.toISOString(),
  last_used_at: credential.lastUsedAt?.toISOString() ?? null,
})
