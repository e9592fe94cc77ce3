import { z } from 'zod'
import { emptyAs } from '../../core/documented-keys.ts'
import { plainHost } from '../../core/hosts.ts'
import { flag } from '../../core/wire.ts'
import { sentences } from '../../core/sentences.ts'
import { companySizes, departments, industries, seniorities } from '../profile/kinds.ts'

/** How many of a profile's rules must match: all, any, or at least a given number. */
export const profileMatches = ['all', 'any', 'least'] as const
export type ProfileMatch = (typeof profileMatches)[number]

/** How long a company counts as one lead; `none`: each of its people can become one. */
export const companyWindows = ['none', '1 week', '1 month', '3 months', '6 months', '1 year'] as const
export type CompanyWindow = (typeof companyWindows)[number]

/** One for each type of rule. */
export const maxRules = 6
/** How much activity, in percent of its usual week, puts a company in surge (decision 87). */
export const usualSurge_percent = 200
export const minSurge_percent = 110
export const maxSurge_percent = 1_000
export const maxTitles = 100
export const maxDomains = 1_000
const maxKinds = 50

const idsOf = <Id extends string>(kinds: readonly { id: Id }[]) => kinds.map(({ id }) => id) as [Id, ...Id[]]
const listOf = <Id extends string>(kinds: readonly { id: Id }[]) => z.array(z.enum(idsOf(kinds))).max(maxKinds)

/** Lines of a text, trimmed, without empty lines and duplicates. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

const domain = /^(?=.{4,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/
/** Normalizes a company's domain: as hosts are (`plainHost`), without `www`; null if the text is not a domain. */
export function domainFrom(text: string): string | null {
  const plain = plainHost(text.trim())?.replace(/^www\./, '')
  return plain !== undefined && domain.test(plain) ? plain : null
}

const titles = z
  .string()
  .max(maxTitles * 110)
  .superRefine((text, context) => {
    const lines = linesOf(text)
    if (lines.some((line) => line.length > 100 || /[\p{Cc}\p{Cs}]/u.test(line) || !/[\p{L}\p{N}]/u.test(line)))
      context.addIssue({ code: 'custom', message: sentences.jobTitles })
    if (lines.length > maxTitles)
      context.addIssue({ code: 'custom', message: sentences.tooMany.replace('{n}', String(maxTitles)) })
  })

const domains = z
  .string()
  .max(maxDomains * 260)
  .superRefine((text, context) => {
    const lines = linesOf(text)
    if (lines.some((line) => domainFrom(line) === null))
      context.addIssue({ code: 'custom', message: sentences.domains })
    if (lines.length > maxDomains)
      context.addIssue({ code: 'custom', message: sentences.tooMany.replace('{n}', String(maxDomains)) })
  })

/** Fields of B2B ID campaigns only. */
export const b2bFields = {
  profilematch: z
    .enum(profileMatches)
    .optional()
    .meta({ description: 'How many of the rules a lead must meet: all, any, or at least `profileminimum` (least).' }),
  profileminimum: z
    .int()
    .min(1)
    .max(maxRules)
    .optional()
    .meta({ description: 'Minimum number of rules if profilematch is least.' }),
  profileindustry: listOf(industries).optional().meta({ description: 'Industries of the company; empty for no rule.' }),
  profilesize: listOf(companySizes)
    .optional()
    .meta({ description: 'Company sizes by number of employees; empty for no rule.' }),
  profileseniority: listOf(seniorities).optional().meta({ description: 'Seniority of the person; empty for no rule.' }),
  profiledepartment: listOf(departments)
    .optional()
    .meta({ description: 'Department of the person; empty for no rule.' }),
  profiletitle: titles
    .optional()
    .meta({ description: 'Job titles, one per line; abbreviations match their long forms. Empty for no rule.' }),
  profilestate: z
    .array(z.string().regex(/^[A-Z]{2}$/, sentences.state))
    .max(60)
    .optional()
    .meta({ description: 'States of the company’s headquarters; empty for no rule.' }),
  companyexclude: domains
    .optional()
    .meta({ description: 'Domains of companies that never become leads, one per line.' }),
  companywindow: z.enum(companyWindows).optional().meta({
    description: 'Period in which a company becomes only one lead; none: each of its people can become a lead.',
  }),
  suggestcontacts: flag
    .optional()
    .meta({ description: 'T: a visit from a company’s IP addresses suggests a contact there who meets the profile.' }),
  surgeonly: flag.optional().meta({ description: 'T: only people of companies in surge become leads.' }),
  surgepercent: z
    .int()
    .min(minSurge_percent)
    .max(maxSurge_percent)
    .optional()
    .meta({ description: 'Minimum activity of a company in surge, in percent of its usual week.' }),
  listB2BInformationId: emptyAs([], z.array(z.string().max(60)).max(maxKinds))
    .optional()
    .meta({ description: 'Fields that are sent with each lead; empty for all known fields.' }),
}

/** The same fields in a campaign's answer; absent in other modules. */
export const b2bDetail = z
  .object({
    profilematch: z.enum(profileMatches),
    profileminimum: z.int(),
    profileindustry: z.array(z.string()),
    profilesize: z.array(z.string()),
    profileseniority: z.array(z.string()),
    profiledepartment: z.array(z.string()),
    profiletitle: z.string(),
    profilestate: z.array(z.string()),
    companyexclude: z.string(),
    companywindow: z.enum(companyWindows),
    suggestcontacts: flag,
    surgeonly: flag,
    surgepercent: z.int(),
    listB2BInformationId: z.array(z.string()),
  })
  .partial()

/** The fields of a customer profile: whom to target, and how strictly. */
export const profileFields = [
  'profilematch',
  'profileminimum',
  'profileindustry',
  'profilesize',
  'profileseniority',
  'profiledepartment',
  'profiletitle',
  'profilestate',
  'companyexclude',
  'companywindow',
  'suggestcontacts',
  'surgeonly',
  'surgepercent',
] as const

/** Fields whose values the log keeps permanently. */
export const loggedB2bFields = [
  ...profileFields,
  'listB2BInformationId',
] as const satisfies readonly (keyof typeof b2bFields)[]
