import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { domainFrom } from '#contract/campaigns/module-fields/b2b.ts'
import { readEmailAddress } from '#contract/core/email-address.ts'
import { withoutInvisible } from '#contract/core/invisible.ts'
import { saysMinor } from '#contract/identity/minors.ts'
import { knownInformation } from '#contract/identity/advance-information.ts'
import { traitOf, type ImportMapping } from '#contract/identity/imports.ts'
import { orMessage, type Cells, type Read as Reading } from './read-cells.ts'

/** The normalized value, or why it is invalid. */
type Read = (text: string) => Reading<string>

const longest = 100

const matching =
  (pattern: RegExp, message: string): Read =>
  (text) =>
    pattern.test(text) ? { value: text } : { message }

/** No control characters and none that change the text direction. */
const plainText = matching(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}]*$/u, 'contains invalid characters')

const phone: Read = (text) => {
  const number = parsePhoneNumberFromString(withoutInvisible(text), 'US')
  return number?.isPossible() ? { value: number.number } : { message: 'isn’t a valid phone number' }
}

const email: Read = orMessage(readEmailAddress, 'is not a valid email address')

const profileUrl: Read = (text) => {
  const address = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null
  return address && !address.username && !address.password
    ? { value: address.href }
    : { message: 'isn’t a valid URL that begins with https://' }
}

const special: Readonly<Record<string, Read>> = {
  business_email: email,
  direct_phone: phone,
  company_phone: phone,
  profile_url: profileUrl,
  company_domain: orMessage(domainFrom, 'isn’t a valid domain'),
  naics: matching(/^\d{2,6}$/, 'isn’t a NAICS code of two to six digits'),
  founded: matching(/^(1[5-9]|20)\d{2}$/, 'isn’t a valid year'),
}

/** Normalizes a value of one kind of information; or says why it is invalid. */
export const readTrait: (name: string, text: string) => ReturnType<Read> = (name, text) =>
  text.length > longest && name !== 'profile_url'
    ? { message: `is longer than ${longest} characters` }
    : (special[name] ?? plainText)(text)

const kinds: ReadonlySet<string> = new Set(knownInformation.map(({ id }) => id))

/** Whoever is known to be under 18 becomes no lead, whatever else a row says. */
export const isMinor = ({ traits }: { traits: Record<string, string> }): boolean => saysMinor(traits['age_band'] ?? '')

/** A row's information about a person, by trait name. */
export function readTraits(cells: Cells, mapping: ImportMapping): Record<string, string> {
  const traits: Record<string, string> = {}
  for (const field of Object.keys(mapping) as (keyof ImportMapping)[]) {
    const name = traitOf(field)
    if (name === null || !kinds.has(name)) continue
    const value = cells.optional(field, (text) => readTrait(name, text))
    if (value !== null) traits[name] = value
  }
  return traits
}
