import { apiScopes } from '#contract/core/api-scopes.ts'
import { issueOauthToken } from '#contract/developers/oauth.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import type { WellKnown } from '#server/platform/http/well-known.ts'
import { linksOf, originOf } from './addresses.ts'

/** Where clients get tokens and how, in the terms of RFC 8414; each host is its own issuer. Null where nobody is served. */
export const tokenServerMetadata: WellKnown = {
  path: '/.well-known/oauth-authorization-server',
  async read(platform, host) {
    if (!(await findHost(platform, host))) return null
    const issuer = originOf({ platform, host })
    return {
      issuer,
      token_endpoint: `${issuer}/api${issueOauthToken.path}`,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      grant_types_supported: ['client_credentials'],
      // There is no page on which somebody authorizes a client.
      response_types_supported: [],
      scopes_supported: apiScopes,
      service_documentation: linksOf({ platform, host }).documentation_url,
    }
  },
}
