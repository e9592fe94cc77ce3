import { z } from 'zod'
import { sentences } from '../core/sentences.ts'
import { line } from '../core/wire.ts'
import { knownInformation } from '../identity/advance-information.ts'
import { forLeadTexts, leadTexts } from '../leads/lead-texts.ts'

/** What a campaign can choose at a service. */
const choiceKinds = ['lists', 'tags', 'groups'] as const
export type ChoiceKind = (typeof choiceKinds)[number]

/** Credentials typed to connect; the services' descriptions label them. */
export const credentialKeys = ['api_key', 'api_password', 'workspace', 'webhook_url', 'api_url', 'account_id'] as const
export type CredentialKey = (typeof credentialKeys)[number]

/** The icons that screens have for services and custom integrations. */
export type ServiceIcon =
  | 'contacts'
  | 'mail'
  | 'table'
  | 'funnel'
  | 'bolt'
  | 'mailbox'
  | 'code'
  | 'plug'
  | 'slackMark'
  | 'teamsMark'
  | 'sprocket'
  | 'cloud'
  | 'envelope'
  | 'flag'
  | 'chevron'
  | 'metaMark'

/** What a service is for, by which screens group it; in their order. */
export const serviceCategories = ['customers', 'email', 'messages', 'ads', 'other'] as const
export type ServiceCategory = (typeof serviceCategories)[number]

/**
 * What happens to a lead that is sent again. `message`: receivers deduplicate by message id; `contact`: the same
 * contact is updated; `row`: a lead gets no second row; `again`: the receiver cannot tell, it arrives twice.
 */
export type RepeatFate = 'message' | 'contact' | 'row' | 'again'

export interface ServiceFacts {
  /** The vendor's name, the same in every language. */
  name: string
  /** The icon next to its name. */
  icon: ServiceIcon
  category: ServiceCategory
  /** One sentence about what it does with leads. */
  purpose: string
  /** `key`: with the fields below; `oauth`: on the service's own site. */
  connect: 'key' | 'oauth'
  fields: readonly { key: CredentialKey; label: string; hint?: string }[]
  choices: readonly ChoiceKind[]
  /** Lead fields can be mapped to the client's own fields there, which ClickFunnels creates on first use. */
  mapsFields: boolean
  repeats: RepeatFate
  /** Fields need no counterpart there: the client chooses which are sent, and names them in a message or a profile. */
  namesFields?: 'message' | 'profile'
  /** Tags are free text instead of options from the service. */
  hasFreeTags?: true
  /** What its owner prepares there before giving consent. */
  preparation?: string
  /** Whether it still grants access can be asked on request. */
  checksAccount?: true
  /** Missing tags can be created from here. */
  makesTags?: true
  /** Its API is known only from third-party descriptions: shown as a beta. */
  isUnverified?: true
}

/**
 * What screens and server know about each service that a company connects once and its campaigns send to. Its texts are
 * here and, in Arabic, in `i18n/ar/connections.ts`; everything else about it is in its folder in `connectors/`.
 */
const rows = {
  googlesheets: {
    name: 'Google Sheets',
    icon: 'table',
    category: 'other',
    purpose: 'Writes each lead as a row of one sheet for each campaign.',
    connect: 'oauth',
    fields: [],
    choices: [],
    repeats: 'row',
    mapsFields: false,
    checksAccount: true,
  },
  highlevel: {
    name: 'HighLevel',
    icon: 'contacts',
    category: 'customers',
    purpose: 'Creates or updates a contact in your location and tags it.',
    connect: 'oauth',
    fields: [],
    choices: ['tags'],
    repeats: 'contact',
    mapsFields: true,
  },
  sendgrid: {
    name: 'SendGrid',
    icon: 'mail',
    category: 'email',
    purpose: 'Adds each lead to your marketing contacts and the lists you choose.',
    connect: 'key',
    fields: [
      {
        key: 'api_key',
        label: 'API key',
        hint: 'Create a key with full access to Marketing under Settings, API Keys.',
      },
    ],
    choices: ['lists'],
    repeats: 'contact',
    mapsFields: true,
  },
  mailchimp: {
    name: 'Mailchimp',
    icon: 'envelope',
    category: 'email',
    purpose: 'Adds each lead to the audiences you choose, as a contact who is not subscribed.',
    connect: 'key',
    fields: [
      {
        key: 'api_key',
        label: 'API key',
        hint: 'Create a key in your profile under Extras, API keys. It ends with your data center, such as -us19.',
      },
    ],
    choices: ['lists', 'tags'],
    hasFreeTags: true,
    repeats: 'contact',
    mapsFields: true,
  },
  kartra: {
    name: 'Kartra',
    icon: 'funnel',
    category: 'customers',
    purpose: 'Creates or updates a lead with the lists and tags you choose.',
    connect: 'key',
    fields: [
      { key: 'api_key', label: 'API key', hint: 'Both are under Settings, Integrations, My API.' },
      { key: 'api_password', label: 'API password' },
    ],
    choices: ['lists', 'tags'],
    repeats: 'contact',
    mapsFields: true,
  },
  clickfunnels: {
    name: 'ClickFunnels 2.0',
    icon: 'funnel',
    category: 'customers',
    purpose: 'Creates or updates a contact in your workspace and tags it.',
    connect: 'key',
    fields: [
      { key: 'workspace', label: 'Workspace', hint: 'The first part of your address, before .myclickfunnels.com.' },
      { key: 'api_key', label: 'API key' },
    ],
    choices: ['tags'],
    makesTags: true,
    repeats: 'contact',
    mapsFields: true,
  },
  zapier: {
    name: 'Zapier',
    icon: 'bolt',
    category: 'other',
    purpose: 'Starts a Zap with each lead. Also works with other tools that catch webhooks.',
    connect: 'key',
    fields: [
      {
        key: 'webhook_url',
        label: 'Webhook address',
        hint: 'Start your Zap with Webhooks by Zapier > Catch Hook, then paste its URL.',
      },
    ],
    choices: ['tags'],
    hasFreeTags: true,
    repeats: 'again',
    mapsFields: false,
  },
  mailboxpower: {
    name: 'Mailbox Power',
    icon: 'mailbox',
    category: 'other',
    purpose: 'Adds each lead to your contacts and the groups you choose.',
    connect: 'key',
    fields: [{ key: 'api_key', label: 'API key' }],
    choices: ['groups'],
    repeats: 'again',
    mapsFields: false,
    isUnverified: true,
  },
  hubspot: {
    name: 'HubSpot',
    icon: 'sprocket',
    category: 'customers',
    purpose: 'Creates or updates a contact and adds it to the lists you choose. Consent to marketing is left as it is.',
    connect: 'oauth',
    fields: [],
    choices: ['lists'],
    repeats: 'contact',
    mapsFields: true,
  },
  salesforce: {
    name: 'Salesforce',
    icon: 'cloud',
    category: 'customers',
    purpose: 'Creates or updates a lead, one for each person.',
    connect: 'oauth',
    preparation:
      'First, an administrator installs our app in your organization, and adds a text field of 40 characters to Lead: Lead Key (Lead_Key__c), marked as external ID and unique.',
    fields: [],
    choices: [],
    repeats: 'contact',
    mapsFields: true,
  },
  klaviyo: {
    name: 'Klaviyo',
    icon: 'flag',
    category: 'email',
    purpose: 'Creates or updates a profile and adds it to the lists you choose, without a subscription.',
    connect: 'oauth',
    fields: [],
    choices: ['lists'],
    repeats: 'contact',
    mapsFields: true,
    namesFields: 'profile',
  },
  activecampaign: {
    name: 'ActiveCampaign',
    icon: 'chevron',
    category: 'email',
    purpose: 'Creates or updates a contact and tags it. Lists are left to your automations.',
    connect: 'key',
    fields: [
      { key: 'api_url', label: 'API address', hint: 'Both are under Settings, Developer.' },
      { key: 'api_key', label: 'API key' },
    ],
    choices: ['tags'],
    repeats: 'contact',
    mapsFields: true,
  },
  metaaudiences: {
    name: 'Meta Custom Audiences',
    icon: 'metaMark',
    category: 'ads',
    purpose: 'Adds each lead to the custom audiences you choose, only as digests of their data.',
    connect: 'key',
    fields: [
      {
        key: 'api_key',
        label: 'Access token',
        hint: 'Of a system user with ads_management, from Business settings. Accept the Custom Audience terms first.',
      },
      { key: 'account_id', label: 'Ad account ID' },
    ],
    choices: ['lists'],
    repeats: 'contact',
    mapsFields: false,
  },
  slack: {
    name: 'Slack',
    icon: 'slackMark',
    category: 'messages',
    purpose: 'Posts each lead in a channel: who it is, from where, on which page, and a link to it.',
    connect: 'key',
    fields: [
      {
        key: 'webhook_url',
        label: 'Webhook address',
        hint: 'In your Slack app, turn on Incoming Webhooks, add one for the channel, and paste its URL.',
      },
    ],
    choices: [],
    repeats: 'again',
    mapsFields: true,
    namesFields: 'message',
  },
  teams: {
    name: 'Microsoft Teams',
    icon: 'teamsMark',
    category: 'messages',
    purpose: 'Posts each lead as a card in a channel: who it is, from where, on which page, and a link to it.',
    connect: 'key',
    fields: [
      {
        key: 'webhook_url',
        label: 'Webhook address',
        hint: 'In the channel’s Workflows, choose “Post to a channel when a webhook request is received”, let anyone start it, and paste its URL. Addresses of the retired connectors no longer work.',
      },
    ],
    choices: [],
    repeats: 'again',
    mapsFields: true,
    namesFields: 'message',
  },
} as const satisfies Readonly<Record<string, ServiceFacts>>

export type ServiceSlug = keyof typeof rows
export const services: Readonly<Record<ServiceSlug, ServiceFacts>> = rows
export const serviceSlugs = Object.keys(rows) as [ServiceSlug, ...ServiceSlug[]]
export const serviceSlug = z.enum(serviceSlugs)

/** Types of account that a company can have: one per service, and several custom ones. */
export const accountKinds = [...serviceSlugs, 'custom'] as const
export const accountKind = z.enum(accountKinds)
export type AccountKind = z.output<typeof accountKind>

/** The name of a type of account where no single account is named. */
export const nameOfKind = (kind: AccountKind): string =>
  kind === 'custom' ? 'Custom integration' : services[kind].name

export const iconOfKind = (kind: AccountKind): ServiceIcon => (kind === 'custom' ? 'code' : services[kind].icon)

/** The names of the fields of every lead. */
const leadFieldNames = {
  first_name: 'First name',
  last_name: 'Last name',
  ...forLeadTexts((name) => leadTexts[name].label),
  page_url: 'Page',
  campaignName: 'Campaign',
  created_at: 'Created',
  id: 'Lead ID',
  note: 'Note',
}
export type LeadField = keyof typeof leadFieldNames
export const leadFields = Object.keys(leadFieldNames) as LeadField[]

/** What only the leads of some campaigns have: searches, and the kinds of information that come with them. */
export const rareFields: readonly string[] = ['searched_for', ...knownInformation.map(({ id }) => id)]
/** Everything about a lead that can be mapped to fields of a service; empty for a lead that lacks it. */
export const sendableFields: readonly string[] = [...leadFields, ...rareFields]

const sendableNames: Readonly<Record<string, string>> = {
  searched_for: 'Searched for',
  ...Object.fromEntries(knownInformation.map(({ id, name }) => [id, name])),
  ...leadFieldNames,
}
/** The name of such a field on screens and, unless another one was chosen, at services. */
export const nameOfField = (field: string): string => sendableNames[field] ?? field

const choiceId = line(200)
const choiceIds = z.array(choiceId).max(50)
const fieldMap = z
  .array(
    z.strictObject({
      lead: z.enum(sendableFields),
      target: line(200),
      fallback: line(200)
        .optional()
        .meta({ description: 'Sent for leads that lack the field, which else leave it out.' }),
    }),
  )
  .max(50)
  .refine((map) => new Set(map.map(({ target }) => target)).size === map.length, sentences.fieldTwice)

/** What is chosen for a campaign, or as the default of a company's campaigns. */
export const integrationDetails = z.strictObject({
  lists: choiceIds.optional(),
  tags: choiceIds.optional(),
  groups: choiceIds.optional(),
  fields: fieldMap.optional(),
})
export type IntegrationDetails = z.output<typeof integrationDetails>

/** An option at a service: its id there, and its display name. */
export const choice = z.object({ id: z.string(), name: z.string() })
export type Choice = z.output<typeof choice>
