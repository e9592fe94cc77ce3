import { z } from 'zod'
import { sentences } from '../core/sentences.ts'
import { line } from '../core/wire.ts'

/** Services that a company connects once and its campaigns send to. Each has a folder in `connectors/`. */
export const serviceSlugs = [
  'googlesheets',
  'highlevel',
  'sendgrid',
  'kartra',
  'clickfunnels',
  'zapier',
  'mailboxpower',
] as const
export const serviceSlug = z.enum(serviceSlugs)
export type ServiceSlug = z.output<typeof serviceSlug>

/** Kinds of account that a company can have: one of each service, and several addresses of its own. */
export const accountKinds = [...serviceSlugs, 'custom'] as const
export const accountKind = z.enum(accountKinds)
export type AccountKind = z.output<typeof accountKind>

/** What can be chosen at a service for a campaign. */
const choiceKinds = ['lists', 'tags', 'groups'] as const
export type ChoiceKind = (typeof choiceKinds)[number]

/** What is typed to connect: each has its words where services are described. */
export type CredentialKey = 'api_key' | 'api_password' | 'workspace' | 'webhook_url'

/**
 * What becomes of a lead that is sent again. `message`: the receiver can tell by the message's id; `contact`: the same contact is
 * changed; `row`: a lead that has its row gets no other; `again`: nothing there can tell, it arrives a second time.
 */
export type RepeatFate = 'message' | 'contact' | 'row' | 'again'

export interface ServiceFacts {
  /** The firm's own name, the same in every language. */
  name: string
  /** One sentence on what it does with leads. */
  purpose: string
  /** `key`: what is typed below; `oauth`: at the service itself. */
  connect: 'key' | 'oauth'
  fields: readonly { key: CredentialKey; label: string; hint?: string }[]
  choices: readonly ChoiceKind[]
  /** Fields of a lead can be sent to fields of the client's own there, which ClickFunnels makes when they are first used. */
  mapsFields: boolean
  repeats: RepeatFate
  /** Tags are words of one's own and not the service's. */
  hasFreeTags?: true
  /** Its interface is known from second hand only: shown as a beta. */
  isUnverified?: true
}

/** What screens and the program know of each service. Its texts stand here and, in Arabic, in `web/i18n/ar/services.ts`. */
export const services: Readonly<Record<ServiceSlug, ServiceFacts>> = {
  googlesheets: {
    name: 'Google Sheets',
    purpose: 'Writes each lead as a row of one sheet for each campaign.',
    connect: 'oauth',
    fields: [],
    choices: [],
    repeats: 'row',
    mapsFields: false,
  },
  highlevel: {
    name: 'HighLevel',
    purpose: 'Creates or updates a contact in your location and tags it.',
    connect: 'oauth',
    fields: [],
    choices: ['tags'],
    repeats: 'contact',
    mapsFields: true,
  },
  sendgrid: {
    name: 'SendGrid',
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
  kartra: {
    name: 'Kartra',
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
    purpose: 'Creates or updates a contact in your workspace and tags it.',
    connect: 'key',
    fields: [
      { key: 'workspace', label: 'Workspace', hint: 'The first part of your address, before .myclickfunnels.com.' },
      { key: 'api_key', label: 'API key' },
    ],
    choices: ['tags'],
    repeats: 'contact',
    mapsFields: true,
  },
  zapier: {
    name: 'Zapier',
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
    purpose: 'Adds each lead to your contacts and the groups you choose.',
    connect: 'key',
    fields: [{ key: 'api_key', label: 'API key' }],
    choices: ['groups'],
    repeats: 'again',
    mapsFields: false,
    isUnverified: true,
  },
}

/** What a kind of account is called where no account of it is named. */
export const nameOfKind = (kind: AccountKind): string =>
  kind === 'custom' ? 'Custom integration' : services[kind].name

/** Fields of a lead that can be sent to fields of a service. */
export const leadFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'street',
  'city',
  'state',
  'zip',
  'page_url',
  'campaignName',
  'created_at',
  'id',
  'note',
] as const
export type LeadField = (typeof leadFields)[number]

/** How lead fields are called on screens and, where nobody named others, at services. */
export const leadFieldNames: Readonly<Record<LeadField, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  street: 'Street',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  page_url: 'Page',
  campaignName: 'Campaign',
  created_at: 'Created',
  id: 'Lead ID',
  note: 'Note',
}

const choiceId = line(200)
const chosen = z.array(choiceId).max(50)
const fieldMap = z
  .array(z.strictObject({ lead: z.enum(leadFields), target: line(200) }))
  .max(50)
  .refine((map) => new Set(map.map(({ target }) => target)).size === map.length, sentences.fieldTwice)

/** What is chosen for a campaign, or as what a company's campaigns start from. */
export const integrationDetails = z.strictObject({
  lists: chosen.optional(),
  tags: chosen.optional(),
  groups: chosen.optional(),
  fields: fieldMap.optional(),
})
export type IntegrationDetails = z.output<typeof integrationDetails>

/** Something at a service that can be chosen: by its id there, shown by its name. */
export const choice = z.object({ id: z.string(), name: z.string() })
export type Choice = z.output<typeof choice>
