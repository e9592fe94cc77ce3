import { z } from 'zod'
import { open, signedInEverywhere, type Access } from '../core/access.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { plainDigits } from '../core/plain-digits.ts'
import { doneAnswer, flag, line } from '../core/wire.ts'
import { answers } from './questionnaire.ts'
import { email, token } from '../sign-in/session.ts'
import { sentences } from '../core/sentences.ts'

/** Single-line text that may be empty. */
const optional = (max = 255) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, sentences.controlCharacters)
    .default('')

/** ISO 3166, two capitals; empty if none was chosen. */
const country = z
  .string()
  .regex(/^([A-Z]{2})?$/, sentences.country)
  .default('')
const phone = optional(40)
/** A ZIP code, or another country's postal code, in digits of any script. */
const postalCode = z
  .string()
  .trim()
  .overwrite(plainDigits)
  .max(12)
  .regex(/^[^\p{Cc}]*$/u, sentences.controlCharacters)
  .default('')
const optionalEmail = z.union([z.literal(''), email]).default('')

/** Industries that a company can choose. */
export const industries = [
  'advertising',
  'automotive',
  'construction',
  'education',
  'energy',
  'finance',
  'fitness',
  'food',
  'health',
  'home-services',
  'insurance',
  'legal',
  'real-estate',
  'retail',
  'software',
  'travel',
  'other',
] as const
export type Industry = (typeof industries)[number]

/** The `industry_name` of each. */
export const industryNames: Readonly<Record<Industry, string>> = {
  advertising: 'Advertising and marketing',
  automotive: 'Automotive',
  construction: 'Construction',
  education: 'Education',
  energy: 'Energy',
  finance: 'Finance',
  fitness: 'Fitness and sports',
  food: 'Food and drink',
  health: 'Health care',
  'home-services': 'Home services',
  insurance: 'Insurance',
  legal: 'Legal services',
  'real-estate': 'Real estate',
  retail: 'Retail',
  software: 'Software and technology',
  travel: 'Travel and hospitality',
  other: 'Other',
}

/** Contacts that a company can name besides its owner (D1 §3.1). */
export const contactRoles = ['franchise', 'director', 'office_manager', 'team_manager'] as const
export type ContactRole = (typeof contactRoles)[number]

/** Fields of profile step 1: the person (OQ-59). A new email address takes effect once both mailboxes confirm it. */
export const personStep = z.strictObject({
  step: z.literal('1'),
  name: line(),
  email,
  phonenum: phone,
  phone_country_code: country,
  address: optional(),
  city: optional(100),
  zip: postalCode,
  state_code: optional(10),
  country_code: country,
  /** T removes the picture. */
  picture_removed: flag.default('F'),
})

/** The multipart part of step 1 with the picture. */
export const picturePart = 'profile_pict'

const contact = { name: optional(), email: optionalEmail, phone } as const

/** Fields of profile step 2: the company and its contacts (OQ-59). */
export const companyStep = z.strictObject({
  step: z.literal('2'),
  company_name: line(),
  industry_id: z.enum(['', ...industries]).default(''),
  company_phone: phone,
  company_phone_country_code: country,
  company_email: optionalEmail,
  company_address: optional(),
  company_city: optional(100),
  company_zip: postalCode,
  company_state_code: optional(10),
  company_country_code: country,
  franchise_name: contact.name,
  franchise_email: contact.email,
  franchise_phone: contact.phone,
  director_name: contact.name,
  director_email: contact.email,
  director_phone: contact.phone,
  office_manager_name: contact.name,
  office_manager_email: contact.email,
  office_manager_phone: contact.phone,
  team_manager_name: contact.name,
  team_manager_email: contact.email,
  team_manager_phone: contact.phone,
})

/** The wire's name of one part of a contact. */
export const contactField = (role: ContactRole, part: 'name' | 'email' | 'phone'): keyof z.output<typeof companyStep> =>
  `${role}_${part}`

/** Largest accepted picture, in bytes. */
export const largestPicture_bytes = 5 * 1024 * 1024

/** Sales staff have no profile page (R050). */
const withProfile: Access = {
  rootSystem: { reach: ['own'] },
  rootAdmin: { reach: ['own'] },
  agencyOwner: { reach: ['own'] },
  administrator: { reach: ['own'] },
  client: { reach: ['own'] },
}

export const saveProfile = operation({
  id: 'C020',
  name: 'saveProfile',
  area: 'people',
  method: 'POST',
  path: '/user/update',
  summary:
    'Saves step 1 (the person, with the picture as profile_pict) or step 2 (the company) of the caller’s profile, by `step`. A rejected email address returns error_email (R138).',
  form: z.union([personStep.extend({ [picturePart]: z.file().optional() }), companyStep]),
  answer: z.object({ result: z.enum(['success', 'error_email']), message: z.string() }),
  access: withProfile,
  transport: 'multipart',
  limits: [
    { count: 60, perSeconds: 3600, by: 'user' },
    { count: 5, perSeconds: 86_400, by: 'account', message: 'The address was changed too often. Try again tomorrow.' },
  ],
})

export const readOnboarding = operation({
  id: 'C019',
  name: 'readOnboarding',
  area: 'people',
  method: 'GET',
  path: '/user/onboarding-status/{user_id}',
  summary: 'Reads how far the caller and their company have completed the setup.',
  params: z.strictObject({ user_id: idOrAll.meta({ description: 'The caller’s own ID, or `all`.' }) }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      profile_setup_completed: flag,
      company_setup_completed: flag,
      payment_setup_completed: flag,
      setupcomplete: flag,
      /** T: an onboarding fee must be paid before setup. */
      agency_onboarding_status: flag,
    }),
  }),
  access: signedInEverywhere,
})

export const completeSetup = operation({
  id: 'C021',
  name: 'completeSetup',
  area: 'people',
  method: 'PUT',
  path: '/leadspeek/user/setupcomplete',
  summary: 'Completes the profile setup, including the questionnaire’s answers. Missing data is reported by step.',
  body: z.strictObject({
    /** A claim: only the caller's own id is accepted. */
    usrID: id.optional(),
    /** F saves answers without completing setup. */
    statuscomplete: flag.default('T'),
    /** The questionnaire's answers; refused from clients (R024). */
    answers: answers.optional(),
  }),
  answer: doneAnswer,
  access: signedInEverywhere,
})

export const confirmEmail = operation({
  id: 'own',
  name: 'confirmEmail',
  area: 'people',
  method: 'POST',
  path: '/user/email/confirm',
  summary:
    'Confirms a change of email address from one of the two mailboxes. Once both have confirmed, the address changes and other sessions end.',
  body: z.strictObject({ token }),
  answer: doneAnswer.extend({ changed: z.boolean() }),
  errors: ['reset_refused'],
  access: open,
  limits: [{ count: 30, perSeconds: 300, by: 'address' }],
})

export const cancelEmailChange = operation({
  id: 'own',
  name: 'cancelEmailChange',
  area: 'people',
  method: 'DELETE',
  path: '/user/email',
  summary: 'Cancels a change of the caller’s email address that is still to be confirmed.',
  answer: doneAnswer,
  access: signedInEverywhere,
})
