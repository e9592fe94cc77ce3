import { createHash } from 'node:crypto'
import { hashesOfEmail, nowhere, personAt, type SyntheticPerson } from '#demo/persons.ts'
import { demoPersons, demoSeed, optedOut, walkers } from '#demo/world.ts'

/** A person in the demo's identity data. */
export interface KnownPerson {
  name: string
  lastName: string
  email: string
  md5: string
}

/** After those who have visited in the demo's past. */
const [first, last] = [walkers, demoPersons - 1_000]

/**
 * A fixed, unique person for a purpose, so that journeys do not find each other's leads. `like` filters by known data;
 * by default everybody has a home and a phone number.
 */
export function personFor(purpose: string, like: (person: SyntheticPerson) => boolean = isComplete): KnownPerson {
  const start = first + (createHash('sha256').update(purpose).digest().readUInt32BE() % (last - first))
  for (let n = start; ; n++) {
    const person = personAt(demoSeed, n, nowhere)
    if (like(person)) return knownAs(person)
  }
}

const isComplete = ({ phoneE164, street }: SyntheticPerson): boolean => phoneE164 !== null && street !== null
export const lacksPhone = ({ phoneE164, street }: SyntheticPerson): boolean => phoneE164 === null && street !== null
export const lacksHome = ({ phoneE164, street }: SyntheticPerson): boolean => phoneE164 !== null && street === null

/** A person who opted out of becoming a lead. */
export const optedOutPerson = (): KnownPerson => knownAs(personAt(demoSeed, optedOut.from + 1, nowhere))

const knownAs = ({ firstName, lastName, email }: SyntheticPerson): KnownPerson => ({
  name: `${firstName} ${lastName}`,
  lastName,
  email,
  md5: hashesOfEmail(email).md5.toString('hex'),
})
