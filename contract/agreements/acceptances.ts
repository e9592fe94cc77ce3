import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneAnswer, flag, instant, line } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { documentLanguage } from './documents.ts'

/** The subject of an agreement: R118's minimum spend, or the standard terms of an agency or of a client. */
const documentTypes = ['minimum_spend', 'default_agency', 'default_client'] as const
export type DocumentType = (typeof documentTypes)[number]

/** Where in the product it was accepted: `developer`, `profile-setup` and the like. */
const locationMenu = line(100)

/** What was read. A call that names an outdated version is refused, so that nobody accepts a text they did not see. */
const whatWasRead = {
  language: documentLanguage.optional(),
  version: z.int().min(1).max(1_000_000).optional(),
  /** The version and the figures that were shown; if omitted, the last ones shown to this session count. */
  quote_id: id.optional(),
}

export const readAgreement = operation({
  id: 'C024',
  name: 'readAgreement',
  area: 'agreements',
  method: 'GET',
  path: '/marketing-services-agreement',
  summary:
    'Reads whether a company has accepted the latest marketing services agreement, and what it costs (R113, R118).',
  query: z.strictObject({ company_id: id }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      is_marketing_services_agreement_developer: flag,
      document_type: z.enum(documentTypes),
      version: z.int(),
      accepted_at: instant.nullable(),
      /** Id of the certificate; null until the agreement is accepted. */
      certificate_id: id.nullable(),
      /** In dollars. */
      first_time_charge: z.number(),
      /** The highest of the list, in dollars; 0 for none. */
      minimum_spend_max: z.number(),
      /** Dollars per month, from the first month on; the last value applies to all later months. */
      minimum_spend_amount_list: z.array(z.number()),
      /** Identifies what is shown here when it is accepted; null for callers who cannot accept. */
      quote_id: id.nullable(),
    }),
  }),
  access: {
    rootSystem: { reach: ['own', 'below'] },
    rootAdmin: { reach: ['own', 'below'], permission: 'settings.enable' },
    agencyOwner: { reach: ['own', 'below'] },
    administrator: { reach: ['own'], permission: 'settings.enable' },
    client: { reach: ['own'] },
  },
  object: { kind: 'company', in: 'query', key: 'company_id' },
})

export const acceptAgreement = operation({
  id: 'C025',
  name: 'acceptAgreement',
  area: 'agreements',
  method: 'PUT',
  path: '/marketing-services-agreement',
  summary: 'Accepts the marketing services agreement for the caller’s company, once per version.',
  body: z.strictObject({
    /** Claims: only the caller's own id and company are accepted, and the company's name must match. */
    user_id: id,
    company_id: id,
    company_name: line(),
    is_marketing_services_agreement_developer: z.literal('T'),
    location_menu: locationMenu,
    document_type: z.enum(documentTypes),
    ...whatWasRead,
  }),
  answer: doneAnswer,
  errors: ['conflict', 'terms_changed'],
  access: {
    rootSystem: { reach: ['own'] },
    agencyOwner: { reach: ['own'] },
    client: { reach: ['own'] },
  },
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
})

/** Features that each person must accept an agreement for before using them, with that agreement's document (R111). */
export const featureDocuments = { b2b_module: 'feature-b2b-module' } as const
const featureIds = ['b2b_module'] as const
export type FeatureId = (typeof featureIds)[number]

const featureParams = z.strictObject({ user_id: id, feature_id: z.enum(featureIds) })
const people = {
  rootSystem: { reach: ['own'] },
  rootAdmin: { reach: ['own'] },
  agencyOwner: { reach: ['own'] },
  administrator: { reach: ['own'] },
  client: { reach: ['own'] },
} as const

export const readFeatureAgreement = operation({
  id: 'C026',
  name: 'readFeatureAgreement',
  area: 'agreements',
  method: 'GET',
  path: '/marketing-services-agreement-feature/{user_id}/{feature_id}',
  summary: 'Reads whether the signed-in person has agreed to a feature.',
  params: featureParams,
  answer: z.object({
    result: z.literal('success'),
    status: flag,
    /** The newest version, which is the one to accept. */
    version: z.int(),
    /** Identifies it on acceptance; null if already accepted. */
    quote_id: id.nullable(),
  }),
  access: people,
})

export const acceptFeatureAgreement = operation({
  id: 'C027',
  name: 'acceptFeatureAgreement',
  area: 'agreements',
  method: 'PUT',
  path: '/marketing-services-agreement-feature/{user_id}/{feature_id}',
  summary: 'Agrees to a feature as the signed-in person, once per version.',
  params: featureParams,
  body: z.strictObject({
    feature_id: z.enum(featureIds),
    feature_name: line(),
    user_id: id,
    is_marketing_services_agreement_feature: z.literal('T'),
    company_name: line(),
    company_id: id,
    location_menu: locationMenu,
    ...whatWasRead,
  }),
  answer: doneAnswer,
  errors: ['conflict', 'terms_changed'],
  access: people,
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
})

const readers = {
  rootSystem: { reach: ['own', 'below'] },
  rootAdmin: { reach: ['own', 'below'], permission: 'settings.enable' },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'settings.enable' },
  client: { reach: ['own'] },
} as const

const acceptanceRow = z.object({
  id,
  title: z.string(),
  version: z.int(),
  language: documentLanguage,
  user_name: z.string(),
  company_name: z.string(),
  accepted_at: instant,
  address: z.string(),
})
export type AcceptanceRow = Plain<z.output<typeof acceptanceRow>>

export const listAcceptances = operation({
  id: 'own',
  name: 'listAcceptances',
  area: 'agreements',
  method: 'GET',
  path: '/agreements/{companyID}',
  summary: 'Lists what a company and its people have accepted, newest first.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(acceptanceRow),
  access: readers,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const downloadCertificate = operation({
  id: 'own',
  name: 'downloadCertificate',
  area: 'agreements',
  method: 'GET',
  path: '/agreements/certificate/{acceptanceId}',
  summary: 'Downloads the certificate of an acceptance as PDF: who accepted what, when and from where.',
  params: z.strictObject({ acceptanceId: id }),
  answer: z.string(),
  access: readers,
  transport: 'download',
  limits: [{ count: 60, perSeconds: 3600, by: 'user' }],
})
