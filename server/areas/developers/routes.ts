import { acceptAgreement, readAgreement } from '#contract/agreements/acceptances.ts'
import type { ApiScope } from '#contract/core/api-scopes.ts'
import { listCities, listStates } from '#contract/campaigns/places.ts'
import {
  createCredential,
  readCredentials,
  readDeveloperApi,
  removeCredential,
  revealCredential,
} from '#contract/developers/credentials.ts'
import { listDeveloperCampaigns } from '#contract/campaigns/developer-campaigns.ts'
import { listDeveloperClients } from '#contract/companies/developer-clients.ts'
import { issueOauthToken } from '#contract/developers/oauth.ts'
import { listDeveloperLeads } from '#contract/leads/developer-leads.ts'
import { issueDeveloperToken, issueSsoToken, validateSso } from '#contract/developers/sso.ts'
import { readSignature } from '#server/areas/branding/public.ts'
import { notFound } from '#server/platform/failure.ts'
import { bind, bindOpen, type Route } from '#server/platform/http/route.ts'
import { openApiOf } from '#server/platform/http/openapi.ts'
import { handleRemoveCredential, handleRevealCredential } from './change-credential.ts'
import { handleCreateCredential } from './create-credential.ts'
import { handleIssueOauthToken } from './issue-oauth-token.ts'
import { handleIssueSsoToken } from './issue-sso-token.ts'
import { handleIssueDeveloperToken } from './issue-token.ts'
import { handleAcceptAgreement, handleReadAgreement } from './marketing-agreement.ts'
import { handleReadCredentials } from './read-credentials.ts'
import { handleValidateSso } from './validate-sso.ts'

/** The calls that a developer's credential may make. */
const developerApi = openApiOf(
  [
    issueOauthToken,
    listDeveloperClients,
    listDeveloperCampaigns,
    listDeveloperLeads,
    issueDeveloperToken,
    issueSsoToken,
    listStates,
    listCities,
  ],
  '1',
)

const bearer = { type: 'http', scheme: 'bearer', description: 'A token of POST /api/v1/developer/oauth/token.' }

const scopes: Readonly<Record<ApiScope, string>> = {
  'clients:read': 'Read clients.',
  'campaigns:read': 'Read campaigns.',
  'leads:read': 'Read leads, with the people that they are about.',
}
const oauth = {
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl: `/api${issueOauthToken.path}`, scopes } },
}

export const routes: Route[] = [
  bind(readAgreement, handleReadAgreement),
  bind(acceptAgreement, handleAcceptAgreement),
  bind(createCredential, handleCreateCredential),
  bind(readCredentials, handleReadCredentials),
  bind(revealCredential, handleRevealCredential),
  bind(removeCredential, handleRemoveCredential),
  bindOpen(readDeveloperApi, async (_input, { platform, host }) => {
    const signature = await readSignature(platform, host)
    if (!signature) throw notFound()
    const securitySchemes = { session: bearer, oauth }
    const components = { ...(developerApi['components'] as object), securitySchemes }
    return { ...developerApi, info: { title: `${signature.name} API`, version: '1' }, components }
  }),
  bindOpen(issueOauthToken, handleIssueOauthToken),
  bindOpen(issueDeveloperToken, handleIssueDeveloperToken),
  bindOpen(issueSsoToken, handleIssueSsoToken),
  bindOpen(validateSso, handleValidateSso),
]
