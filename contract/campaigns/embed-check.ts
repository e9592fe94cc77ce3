import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith, instant } from '../core/wire.ts'

const access: Access = {
  rootSystem: { reach: ['below'] },
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: 'campaign.enable' },
  client: { reach: ['own'] },
}

const pageOfCampaign = z.strictObject({
  leadspeek_api_id: id,
  url: z.string().trim().max(2000).optional().meta({
    description:
      'A page of one of the campaign’s sites, each of which has its own pixel; the first site’s main page if omitted.',
  }),
})

/** A hit younger than this proves that the pixel works. */
export const runProof_ms = 24 * 60 * 60 * 1000

export const checkRunEmbededCode = operation({
  id: 'C093',
  name: 'checkRunEmbededCode',
  area: 'campaigns',
  method: 'GET',
  path: '/check-run-embeded-code',
  summary: 'Reads when a campaign’s pixel last reported. A hit within 24 hours means that it works.',
  query: z.strictObject({ leadspeek_api_id: id }),
  answer: z.object({
    result: z.literal('success'),
    status: z.enum(['exist', 'not exist']),
    message: z.string(),
    last_hit_at: instant.nullable(),
  }),
  access,
  object: { kind: 'campaign', in: 'query', key: 'leadspeek_api_id' },
})

export const checkSiteEmbededCode = operation({
  id: 'C094',
  name: 'checkSiteEmbededCode',
  area: 'campaigns',
  method: 'POST',
  path: '/check-site-embeded-code',
  summary: 'Fetches the client’s page and looks for this campaign’s pixel and for tag manager containers (R220).',
  body: pageOfCampaign,
  answer: z.object({
    result: z.literal('success'),
    status: z.enum(['exist', 'probably', 'not exist']).meta({
      description:
        '`probably`: the campaign’s site uses a tag manager (`gtminstalled`), which was found and may load the pixel; the next hit confirms it.',
    }),
    message: z.string(),
    url: z.string(),
    /** Google Tag Manager containers that the page loads. */
    containers: z.array(z.string()),
    checked_at: instant,
  }),
  errors: ['crawl_failed'],
  access,
  object: { kind: 'campaign', in: 'body', key: 'leadspeek_api_id' },
  limits: [{ count: 6, perSeconds: 60, by: 'user' }],
})

/** Not for operator staff (R031) or in view mode: it runs a debug session on someone's site. */
const debugging: Access = {
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: 'campaign.enable' },
  client: { reach: ['own'] },
}

export const makeDebugLink = operation({
  id: 'own',
  name: 'makeDebugLink',
  area: 'campaigns',
  method: 'POST',
  path: '/campaign/debug-link',
  summary:
    'Creates a link to a page of the campaign’s site that shows what this pixel does there, valid for 30 minutes.',
  body: pageOfCampaign,
  answer: doneWith(z.object({ url: z.string(), ends_at: instant })),
  access: debugging,
  object: { kind: 'campaign', in: 'body', key: 'leadspeek_api_id' },
  // A ticket: it changes nothing.
  logged: false,
})
