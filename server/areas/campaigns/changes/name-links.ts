import { namedFields } from '#contract/campaigns/history.ts'
import { readLinkNames } from '#server/areas/audiences/read-link-names.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** A campaign's fields by their plain names. */
export type Shown = Readonly<Record<string, unknown>>

/** Before and after a change of these fields: names in place of the ids in `namedFields`. */
export async function nameLinks(
  tx: Tx,
  agencyId: string,
  [before, after]: readonly [Shown, Shown],
  changed: readonly string[],
): Promise<[Shown, Shown]> {
  const fields = namedFields.filter((field) => changed.includes(field))
  const ids = [before, after].flatMap((state) => fields.flatMap((field) => state[field] as string | string[]))
  const names = await readLinkNames(
    tx,
    agencyId,
    [...new Set(ids)].filter((id) => id !== ''),
  )
  const nameOf = (id: string): string => names.get(id) ?? ''
  const namesIn = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((id) => nameOf(String(id))) : nameOf(String(value))
  const withNamedLinks = (state: Shown): Shown => ({
    ...state,
    ...Object.fromEntries(fields.map((field) => [field, namesIn(state[field])])),
  })
  return [withNamedLinks(before), withNamedLinks(after)]
}
