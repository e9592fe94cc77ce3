import { subdomain as subdomainText, type subdomainStates, type suggestSubdomain } from '#contract/branding/hosts.ts'
import { sentences } from '#contract/core/sentences.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { notFound } from '#server/platform/failure.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { findHost } from './find-host.ts'
import { proposeSubdomain, readBaseHost, subdomainProblem, subdomainTexts } from './subdomain.ts'

interface Suggestion {
  subdomain: string
  base: string
  state: (typeof subdomainStates)[number]
  message: string
}

/** Agencies register with the operator only: an agency's host names nobody above it. */
export const handleSuggestSubdomain: OpenHandler<typeof suggestSubdomain> = async ({ query }, { platform, host }) => {
  const place = await findHost(platform, host)
  if (!place || place.agencyId !== null) throw notFound()
  const { rootId } = place
  const now_ms = platform.clock.now()
  const data = await inScope(
    platform.appPool,
    { kind: 'none' },
    async (tx): Promise<Suggestion> => {
      const base = (await readBaseHost(tx, rootId)) ?? ''
      if (query.subdomain === undefined) {
        const subdomain = await proposeSubdomain(tx, now_ms, rootId, query.company ?? '')
        return { subdomain, base, state: 'free', message: '' }
      }
      const input = subdomainText.safeParse(query.subdomain)
      if (!input.success) return { subdomain: query.subdomain, base, state: 'invalid', message: sentences.subdomain }
      const problem = await subdomainProblem(tx, now_ms, rootId, null, input.data)
      return { subdomain: input.data, base, state: problem ?? 'free', message: problem ? subdomainTexts[problem] : '' }
    },
    { readOnly: true },
  )
  return { result: 'success', data }
}
