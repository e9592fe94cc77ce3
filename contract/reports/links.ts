import { z } from 'zod'
import { moduleFilter } from '../campaigns/modules.ts'
import { open } from '../core/access.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneAnswer, doneWith, flag, instant, localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { reportOwner, reportReaders, reportTable } from './tables.ts'
import { reportKinds } from './table-names.ts'

/** Longest validity of a link in days, and maximum links per agency. */
const longestLink_days = 90
export const maxLinks = 100

/** Path of a shared report; the token follows the `#`, which browsers never send to a server. */
export const sharedReportPath = 'shared-report'

const inBody = { kind: 'company', in: 'body', key: 'companyID' } as const
const linkState = z.enum(['open', 'expired', 'revoked'])

const link = z.object({
  id,
  kind: z.enum(reportKinds),
  company_name: z.string().nullable().meta({ description: 'The client; null for the whole agency.' }),
  moduleType: z.string().nullable(),
  costs: flag,
  start: localDate,
  end: localDate,
  created_at: instant,
  expires_at: instant,
  state: linkState,
  opened: z.int().meta({ description: 'Number of times it was opened.' }),
  last_opened_at: instant.nullable(),
})
export type ReportLink = Plain<z.output<typeof link>>

const sharedReport = z.object({
  report: reportTable,
  company_name: z.string().nullable(),
  module_name: z.string().nullable(),
  expires_at: instant,
})
export type SharedReport = Plain<z.output<typeof sharedReport>>

export const listReportLinks = operation({
  id: 'own',
  name: 'listReportLinks',
  area: 'reports',
  method: 'GET',
  path: '/leadspeek/report/links/{companyID}',
  summary: 'Lists the reports that an agency shares by link, newest first, without the links themselves.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(link),
  access: reportReaders,
  object: reportOwner,
})

export const createReportLink = operation({
  id: 'own',
  name: 'createReportLink',
  area: 'reports',
  method: 'POST',
  path: '/leadspeek/report/link',
  summary: `Creates a link that shows one report of a fixed period to anyone who has it, for up to ${longestLink_days} days.`,
  body: z.strictObject({
    companyID: id,
    kind: z.enum(reportKinds),
    clientID: idOrAll.default('all'),
    moduleType: moduleFilter,
    start: localDate,
    end: localDate,
    costs: flag.default('F').meta({ description: 'T: includes the agency’s wholesale cost and margin.' }),
    expires_in_days: z.int().min(1).max(longestLink_days).default(30),
  }),
  answer: doneWith(z.object({ id, url: z.string().meta({ description: 'Shown only once.' }), expires_at: instant })),
  errors: ['conflict'],
  access: reportReaders,
  object: inBody,
  limits: [{ count: 60, perSeconds: 3600, by: 'company' }],
})

export const revokeReportLink = operation({
  id: 'own',
  name: 'revokeReportLink',
  area: 'reports',
  method: 'POST',
  path: '/leadspeek/report/link/revoke',
  summary: 'Revokes a link permanently.',
  body: z.strictObject({ companyID: id, link_id: id }),
  answer: doneAnswer,
  access: reportReaders,
  object: inBody,
})

export const openSharedReport = operation({
  id: 'own',
  name: 'openSharedReport',
  area: 'reports',
  method: 'POST',
  path: '/shared-report',
  summary:
    'Reads the report of a link on its agency’s host. 404 if the link has expired, was revoked or belongs to another host.',
  body: z.strictObject({ token: z.string().min(1).max(100) }),
  answer: doneWith(sharedReport),
  access: open,
  limits: [{ count: 60, perSeconds: 300, by: 'address' }],
  logged: false,
})
