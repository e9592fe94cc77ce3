import { z } from 'zod'
import { csvFormat } from '../core/csv.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import type { Plain } from '../core/wire-names.ts'
import { instant, localDate } from '../core/wire.ts'
import { operatorOnly } from '../identity/imports.ts'
import { requestKinds } from './choices.ts'

/** California's Civ. 1798.99.86(c): how many days may lie between two readings of the deletion platform. */
export const deletionCycle_days = 45

/** What a year's figures are about: a kind of request, or rows of the deletion platform. */
const figureKinds = [...requestKinds, 'platform'] as const

const yearFigures = z.object({
  year: z.int(),
  kind: z.enum(figureKinds).meta({ description: 'A kind of request, or rows of California’s deletion platform.' }),
  received: z.int(),
  complied: z.int(),
  denied: z.int(),
  unverified: z.int().meta({ description: 'Nobody confirmed the address; on the platform: nobody was found.' }),
  open: z.int(),
  mean_days: z.number().nullable().meta({ description: 'From receipt to the answer; null without an answer.' }),
  median_days: z.number().nullable(),
})
export type YearFigures = Plain<z.output<typeof yearFigures>>

export const listPrivacyFigures = operation({
  id: 'own',
  name: 'listPrivacyFigures',
  area: 'privacy',
  method: 'GET',
  path: '/privacy/figures',
  summary: 'Lists how many requests each year brought over all brands, by kind, and how long they took. Newest first.',
  query: pageQuery,
  answer: pageOf(yearFigures),
  access: operatorOnly,
})

export const downloadPrivacyFigures = operation({
  id: 'own',
  name: 'downloadPrivacyFigures',
  area: 'privacy',
  method: 'GET',
  path: '/privacy/figures/csv',
  summary: 'Downloads the yearly figures of requests, over all brands and by brand.',
  query: z.strictObject({ format: csvFormat }),
  answer: z.string(),
  access: operatorOnly,
  transport: 'download',
})

const deletionCycle = z.object({
  started_at: instant,
  finished_at: instant.nullable().meta({ description: 'Null until every row is answered.' }),
  rows: z.int(),
  rows_removed: z.int().meta({ description: 'Requests that people withdrew.' }),
  rows_deleted: z.int(),
  rows_opted_out: z.int().meta({ description: 'Several people share the number or address.' }),
  rows_not_found: z.int(),
  rows_amended: z.int().meta({ description: 'Answered “not found” before, and found now.' }),
  rows_unmatchable: z.int().meta({
    description: 'Rows of lists by which nobody can be known here: they are answered “not found”.',
  }),
  people_unmatchable: z.int().meta({ description: 'People known only by hashes that the platform doesn’t use.' }),
})
export type DeletionCycleRow = Plain<z.output<typeof deletionCycle>>

export const listDeletionCycles = operation({
  id: 'own',
  name: 'listDeletionCycles',
  area: 'privacy',
  method: 'GET',
  path: '/privacy/deletion-cycle',
  summary: 'Lists the readings of California’s deletion platform and their answers, newest first.',
  query: pageQuery,
  answer: pageOf(deletionCycle).extend({
    connected: z.boolean().meta({ description: 'Whether the program has a key of the platform.' }),
    next_due_at: instant
      .nullable()
      .meta({ description: 'By when the law wants the next reading; null before the first.' }),
  }),
  access: operatorOnly,
})

export const downloadDisclosures = operation({
  id: 'own',
  name: 'downloadDisclosures',
  area: 'privacy',
  method: 'GET',
  path: '/privacy/disclosures/{start}/{end}/csv',
  summary:
    'Downloads the record of disclosures of some days (UTC): which kinds of data of each lead went when to whom, and why. It names nobody. At most 366 days.',
  params: z.strictObject({ start: localDate, end: localDate }),
  query: z.strictObject({ format: csvFormat }),
  answer: z.string(),
  access: operatorOnly,
  transport: 'download',
  // It reads the deliveries of all agencies.
  limits: [{ count: 20, perSeconds: 3600, by: 'user' }],
})

export const downloadBrokerRegister = operation({
  id: 'own',
  name: 'downloadBrokerRegister',
  area: 'privacy',
  method: 'GET',
  path: '/privacy/register/csv',
  summary: 'Downloads the trade names, websites and sellers to be named where data brokers register.',
  query: z.strictObject({ format: csvFormat }),
  answer: z.string(),
  access: operatorOnly,
  transport: 'download',
})
