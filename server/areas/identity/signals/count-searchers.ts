import type { Pool, PoolClient } from 'pg'
import type { Keyword } from '#contract/campaigns/keywords.ts'
import { driverOf } from '#server/platform/database/driver/choose-driver.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import { didNotOptOut } from '../did-not-opt-out.ts'
import type { PersonSet } from './person-set.ts'
import { readSearchers } from './read-searchers.ts'
import { stemsOf } from './stems.ts'

/** Where people live: in one of the states or in one of the ZIP codes, as campaigns target them. */
export interface HomePlaces {
  states: readonly string[]
  zips: readonly string[]
}

/** Searches that match any of a campaign's keywords, between two times, both inclusive. */
export interface SearchCountQuery {
  keywords: readonly Keyword[]
  since_ms: number
  until_ms: number
}

/** Counts people who searched and didn't opt out, each once, however much they searched. */
export interface SearcherCount {
  nationwide(): Promise<number>
  /** Whether there are at least this many. */
  areAtLeast(least: number): Promise<boolean>
  livingIn(places: HomePlaces): Promise<number>
}

/**
 * Opens a count for the duration of `work`, in one snapshot of the identity data. A statement that takes longer than
 * `longest_ms` is canceled (PostgreSQL error 57014).
 */
export async function countSearchers<T>(
  identityPool: Pool,
  query: SearchCountQuery,
  longest_ms: number,
  work: (count: SearcherCount) => Promise<T>,
): Promise<T> {
  const client = await identityPool.connect()
  let breakage: Error | undefined
  try {
    await client.query(
      `begin isolation level repeatable read read only; set local statement_timeout = ${Math.trunc(longest_ms)}`,
    )
    return await work(await openCount(client, query))
  } finally {
    await client.query('rollback').catch((error: Error) => (breakage = error))
    client.release(breakage)
  }
}

/** Up to this many residents are intersected with the searchers; beyond it, each search's person is looked up. */
const maxNeighbors = 50_000

const searches = `signal where phrase_id = any($1::int[]) and kind = 'search' and id >= $2 and id < $3
  and ${didNotOptOut('signal.person_id')}`

async function openCount(
  client: PoolClient,
  { keywords, since_ms, until_ms }: SearchCountQuery,
): Promise<SearcherCount> {
  const phraseIds = await findPhrases(client, keywords)
  const parameters = [phraseIds, lowestUuidAt(since_ms), lowestUuidAt(until_ms + 1)]
  const numberOf = async (text: string, values: unknown[] = []): Promise<number> =>
    (await client.query<{ people: number }>(text, [...parameters, ...values])).rows[0]!.people
  let reading: Promise<PersonSet | null> | undefined
  const searchers = (): Promise<PersonSet | null> =>
    (reading ??= readSearchers(client, { phraseIds, since_ms, until_ms }))
  return {
    nationwide: async () =>
      (await searchers())?.size ?? numberOf(`select count(distinct person_id)::int as people from ${searches}`),
    areAtLeast: async (least) =>
      ((await searchers())?.size ??
        (await numberOf(
          `select count(*)::int as people from (select distinct person_id from ${searches} limit $4) found`,
          [least],
        ))) >= least,
    livingIn: async ({ states, zips }) => {
      const neighbors = states.length === 0 ? await findNeighbors(client, zips) : null
      const among = neighbors && (await searchers())
      if (neighbors && among) return neighbors.filter((id) => among.has(id)).length
      return numberOf(
        // Filters by place before deduplicating, because few searchers live there.
        `select count(distinct person_id)::int as people
           from (select person_id from ${searches}) search
           join person on person.id = search.person_id and (person.state = any($4) or person.zip = any($5))`,
        [states, zips],
      )
    },
  }
}

/** Everyone who lives in these ZIP codes, or null if there are too many. */
async function findNeighbors(client: PoolClient, zips: readonly string[]): Promise<number[] | null> {
  const neighbors: number[] = []
  await driverOf(client).copyFields(
    client,
    `select id from person where zip = any($1::text[]) limit ${maxNeighbors + 1}`,
    [arrayText(zips)],
    ([id]) => neighbors.push(Number(id!.readBigInt64BE())),
  )
  return neighbors.length > maxNeighbors ? null : neighbors
}

const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join()}}`

/** Phrases that contain all words of a keyword, or match an exact one, and contain no negative keyword. */
async function findPhrases(client: PoolClient, keywords: readonly Keyword[]): Promise<number[]> {
  const stemsOfKind = (kind: Keyword['kind']): string[] =>
    keywords.filter((keyword) => keyword.kind === kind).map(({ text }) => stemsOf(text).join(' '))
  const exact = keywords.filter(({ kind }) => kind === 'exact').map(({ text }) => text)
  const { rows } = await client.query<{ ids: number[] }>(
    `with wanted as materialized (
       select phrase.id, phrase.stems
         from unnest($1::text[]) as keyword (stems)
         join signal_phrase phrase on phrase.stems @> string_to_array(keyword.stems, ' ')
        where keyword.stems <> ''
        union
       select id, stems from signal_phrase where text = any($2))
     select coalesce(array_agg(id), '{}') as ids from wanted
      where not exists (select from unnest($3::text[]) as negative (stems)
                         where negative.stems <> '' and wanted.stems @> string_to_array(negative.stems, ' '))`,
    [stemsOfKind('phrase'), exact, stemsOfKind('negative')],
  )
  return rows[0]!.ids
}
