import { createHash } from 'node:crypto'
import { workOf } from './companies.ts'
import { createRandom } from './random.ts'
import { demoSeed } from './world.ts'

// Common given names, family names and street names; any likeness is chance.
const firstNames =
  `Ava Liam Olivia Noah Emma Ethan Sophia Mason Isabella Lucas Mia Logan Amelia Jacob Harper Aiden Evelyn Jackson Abigail
  Carter Emily Owen Ella Wyatt Scarlett Luke Grace Gabriel Chloe Henry Victoria Isaac Riley Julian Aria Levi Lily Aaron
  Zoe Hudson Nora Adrian Hazel Leo Aurora Nathan Savannah Caleb Audrey Elias Brooklyn Josiah Bella Miles Claire Eli Skylar
  Roman Lucy Silas Paisley Jonah Anna Marcus Caroline Felix Genesis Omar Naomi Andre Elena Mateo Ruby Diego Alice Rafael
  Sadie Hugo Autumn Malik Kennedy Jamal Maya Tariq Leah Kenji Iris Hiro Priya Ravi Anika Arjun Mei Wei Linh Minh Fatima
  Hassan Layla Yusuf Zara Ibrahim Ingrid Lars Freya Nils Katya Ivan Tessa Boris Paula Marco Giulia Pedro Carmen Luis Rosa`.split(
    /\s+/,
  )

const lastNames =
  `Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas
  Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King
  Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez
  Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz
  Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James Bennett
  Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins Perry Russell
  Sullivan Bell Coleman Butler Henderson Barnes Fisher Vasquez Simmons Romero Jordan Patterson Alexander Hamilton Graham
  Reynolds Griffin Wallace Moreno West Cole Hayes Bryant Herrera Gibson Ellis Tran Medina Aguilar Stevens Murray Ford
  Castro Marshall Owens Harrison Fernandez McDonald Woods Washington Kennedy Wells Vargas Henry Chen Freeman Webb Tucker
  Guzman Burns Crawford Olson Simpson Porter Hunter Gordon Mendez Silva Shaw Snyder Mason Dixon Munoz Hunt Hicks Holmes
  Palmer Wagner Black Robertson Boyd Rose Stone Salazar Fox Warren Mills Meyer Rice Schmidt Garza Daniels Ferguson Nichols`.split(
    /\s+/,
  )

const streetNames =
  `Oak Maple Cedar Pine Elm Washington Lake Hill Park Walnut Sunset Lincoln Jackson Church River Willow Jefferson Center
  Chestnut Spring Ridge Meadow Forest Highland Franklin Madison Prospect Cherry Dogwood Hickory Locust Magnolia Birch
  Aspen Juniper Sycamore Laurel Harbor Summit Valley Orchard Garden Grove Mill Bridge Canal Market Union Liberty Pleasant`.split(
    /\s+/,
  )

const streetKinds = ['St', 'Ave', 'Rd', 'Dr', 'Ln', 'Ct', 'Blvd', 'Way', 'Pl', 'Ter'] as const

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
