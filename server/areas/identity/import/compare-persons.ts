import type { ClientBase, Pool } from 'pg'
import { isMinor } from './read-traits.ts'
import { findOwners } from '../find-persons.ts'
import type { OptedOut } from './find-opted-out.ts'
import type { ImportedPerson } from './read-person.ts'

interface KnownPerson {
  id: number
  external_id: string | null
  first_name: string
  last_name: string
  email: string | null
  phone_e164: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  traits: Record<string, string>
}

export type Verdict =
  | { kind: 'new'; person: ImportedPerson }
  | { kind: 'changed' | 'same'; person: ImportedPerson; known: KnownPerson }
  | { kind: 'opted_out'; person: ImportedPerson }

/** What importing each person would do. People are matched by any hash, otherwise by the file's own id. */
export async function comparePersons(
  db: Pool | ClientBase,
  persons: readonly ImportedPerson[],
  optedOut: OptedOut,
): Promise<Verdict[]> {
  const hashes = [...new Set(persons.flatMap((person) => person.hashes))]
  const ownerOf = await findOwners(db, hashes)
  const externalIds = persons.flatMap(({ externalId }) => externalId ?? [])
  const matches = await readKnown(db, [...new Set(ownerOf.values())], externalIds)
  return persons.map((person) => {
    const id = person.hashes.map((hash) => ownerOf.get(hash)).find((owner) => owner !== undefined)
    const match = id === undefined ? matches.byExternalId.get(person.externalId ?? '') : matches.byId.get(id)
    if (
      isMinor(person) ||
      person.hashes.some((hash) => optedOut.hashes.has(hash)) ||
      (match && optedOut.personIds.has(match.id))
    )
      return { kind: 'opted_out', person }
    if (!match) return { kind: 'new', person }
    const hasAllKeys = person.hashes.every((hash) => ownerOf.get(hash) === match.id)
    return { kind: hasAllKeys && !differs(person, match) ? 'same' : 'changed', person, known: match }
  })
}

async function readKnown(
  db: Pool | ClientBase,
  ids: number[],
  externalIds: string[],
): Promise<{ byId: Map<number, KnownPerson>; byExternalId: Map<string, KnownPerson> }> {
  const { rows } = await db.query<KnownPerson>(
    `select id, external_id, first_name, last_name, email, phone_e164, street, city, state, zip,
       coalesce((select jsonb_object_agg(name, value) from trait where person_id = person.id), '{}') as traits
     from person where id = any($1::bigint[]) or external_id = any($2::text[])`,
    [ids, externalIds],
  )
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byExternalId: new Map(rows.flatMap((row) => (row.external_id ? [[row.external_id, row]] : []))),
  }
}

/** Whether the file differs from the stored data. Empty cells are ignored. */
function differs(person: ImportedPerson, knownPerson: KnownPerson): boolean {
  const pairs: [string | null, string | null][] = [
    [person.firstName, knownPerson.first_name],
    [person.lastName, knownPerson.last_name],
    [person.email, knownPerson.email],
    [person.phoneE164, knownPerson.phone_e164],
    [person.street, knownPerson.street],
    [person.city, knownPerson.city],
    [person.state, knownPerson.state],
    [person.zip, knownPerson.zip],
  ]
  return (
    pairs.some(([value, knownValue]) => value !== null && value !== '' && value !== knownValue) ||
    Object.entries(person.traits).some(([name, value]) => knownPerson.traits[name] !== value)
  )
}
