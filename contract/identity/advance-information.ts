import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { operation } from '../core/operation.ts'
import { flag } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'

/** The subject of a campaign's information (campaign_information_type): personal life or work. */
export const informationTypes = ['enhance', 'b2b'] as const
export type InformationType = (typeof informationTypes)[number]

export const informationGroups = ['person', 'household', 'money', 'interests', 'work', 'company', 'other'] as const
export type InformationGroup = (typeof informationGroups)[number]

export interface Information {
  /** The trait's name in the identity data, and its id on the wire. */
  id: string
  name: string
  group: InformationGroup
  type: InformationType
  /** Not for campaigns unless somebody chooses it explicitly. */
  isSensitive?: true
}

const of = <const Name extends string>(
  type: InformationType,
  group: InformationGroup,
  entries: Readonly<Record<string, Name>>,
): (Information & { name: Name })[] => Object.entries<Name>(entries).map(([id, name]) => ({ id, name, group, type }))

/** Every type of information that the identity data can hold about a person, in list order. */
export const knownInformation = [
  ...of('enhance', 'person', {
    age_band: 'Age band',
    gender: 'Gender',
    marital_status: 'Marital status',
    education: 'Education',
    occupation: 'Occupation',
  }),
  ...of('enhance', 'household', {
    children: 'Children',
    home: 'Home owner or renter',
    home_value_band: 'Home value band',
    length_of_residence: 'Length of residence',
    vehicle: 'Vehicle',
  }),
  ...of('enhance', 'money', { income_band: 'Income band', net_worth_band: 'Net worth band' }),
  { id: 'credit_rating_band', name: 'Credit rating band', group: 'money', type: 'enhance', isSensitive: true } as const,
  ...of('enhance', 'interests', { interests: 'Interests' }),
  ...of('b2b', 'work', {
    job_title: 'Job title',
    seniority: 'Seniority',
    department: 'Department',
    business_email: 'Business email',
    direct_phone: 'Direct phone',
    profile_url: 'Profile address',
  }),
  ...of('b2b', 'company', {
    company_name: 'Company name',
    company_domain: 'Website',
    industry: 'Industry',
    naics: 'NAICS code',
    employee_band: 'Employees',
    revenue_band: 'Revenue',
    company_phone: 'Company phone',
    headquarters: 'Headquarters',
    founded: 'Founded',
  }),
] satisfies readonly Information[]
type InformationName = (typeof knownInformation)[number]['name']

/** What is known about a person besides identity, by type, in list order. */
export const informationInOrder = (
  facts: Readonly<Record<string, string>>,
): { id: string; name: InformationName; value: string }[] =>
  knownInformation.flatMap(({ id, name }) => (facts[id] === undefined ? [] : [{ id, name, value: facts[id] }]))

/** A number that reaches the person directly. */
export const personsPhone = 'direct_phone'

/** The known information without direct phone numbers, for companies that phone numbers are hidden from. */
export const withoutPhones = ({
  [personsPhone]: _hidden,
  ...known
}: Readonly<Record<string, string>>): Record<string, string> => known

const information = z.object({
  id: z.string().meta({ description: 'listAdvanceInformationId or listB2BInformationId of a campaign.' }),
  name: z.string(),
  group: z.enum(informationGroups),
  campaign_information_type: z.enum(informationTypes),
  is_sensitive: flag,
  /** F: nobody in the identity data has it. */
  available: flag,
  coverage: z
    .number()
    .min(0)
    .max(100)
    .meta({ description: 'Percentage of all people it is known for, to one decimal.' }),
})
export type ShownInformation = Plain<z.output<typeof information>>

const everybodyWithCampaigns: Access = {
  rootSystem: { reach: ['own'] },
  rootAdmin: { reach: ['own'] },
  agencyOwner: { reach: ['own'] },
  administrator: { reach: ['own'] },
  client: { reach: ['own'] },
}
const list = z.object({ result: z.literal('success'), data: z.array(information) })

export const listAdvanceInformation = operation({
  id: 'C099',
  name: 'listAdvanceInformation',
  area: 'campaigns',
  method: 'GET',
  path: '/configuration/list-advance-information',
  summary: 'Lists the information about people that Enhance ID can provide, and how many people each is known for.',
  answer: list,
  access: everybodyWithCampaigns,
})

export const listB2bInformation = operation({
  id: 'C100',
  name: 'listB2bInformation',
  area: 'campaigns',
  method: 'GET',
  path: '/configuration/list-advance-information-b2b',
  summary:
    'Lists the information about people’s work and company that B2B ID can provide, and how many people each is known for.',
  answer: list,
  access: everybodyWithCampaigns,
})

export const listInformationTypes = operation({
  id: 'C101',
  name: 'listInformationTypes',
  area: 'campaigns',
  method: 'GET',
  path: '/configuration/list-advance-information-type',
  summary:
    'Lists the types of advance information with the number of fields of each, and how many of them are known for anyone.',
  answer: z.object({
    result: z.literal('success'),
    data: z.array(
      z.object({
        campaign_information_type: z.enum(informationTypes),
        name: z.string(),
        kinds: z.int(),
        available: z.int(),
      }),
    ),
  }),
  access: everybodyWithCampaigns,
})

/** The default information of Enhance ID: all but the sensitive types. */
export const plainInformation: readonly string[] = knownInformation
  .filter(({ type, isSensitive }) => type === 'enhance' && !isSensitive)
  .map(({ id }) => id)

/** The default information of B2B ID about a person's work and company. */
export const workInformation: readonly string[] = knownInformation
  .filter(({ type }) => type === 'b2b')
  .map(({ id }) => id)

/** The part of it that is about the company itself. */
export const companyInformation: readonly string[] = knownInformation
  .filter(({ group }) => group === 'company')
  .map(({ id }) => id)

/** How many of these must be known about a person: the smallest and largest number that a campaign can require. */
export const minInformation = 5
export const maxInformation = plainInformation.length

/** How fresh a record must be for Enhance ID, and how many more days it must stay fresh. */
export const freshFor_ms = 90 * 24 * 3_600_000
export const promisedDays = 7

export const listEnhanceLocations = operation({
  id: 'C098',
  name: 'listEnhanceLocations',
  area: 'campaigns',
  method: 'GET',
  path: '/general/enhance/location',
  summary:
    'Lists states by name with whether enough people live there for Enhance ID: known by email, phone, home and at least five fields of advance information within 90 days, for a week of the minimum daily leads.',
  query: z.strictObject({
    informationminimum: z.coerce
      .number()
      .pipe(z.int().min(minInformation).max(maxInformation))
      .default(minInformation)
      .meta({ description: 'Minimum number of fields that must be known of a person.' }),
  }),
  answer: z.object({
    result: z.literal('success'),
    minimum: z.int().meta({ description: 'Number of people that a state needs.' }),
    data: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        enough: flag,
        persons: z.int().meta({ description: 'Number of people, counted up to the minimum only.' }),
      }),
    ),
  }),
  access: everybodyWithCampaigns,
})
