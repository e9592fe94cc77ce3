import { z } from 'zod'
import { moduleFilter } from '../campaigns/modules.ts'
import { id, idOrAll } from '../core/ids.ts'
import { languages } from '../core/language.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneAnswer, doneWith, flag, instant, localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { email } from '../sign-in/session.ts'
import { reportOwner, reportReaders } from './tables.ts'
import { reportFormats, reportKinds } from './table-names.ts'

/**
 * The days that a scheduled report covers, relative to the day it is sent. All are complete days; last month is the one
 * that has ended in the agency's time zone, and a schedule waits until it has ended in the reports' time zone, too.
 */
export const scheduledDays = ['yesterday', 'last_7_days', 'last_30_days', 'last_month'] as const
export type ScheduledDays = (typeof scheduledDays)[number]

export const scheduleEvery = ['day', 'week', 'month'] as const
const scheduleStatuses = ['active', 'paused'] as const

/** Maximum schedules per agency, and recipients per schedule. */
export const maxSchedules = 50
const maxRecipients = 10

/** The result of a run; `queued` while it is in progress. */
const runStatuses = ['queued', 'sent', 'partly', 'failed'] as const
export type RunStatus = (typeof runStatuses)[number]

/** Why a report about last month can't be sent manually yet: its days are in New York time (decision 180). */
export const lastMonthRuns =
  'Last month isn’t over yet in New York, whose days reports use. Send it after midnight there.'

/** Why a run failed. */
export const runCauses = {
  mail_not_set_up: 'No mail server is set up.',
  mail_unreachable: 'The mail server could not be reached.',
  mail_timeout: 'The mail server did not respond in time.',
  mail_deferred: 'The mail server postponed the message. It will be retried.',
  mail_refused: 'The mail server refused the message. Check the recipients.',
  mail_stopped:
    'A mail server refused this address for good, so it gets no emails. Correct it, or resume it under Emails.',
  client_removed: 'The client was removed, so the schedule is paused.',
} as const
export type RunCause = keyof typeof runCauses

const rule = {
  kind: z.enum(reportKinds),
  clientID: idOrAll.default('all'),
  moduleType: moduleFilter,
  costs: flag.default('F').meta({ description: 'T: includes the agency’s wholesale cost and margin.' }),
  days: z.enum(scheduledDays),
  format: z.enum(reportFormats),
  language: z.enum(languages).default('en'),
  every: z.enum(scheduleEvery),
  weekday: z.int().min(1).max(7).default(1).meta({ description: 'For weekly reports: 1 (Monday) to 7.' }),
  monthday: z
    .int()
    .min(1)
    .max(31)
    .default(1)
    .meta({ description: 'For monthly reports; in shorter months, the last day.' }),
  hour: z.int().min(0).max(23).meta({ description: 'In the agency’s time zone.' }),
  recipients: z.array(email).min(1).max(maxRecipients),
}

const schedule = z.object({
  ...rule,
  id,
  clientID: id.nullable(),
  moduleType: z.string().nullable(),
  company_name: z.string().nullable().meta({ description: 'The client; null for the whole agency.' }),
  status: z.enum(scheduleStatuses),
  next_at: instant.nullable().meta({ description: 'Null if it is paused.' }),
  time_zone: z.string(),
  last: z
    .object({
      at: instant,
      status: z.enum(runStatuses),
      cause: z.enum(Object.keys(runCauses) as [RunCause, ...RunCause[]]).nullable(),
      start: localDate,
      end: localDate,
      sent: z.int().meta({ description: 'Number of recipients.' }),
    })
    .nullable()
    .meta({ description: 'The last time it was sent.' }),
})
export type ReportSchedule = Plain<z.output<typeof schedule>>

const inBody = { kind: 'company', in: 'body', key: 'companyID' } as const
const scheduleKey = z.strictObject({ companyID: id, schedule_id: id })

export const listReportSchedules = operation({
  id: 'own',
  name: 'listReportSchedules',
  area: 'reports',
  method: 'GET',
  path: '/leadspeek/report/schedules/{companyID}',
  summary: `Lists an agency’s scheduled reports, next one first; up to ${maxSchedules}.`,
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(schedule),
  access: reportReaders,
  object: reportOwner,
})

export const saveReportSchedule = operation({
  id: 'own',
  name: 'saveReportSchedule',
  area: 'reports',
  method: 'POST',
  path: '/leadspeek/report/schedule',
  summary: 'Creates or updates a scheduled report and recomputes when it is sent next.',
  body: z.strictObject({ companyID: id, schedule_id: id.optional(), ...rule }),
  answer: doneWith(z.object({ id, next_at: instant.nullable() })),
  errors: ['conflict'],
  access: reportReaders,
  object: inBody,
  limits: [{ count: 60, perSeconds: 3600, by: 'company' }],
})

export const setReportScheduleStatus = operation({
  id: 'own',
  name: 'setReportScheduleStatus',
  area: 'reports',
  method: 'POST',
  path: '/leadspeek/report/schedule/status',
  summary: 'Pauses or resumes a scheduled report.',
  body: scheduleKey.extend({ status: z.enum(scheduleStatuses) }),
  answer: doneAnswer,
  access: reportReaders,
  object: inBody,
})

export const sendReportNow = operation({
  id: 'own',
  name: 'sendReportNow',
  area: 'reports',
  method: 'POST',
  path: '/leadspeek/report/schedule/send',
  summary:
    'Sends a scheduled report once now, in addition to its schedule. 409 if its period is not over yet, or if it is already being sent.',
  body: scheduleKey,
  answer: doneAnswer,
  errors: ['conflict'],
  access: reportReaders,
  object: inBody,
  limits: [{ count: 20, perSeconds: 3600, by: 'company' }],
})

export const removeReportSchedule = operation({
  id: 'own',
  name: 'removeReportSchedule',
  area: 'reports',
  method: 'POST',
  path: '/leadspeek/report/schedule/remove',
  summary: 'Removes a scheduled report. Reports already sent stay with their recipients.',
  body: scheduleKey,
  answer: doneAnswer,
  access: reportReaders,
  object: inBody,
})
