import { tagsOf } from '#contract/campaigns/keyword-tags.ts'
import { mayUse } from '#contract/guards/access-context.ts'
import {
  maxSuggestions,
  type autocomplete,
  type AutocompleteCategory,
  type Suggestion,
} from '#contract/campaigns/autocomplete.ts'
import { topics } from '#server/areas/identity/topics/topics.ts'
import { findNames } from '#server/areas/tenants/find-names.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** Prefix matches; names are limited to the caller's scope. */
export const handleAutocomplete: Handler<typeof autocomplete> = async ({ params: { category, text } }, call) => {
  assertMayComplete(category, call)
  if (category === 'keyword') return { result: 'success', data: findKeywords(text) }
  const data = await call.inScope(async (tx) => {
    switch (category) {
      case 'city':
        return findCities(tx, text)
      case 'zip':
        return findZips(tx, text)
      case 'state':
        return findStates(tx, text)
      default:
        return (await findNames(tx, category, text, maxSuggestions)).map(({ id, name }) => ({
          value: id,
          label: name,
        }))
    }
  })
  return { result: 'success', data }
}

function assertMayComplete(category: AutocompleteCategory, { caller: { rights } }: SignedInCall): void {
  if (category === 'campaign' && !(rights && mayUse(rights, 'campaign.enable'))) throw accessDenied()
}

/** The same names, each with its agency. */
export async function findBelow(
  call: SignedInCall,
  kind: 'client' | 'campaign',
  text: string,
  most: number,
): Promise<{ id: string; name: string; agencyId: string; agencyName: string }[]> {
  assertMayComplete(kind, call)
  return call.inScope(async (tx) => {
    const matches = await findNames(tx, kind, text, most)
    const { rows } = await tx.query<{ id: string; name: string }>('select id, name from company where id = any($1)', [
      [...new Set(matches.map(({ agencyId }) => agencyId))],
    ])
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    return matches.map((one) => ({ ...one, agencyName: names.get(one.agencyId) ?? '' }))
  })
}

/** Matches "Austin" or "Austin, TX"; the largest cities first, with all their ZIP codes. */
async function findCities(tx: Tx, text: string): Promise<Suggestion[]> {
  const [city = '', state = ''] = text.toLowerCase().split(',', 2)
  const { rows } = await tx.prepared<{ city: string; state: string; zips: string[] }>(
    'autocomplete-city',
    `select min(city) as city, state, array_agg(zip order by zip) as zips from us_zip
      where lower(city) collate "C" >= $1 and lower(city) collate "C" < $1 || chr(1114111) and state like upper($2) || '%'
      group by lower(city), state order by count(*) desc, 1, 2 limit ${maxSuggestions}`,
    [city.trim(), state.trim().replaceAll(/[^a-z]/g, '')],
  )
  return rows.map((row) => ({ value: `${row.city}, ${row.state}`, label: `${row.city}, ${row.state}`, zips: row.zips }))
}

async function findZips(tx: Tx, text: string): Promise<Suggestion[]> {
  const { rows } = await tx.prepared<{ zip: string; city: string; state: string }>(
    'autocomplete-zip',
    `select zip, city, state from us_zip where zip >= $1 and zip < $1 || chr(1114111) order by zip limit ${maxSuggestions}`,
    [text],
  )
  return rows.map(({ zip, city, state }) => ({ value: zip, label: `${zip} ${city}, ${state}` }))
}

async function findStates(tx: Tx, text: string): Promise<Suggestion[]> {
  const { rows } = await tx.prepared<{ code: string; name: string }>(
    'autocomplete-state',
    `select code, name from us_state where starts_with(lower(name), lower($1)) order by name limit ${maxSuggestions}`,
    [text],
  )
  return rows.map(({ code, name }) => ({ value: code, label: name }))
}

/** Keywords of the taxonomy's non-sensitive topics; prefix matches come before matches of a later word. */
function findKeywords(text: string): Suggestion[] {
  const prefix = tagsOf(text).join(' ')
  if (prefix === '') return []
  const begins = keywords.filter((keyword) => keyword.startsWith(prefix))
  const holds = keywords.filter((keyword) => !keyword.startsWith(prefix) && keyword.includes(` ${prefix}`))
  return [...begins, ...holds].slice(0, maxSuggestions).map((keyword) => ({ value: keyword, label: keyword }))
}

const keywords: readonly string[] = [
  ...new Set(topics.filter(({ isSensitive }) => !isSensitive).flatMap(({ seeds }) => seeds)),
].toSorted()
