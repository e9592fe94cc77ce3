import { createHash } from 'node:crypto'
import { hashesOfEmail, nowhere, personAt, type SyntheticPerson } from '#demo/persons.ts'
import { demoPersons, demoSeed, optedOut, walkers } from '#demo/world.ts'

/** Somebody of the demo's identity data. */
export interface KnownPerson {
  name: string
  lastName: string
  email: string
  md5: string
}

/** Behind those who have walked through the demo's past. */
const [first, last] = [walkers, demoPersons - 1_000]

/**
 * A person for one purpose, always the same one and nobody else's, so that journeys do not meet each other's leads. The
 * test `like` picks by what is known of them; nobody lacks a home or a phone number unless it asks for that.
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

/** Somebody who asked never to become a lead. */
export const optedOutPerson = (): KnownPerson => knownAs(personAt(demoSeed, optedOut.from + 1, nowhere))

const knownAs = ({ firstName, lastName, email }: SyntheticPerson): KnownPerson => ({
  name: `${firstName} ${lastName}`,
  lastName,
  email,
  md5: hashesOfEmail(email).md5.toString('hex'),
})
