import { addressRangeFrom } from '#contract/campaigns/address-ranges.ts'
import { plainInformation } from '#contract/identity/advance-information.ts'
import { newPixelKey } from '#server/platform/ids.ts'
import type { CampaignSettings } from '../../campaign.ts'
import type { Blocker, CampaignModule, StageMessage } from '../campaign-module.ts'
import { hostsOf } from '../../site/hosts-of.ts'
import { readSendsInformation } from '../information-type.ts'
import { defaultPeople } from '../people-defaults.ts'
import { pageTest } from './match-pages.ts'

/** The settings of a Site ID campaign; empty settings are omitted. */
export interface SiteSettings {
  /** Page rules (`pageRuleFrom`). */
  includePages?: readonly string[]
  excludePages?: readonly string[]
  /** Lowercase IP addresses and ranges (`addressRangeFrom`). */
  excludeAddresses?: readonly string[]
  /** Event names. */
  eventGoals?: readonly string[]
  moreSites?: readonly MoreSite[]
  /** Its leads include more information and cost more. */
  sendsInformation?: true
}

/** An additional site of the campaign, with its pixel's key. */
interface MoreSite {
  url: string
  key: string
}

/** Visits need a site that carries the pixel. */
export const siteBlockers = ({ siteUrl }: Pick<CampaignSettings, 'siteUrl'>): Blocker[] =>
  siteUrl === '' ? [{ field: 'siteUrl', message: 'The site address is missing.' }] : []

/** Site ID: who visited the client's site becomes a lead, on the pages that the campaign names. */
export const definition: CampaignModule<SiteSettings> = {
  events: { source: 'visits' },
  defaults: { people: defaultPeople, settings: {} },
  codec: {
    fields: [
      'include_pages',
      'exclude_pages',
      'exclude_addresses',
      'event_goals',
      'more_sites',
      'campaign_information_type',
    ],
    read: (fields, before) =>
      withoutEmpty({
        includePages: once(fields.include_pages) ?? before.includePages,
        excludePages: once(fields.exclude_pages) ?? before.excludePages,
        excludeAddresses:
          once(fields.exclude_addresses?.flatMap((text) => addressRangeFrom(text) ?? [])) ?? before.excludeAddresses,
        eventGoals: once(fields.event_goals) ?? before.eventGoals,
        moreSites: sitesOf(fields.more_sites, before.moreSites) ?? before.moreSites,
        sendsInformation:
          (readSendsInformation(fields.campaign_information_type) ?? before.sendsInformation) ? true : undefined,
      }),
    present: ({
      includePages = [],
      excludePages = [],
      excludeAddresses = [],
      eventGoals = [],
      moreSites = [],
      ...own
    }) => ({
      campaign_information_type: own.sendsInformation ? 'enhance' : '',
      include_pages: [...includePages],
      exclude_pages: [...excludePages],
      exclude_addresses: [...excludeAddresses],
      event_goals: [...eventGoals],
      more_sites: moreSites.map(({ url }) => url),
      more_pixels: moreSites.map(({ url, key }) => ({ site_url: url, pixel_key: key, site_hosts: hostsOf(url) })),
    }),
  },
  findBlockers: siteBlockers,
  eventGoals: ({ eventGoals = [] }) => eventGoals,
  moreSites: ({ moreSites = [] }) => moreSites,
  sellsAdvanced: ({ sendsInformation }) => sendsInformation === true,
  informationOf: ({ sendsInformation }) => (sendsInformation ? plainInformation : []),
  excludedAddresses: ({ excludeAddresses = [] }) => excludeAddresses,
  acceptsPage: ({ includePages = [], excludePages = [] }) =>
    includePages.length + excludePages.length === 0 ? null : pageTest({ include: includePages, exclude: excludePages }),
  ownStages: {
    page_excluded: {
      stops: ({ isPageExcluded }) => isPageExcluded,
      explain: ({ settings }) => saidOf(settings),
    },
    // Without more information a lead must not cost more.
    too_little_known: {
      stops: ({ person, settings }) => settings.sendsInformation === true && person.knownFields < minSent,
      explain: ({ settings }) => knownSaid(settings),
    },
  },
}

/** The minimum kinds of information that must be known if they are included. */
const minSent = 1

/** Existing sites keep their pixel keys. */
const sitesOf = (urls: readonly string[] | undefined, before: readonly MoreSite[] = []): MoreSite[] | undefined =>
  once(urls)?.map((url) => ({ url, key: before.find((site) => site.url === url)?.key ?? newPixelKey() }))

const once = (lines: readonly string[] | undefined): string[] | undefined => lines && [...new Set(lines)]

/** Omits empty settings, so that campaigns without rules look like those made before rules existed. */
const withoutEmpty = (settings: { [Name in keyof SiteSettings]: SiteSettings[Name] | undefined }): SiteSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value === true || (value && value.length > 0)))

/** How many entries of a long list to show. */
const maxShown = 5
const some = (lines: readonly string[]): string =>
  lines.slice(0, maxShown).join(', ') + (lines.length > maxShown ? ' …' : '')

function saidOf({ includePages = [], excludePages = [] }: SiteSettings): StageMessage {
  const [list, without] = [some(includePages), some(excludePages)]
  if (list && without) return { text: 'pages_in_and_not', values: { list, without } }
  if (list) return { text: 'pages_in', values: { list } }
  return without ? { text: 'pages_not', values: { without } } : { text: 'every_page', values: {} }
}

const knownSaid = ({ sendsInformation }: SiteSettings): StageMessage =>
  sendsInformation ? { text: 'kinds_known', values: { least: minSent } } : { text: 'not_required', values: {} }
