import type { Pool } from 'pg'
import { plainHost } from '#contract/core/hosts.ts'
import type { OwnRegionRules, RegionRuleName } from '#contract/privacy/region-rules.ts'
import { uuidFields } from '#server/platform/database/binary-rows.ts'
import { createIsExcluded, type IsExcluded } from './excluded-addresses.ts'

/** Whose page a key belongs to. */
export interface Pixel {
  key: string
  rootId: string
  agencyId: string
  clientId: string
  campaignId: string
  /** Host names whose hits count. */
  siteHosts: ReadonlySet<string>
  /** Whether visitors' addresses are compared with companies' ranges. */
  findsCompanies: boolean
  /** The page (`pageOfAddress`) whose views are conversions; null for none. */
  thankYouPage: string | null
  /** Addresses whose visits are only counted. */
  isExcluded: IsExcluded
  /** The agency's own rules by country; absent if it has none. */
  countryRules?: OwnRegionRules | undefined
  /** Agency, client and campaign as stored in every row of this pixel. */
  pathFields: Buffer
}

export interface Pixels {
  /** The pixel from the cache; undefined if it has not been looked up yet, null if it does not exist. */
  known(key: string): Pixel | null | undefined
  /** Looks it up in the database. Rejects if that cannot be reached or too many keys are waiting. */
  find(key: string): Promise<Pixel | null>
  /** Whether such a look-up is under way, which another hit with the key joins. */
  isAsked(key: string): boolean
  /** Reloads the keys in use, so that changes arrive; keys not used since the last time are dropped. */
  refresh(): Promise<void>
}

interface Entry {
  pixel: Pixel | null
  used: boolean
}

interface Asked {
  answer: Promise<Pixel | null>
  resolve(pixel: Pixel | null): void
  reject(error: unknown): void
}

/** Keys looked up at once: a flood of made-up keys must not turn into a flood of statements. */
const maxAsked = 1_000
const maxKnown = 50_000

interface Row {
  key: string
  root_id: string
  agency_id: string
  client_id: string
  campaign_id: string
  site_hosts: string[]
  finds_companies: boolean
  thank_you_page: string | null
  excluded_addresses: string[]
  country_rules: Record<string, RegionRuleName> | null
}

const selectPixels = `
  select key, root_id, agency_id, client_id, campaign_id, site_hosts, finds_companies, thank_you_page,
    excluded_addresses, country_rules
  from pixel where key = any($1::text[]) and active`

async function readPixels(pool: Pool, keys: string[]): Promise<Map<string, Pixel>> {
  const { rows } = await pool.query<Row>({ name: 'tracking.pixels', text: selectPixels, values: [keys] })
  return new Map(rows.map((row) => [row.key, pixelOf(row)]))
}

/**
 * Caches the pixels that hits name, missing ones too, until the next refresh. Unknown keys are looked up together: one
 * statement at a time, with all keys that arrived while the previous one ran.
 */
export function createPixels(pool: Pool): Pixels {
  const entries = new Map<string, Entry>()
  // Apart from the pixels, so that made-up keys push none of them out.
  const missing = new Set<string>()
  let requests = new Map<string, Asked>()
  /** Those being looked up. */
  let running = new Map<string, Asked>()
  let asking = false

  const remember = (key: string, pixel: Pixel | null): void => {
    makeRoom(pixel ? entries : missing)
    if (pixel) entries.set(key, { pixel, used: true })
    else missing.add(key)
  }

  const ask = async (): Promise<void> => {
    asking = true
    while (requests.size > 0) {
      const batch = (running = requests)
      requests = new Map()
      try {
        const pixelsByKey = await readPixels(pool, [...batch.keys()])
        for (const [key, one] of batch) {
          const pixel = pixelsByKey.get(key) ?? null
          remember(key, pixel)
          one.resolve(pixel)
        }
      } catch (error) {
        for (const one of batch.values()) one.reject(error)
      }
    }
    running = new Map()
    asking = false
  }

  return {
    known(key) {
      const entry = entries.get(key)
      if (!entry) return missing.has(key) ? null : undefined
      entry.used = true
      return entry.pixel
    },
    isAsked: (key) => requests.has(key) || running.has(key),
    find(key) {
      const waiting = requests.get(key) ?? running.get(key)
      if (waiting) return waiting.answer
      if (requests.size >= maxAsked) return Promise.reject(new Error('too many unknown pixel keys at once'))
      const one = question()
      requests.set(key, one)
      if (!asking) void ask()
      return one.answer
    },
    async refresh() {
      // A missing key is dropped, not looked up again: if it is created, the next hit finds it.
      missing.clear()
      for (const [key, entry] of entries) if (!entry.used || !entry.pixel) entries.delete(key)
      const keys = [...entries.keys()]
      for (const entry of entries.values()) entry.used = false
      if (keys.length === 0) return
      const pixelsByKey = await readPixels(pool, keys)
      for (const key of keys) {
        const entry = entries.get(key)
        if (entry) entry.pixel = pixelsByKey.get(key) ?? null
      }
    },
  }
}

/** Forgets everything at the limit; what is needed is looked up again. */
function makeRoom(cache: Pick<Set<string>, 'size' | 'clear'>): void {
  if (cache.size >= maxKnown) cache.clear()
}

function question(): Asked {
  let settle: Pick<Asked, 'resolve' | 'reject'> | undefined
  const answer = new Promise<Pixel | null>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { answer, ...settle! }
}

const pixelOf = (row: Row): Pixel => ({
  key: row.key,
  rootId: row.root_id,
  agencyId: row.agency_id,
  clientId: row.client_id,
  campaignId: row.campaign_id,
  siteHosts: new Set(row.site_hosts.map((host) => plainHost(host) ?? host)),
  findsCompanies: row.finds_companies,
  thankYouPage: row.thank_you_page,
  isExcluded: createIsExcluded(row.excluded_addresses),
  countryRules: row.country_rules === null ? undefined : new Map(Object.entries(row.country_rules)),
  pathFields: uuidFields([row.agency_id, row.client_id, row.campaign_id]),
})
