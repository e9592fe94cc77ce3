import { z } from 'zod'
import { line } from '../../core/wire.ts'
import { sentences } from '../../core/sentences.ts'
import { addressRangeFrom, maxAddressRanges } from '../address-ranges.ts'
import { siteUrl } from '../site-url.ts'
import { longestPageRule, maxPageRules, pageRuleFrom } from '../page-rules.ts'

const pages = z
  .array(
    z
      .string()
      .trim()
      .max(longestPageRule)
      .refine((text) => pageRuleFrom(text) !== null, sentences.pageRule),
  )
  .max(maxPageRules)

const addresses = z
  .array(
    z
      .string()
      .max(50)
      .refine((text) => addressRangeFrom(text) !== null, sentences.addressRange),
  )
  .max(maxAddressRanges)

/** The limits of stored event names: their length and number. */
export const longestGoal = 64
export const maxGoals = 20
/** How many sites a campaign can have besides the first. */
export const maxSites = 10

/** Fields of Site ID campaigns only. */
export const siteFields = {
  include_pages: pages.optional().meta({
    description:
      'Pages whose visits can become leads: a path, or a host and a path, with * as a wildcard (/pricing*, *.example.com/blog/*). Empty for all pages.',
  }),
  exclude_pages: pages.optional().meta({
    description: 'Pages whose visits never become leads, in the same format; they take precedence over included pages.',
  }),
  exclude_addresses: addresses.optional().meta({
    description:
      'IP addresses and ranges (203.0.113.0/24) whose visits and conversions are only counted as ip_excluded and not stored.',
  }),
  more_sites: z.array(siteUrl.min(1)).max(maxSites).optional().meta({
    description:
      'URLs of the campaign’s other sites. Each gets its own pixel (`more_pixels`), which stays as long as its URL is listed.',
  }),
  event_goals: z.array(line(longestGoal)).max(maxGoals).optional().meta({
    description: 'Names of site events that count as goals of the campaign.',
  }),
}

/** Fields whose values the log keeps permanently. */
export const loggedSiteFields = [
  'include_pages',
  'exclude_pages',
  'event_goals',
  'more_sites',
] as const satisfies readonly (keyof typeof siteFields)[]

/** The same fields in a campaign's answer; absent in other modules. */
export const siteDetail = z
  .object({
    include_pages: z.array(z.string()),
    exclude_pages: z.array(z.string()),
    exclude_addresses: z.array(z.string()),
    event_goals: z.array(z.string()),
    more_sites: z.array(z.string()),
    more_pixels: z.array(z.object({ site_url: z.string(), pixel_key: z.string(), site_hosts: z.array(z.string()) })),
  })
  .partial()
