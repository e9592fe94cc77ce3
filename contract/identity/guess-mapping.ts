import { knownInformation } from './advance-information.ts'
import { companyFields, type ImportMapping, type PersonField, type SignalField } from './imports.ts'

const guesses: Record<PersonField | SignalField, readonly string[]> = {
  phrase: ['phrase', 'keyword', 'searchterm', 'query'],
  topic: ['topic', 'category'],
  signal_kind: ['kind', 'signalkind', 'type'],
  signal_at: ['at', 'time', 'timestamp', 'date', 'searchedat', 'signalat'],
  email: ['email', 'emailaddress', 'mail', 'personalemail'],
  md5: ['md5', 'emailmd5', 'hem', 'md5email'],
  sha1: ['sha1', 'emailsha1'],
  sha256: ['sha256', 'emailsha256'],
  external_id: ['id', 'externalid', 'personid', 'recordid'],
  first_name: ['firstname', 'first', 'givenname'],
  last_name: ['lastname', 'last', 'surname', 'familyname'],
  phone: ['phone', 'phonenumber', 'mobile', 'telephone'],
  street: ['street', 'address', 'address1', 'streetaddress', 'homeaddress'],
  city: ['city', 'town'],
  state: ['state', 'statecode', 'region'],
  zip: ['zip', 'zipcode', 'postalcode', 'postcode'],
}

const inPlain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Sensitive information is imported only if somebody chooses its column. */
const traitGuesses = Object.fromEntries(
  knownInformation
    .filter(({ isSensitive }) => !isSensitive)
    .map(({ id, name }) => [`trait.${id}`, [inPlain(id), inPlain(name)]]),
)

/** Guesses what columns mean from their names. */
export function guessMapping(columns: readonly string[]): ImportMapping {
  const plain = new Map(columns.map((name) => [inPlain(name), name]))
  const entries = Object.entries({ ...guesses, ...traitGuesses }).flatMap(([field, names]) => {
    const column = names.map((name) => plain.get(name)).find((name) => name !== undefined)
    return column === undefined ? [] : [[field, column] as const]
  })
  const mapping: ImportMapping = Object.fromEntries(entries)
  const hasKey = mapping.email ?? mapping.md5 ?? mapping.sha1 ?? mapping.sha256
  const companies = hasKey === undefined ? guessCompanies(plain) : {}
  return Object.keys(companies).length > 0 ? companies : mapping
}

/** For a file without people: its companies, if it has a column of domains. */
function guessCompanies(plain: ReadonlyMap<string, string>): ImportMapping {
  const informationNames = Object.fromEntries(
    knownInformation.map(({ id, name }) => [id, [inPlain(id), inPlain(name)]]),
  )
  const names: Readonly<Record<string, readonly string[]>> = {
    ...informationNames,
    range: ['range', 'ranges', 'iprange', 'ipranges', 'cidr', 'network', 'networks'],
    company_domain: [...informationNames['company_domain']!, 'domain', 'website'],
    company_name: [...informationNames['company_name']!, 'company', 'name'],
    employee_band: [...informationNames['employee_band']!, 'size', 'companysize'],
    company_phone: [...informationNames['company_phone']!, 'phone'],
  }
  const columns = companyFields.flatMap((field) => {
    const column = names[field.slice('company.'.length)]!.map((name) => plain.get(name)).find(
      (name) => name !== undefined,
    )
    return column === undefined ? [] : [[field, column] as const]
  })
  return columns.some(([field]) => field === 'company.company_domain') ? Object.fromEntries(columns) : {}
}
