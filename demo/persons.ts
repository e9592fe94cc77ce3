import { createHash } from 'node:crypto'
import { workOf } from './companies.ts'
import { firstNames, lastNames, streetKinds, streetNames } from './names.ts'
import { createRandom } from './random.ts'
import { demoSeed } from './world.ts'

/** Where a synthetic person lives: a real row of the ZIP table. */
export interface Place {
  zip: string
  city: string
  state: string
}

export interface SyntheticPerson {
  externalId: string
  firstName: string
  lastName: string
  email: string
  phoneE164: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  traits: Record<string, string>
  /** Their job and company, if known. */
  work: Record<string, string>
}

/** Reserved domains, which nobody can own. */
const mailDomains = ['example.com', 'example.org', 'example.net'] as const
/** Real area codes. With the exchange 555 and the lines 0100 to 0199 no number can reach anybody. */
const areaCodes = [
  205, 212, 213, 216, 303, 305, 312, 404, 415, 503, 512, 602, 612, 615, 617, 702, 704, 713, 801, 816, 901, 919,
]
const ageBands = ['18-24', '25-34', '35-44', '45-54', '55-64', '65+'] as const
const homes = ['owner', 'renter'] as const
const genders = ['female', 'male'] as const
const educations = ['high school', 'college', 'graduate'] as const
const incomeBands = ['under 50k', '50k-100k', '100k-150k', 'over 150k'] as const
const maritalStatuses = ['single', 'married'] as const

/** Replaces the ZIP table where a person's place does not matter. */
export const nowhere: readonly Place[] = [{ zip: '', city: '', state: '' }]

/** Yields synthetic people `from` up to, not including, `upTo`. Deterministic for a seed. */
export function* generatePersons(
  seed: number,
  range: { from: number; upTo: number },
  places: readonly Place[],
): Generator<SyntheticPerson> {
  for (let n = range.from; n < range.upTo; n++) yield personAt(seed, n, places)
}

/**
 * Person `n` of a seed, independent of how many are generated. Some lack a phone number or an address, as real records
 * do, so that the rules on required fields have something to reject. `places` affects only where a person lives.
 */
export function personAt(seed: number, n: number, places: readonly Place[]): SyntheticPerson {
  const random = createRandom(seed * 1_000_003 + n)
  const firstName = random.pick(firstNames)
  const lastName = random.pick(lastNames)
  const place = random.pick(places)
  const line = String(random.below(100)).padStart(2, '0')
  const hasPhone = random.chance(0.9)
  const hasHome = random.chance(0.95)
  return {
    externalId: `demo-${n}`,
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${n}@${random.pick(mailDomains)}`.toLowerCase(),
    phoneE164: hasPhone ? `+1${random.pick(areaCodes)}55501${line}` : null,
    street: hasHome ? `${1 + random.below(9_800)} ${random.pick(streetNames)} ${random.pick(streetKinds)}` : null,
    city: hasHome ? place.city : null,
    state: hasHome ? place.state : null,
    zip: hasHome ? place.zip : null,
    traits: traitsFrom(random),
    work: workOf(seed, n),
  }
}

/** Most people have few traits; every third has enough for Enhance ID. */
function traitsFrom(random: ReturnType<typeof createRandom>): Record<string, string> {
  const little = { age_band: random.pick(ageBands), home: random.pick(homes) }
  if (!random.chance(0.33)) return little
  return {
    ...little,
    gender: random.pick(genders),
    education: random.pick(educations),
    income_band: random.pick(incomeBands),
    marital_status: random.pick(maritalStatuses),
  }
}

/** The email address of person `n` of the demo. It does not depend on where they live. */
export const emailOfPerson = (n: number): string => personAt(demoSeed, n, nowhere).email

/** The three hashes for looking up an address, computed from the trimmed, lower-case address. */
export function hashesOfEmail(email: string): { md5: Buffer; sha1: Buffer; sha256: Buffer } {
  const normal = email.trim().toLowerCase()
  const hash = (algorithm: string): Buffer => createHash(algorithm).update(normal).digest()
  return { md5: hash('md5'), sha1: hash('sha1'), sha256: hash('sha256') }
}
