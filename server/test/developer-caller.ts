import { acceptAgreement } from '#contract/agreements/acceptances.ts'
import { createCredential } from '#contract/developers/credentials.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { ApiScope } from '#contract/core/api-scopes.ts'
import type { TestApp } from './app.ts'
import { makeDeveloper } from './developer-token.ts'
import type { TestUser } from './factories.ts'
import type { TestDatabase } from './harness.ts'

interface DeveloperAnswer {
  status: number
  body: Record<string, unknown> & { data: Record<string, unknown>[]; next_cursor: string | null }
  headers: LightMyRequestResponse['headers']
  text: string
}

type Ask = (path: string, headers?: Record<string, string>) => Promise<DeveloperAnswer>
type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<DeveloperAnswer>

/** A developer's software with a company's token. Paths are relative to /api/v1/developer/. */
export interface DeveloperCaller {
  get: Ask
  remove: Ask
  post: Send
  put: Send
}

export async function createDeveloperCaller(
  db: TestDatabase,
  http: TestApp,
  owner: TestUser,
  scopes?: readonly ApiScope[],
): Promise<DeveloperCaller> {
  const token = await makeDeveloper(db, http.platform, owner, scopes)
  const ask =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE'): Send =>
    async (path, body, headers = {}) => {
      const answer = await http.anonymous(owner.host).inject({
        method,
        url: `/api/v1/developer/${path}`,
        headers: { ...token, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      return {
        status: answer.statusCode,
        body: answer.json() as DeveloperAnswer['body'],
        headers: answer.headers,
        text: answer.body,
      }
    }
  return {
    get: (path, headers) => ask('GET')(path, undefined, headers),
    remove: (path, headers) => ask('DELETE')(path, undefined, headers),
    post: ask('POST'),
    put: ask('PUT'),
  }
}

/** Accepts the developer agreement as this user and creates a key for their company. */
export async function createKey(http: TestApp, user: TestUser): Promise<{ client_id: string; secret_key: string }> {
  const acceptance = {
    user_id: user.id,
    company_id: user.companyId,
    company_name: 'x',
    is_marketing_services_agreement_developer: 'T',
    location_menu: 'developer',
    document_type: 'default_agency',
  }
  await http.as(user).call(acceptAgreement, { body: acceptance })
  const body = { subdomain: user.host, email: user.email }
  return (await http.as(user).call(createCredential, { body })).body.data.user
}
