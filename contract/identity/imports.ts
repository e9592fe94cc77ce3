import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { delimiters } from '../core/csv-dialect.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { encodings } from '../core/text-encoding.ts'
import { doneWith, instant } from '../core/wire.ts'
import { companyInformation, knownInformation } from './advance-information.ts'

/** Identifying fields. One of the first four is required: without a key nobody can be found. */
export const personFields = [
  'email',
  'md5',
  'sha1',
  'sha256',
  'external_id',
  'first_name',
  'last_name',
  'phone',
  'street',
  'city',
  'state',
  'zip',
] as const
export type PersonField = (typeof personFields)[number]

/** What a person was interested in, and when: a file with one of the first two holds signals, not people. */
export const signalFields = ['phrase', 'topic', 'signal_kind', 'signal_at'] as const
export type SignalField = (typeof signalFields)[number]

/** Other data about a person: a type of advance information (C099, C100). */
type TraitField = `trait.${string}`
const traitFields = knownInformation.map(({ id }): TraitField => `trait.${id}`)
/** The trait that a field stands for, or null. */
export const traitOf = (field: string): string | null => (field.startsWith('trait.') ? field.slice(6) : null)

/** A company and its addresses: a file with any of these columns holds companies, identified by domain. */
export type CompanyField = `company.${string}`
export const companyFields: readonly CompanyField[] = [
  'company.range',
  ...companyInformation.map((id): CompanyField => `company.${id}`),
]

/** What a column of an imported file can hold. */
export type ImportField = PersonField | SignalField | TraitField | CompanyField
const importFields: readonly ImportField[] = [...personFields, ...signalFields, ...traitFields, ...companyFields]

const importStatuses = ['uploaded', 'checking', 'checked', 'activating', 'active', 'failed'] as const

/** Field to the name of its column. */
const importMapping = z.partialRecord(z.enum(importFields), z.string().min(1).max(255))
export type ImportMapping = z.infer<typeof importMapping>

/** Whether a file holds signals: what people search for and read about. */
export const isOfSignals = ({ phrase, topic }: ImportMapping): boolean => phrase !== undefined || topic !== undefined

/** Whether a file holds companies and their addresses. */
export const isOfCompanies = (mapping: ImportMapping): boolean =>
  companyFields.some((field) => mapping[field] !== undefined)

/** Whether a file holds people: naming somebody again confirms what is known (decision 55). */
export const isOfPeople = (mapping: ImportMapping): boolean => !isOfSignals(mapping) && !isOfCompanies(mapping)

const rowCount = z.int().min(0)

const importRow = z.object({
  id,
  file_name: z.string(),
  status: z.enum(importStatuses),
  columns: z.array(z.string()),
  mapping: importMapping,
  /** Rows in the file; 0 until the dry run has finished reading it. */
  rows_total: rowCount,
  rows_done: rowCount,
  rows_new: rowCount,
  rows_changed: rowCount,
  rows_same: rowCount,
  rows_invalid: rowCount,
  rows_opted_out: rowCount,
  /** The first invalid rows, by row number in the file; never their values. */
  problems: z.array(z.object({ row: z.int(), field: z.string(), message: z.string() })),
  /** Optional values that count as empty because they could not be read, and the first of them in the same form. */
  values_unread: rowCount,
  unread: z.array(z.object({ row: z.int(), field: z.string(), message: z.string() })),
  delimiter: z.enum(delimiters).meta({ description: 'What separates the values of the file.' }),
  encoding: z.enum(encodings).meta({ description: 'The encoding of the file; it was converted to UTF-8.' }),
  error: z.string().nullable(),
  created_at: instant,
})
export type ImportRow = z.infer<typeof importRow>

/** Only the operator has access to identity data. */
export const operatorOnly: Access = {
  rootSystem: { reach: ['own'] },
  rootAdmin: { reach: ['own'], permission: 'settings.update' },
}
const object = { kind: 'import', in: 'params', key: 'id' } as const
const byId = z.strictObject({ id })

export const listImports = operation({
  id: 'own',
  name: 'listImports',
  area: 'identity',
  method: 'GET',
  path: '/identity/import',
  summary: 'Lists imports of identity data, newest first.',
  query: pageQuery,
  answer: pageOf(importRow),
  access: operatorOnly,
})

export const uploadImport = operation({
  id: 'own',
  name: 'uploadImport',
  area: 'identity',
  method: 'POST',
  path: '/identity/import',
  summary:
    'Uploads a CSV file of people, signals or companies (field `file`), reads its columns and proposes their mapping.',
  form: z.strictObject({ file: z.file() }),
  answer: doneWith(importRow),
  status: 201,
  errors: ['invalid', 'too_large'],
  access: operatorOnly,
  limits: [{ count: 6, perSeconds: 3_600, by: 'company' }],
  oneAtATime: true,
  transport: 'multipart',
})

export const readImport = operation({
  id: 'own',
  name: 'readImport',
  area: 'identity',
  method: 'GET',
  path: '/identity/import/{id}',
  summary: 'Reads one import with its progress, counts and problems.',
  params: byId,
  answer: z.object({ result: z.literal('success'), data: importRow }),
  access: operatorOnly,
  object,
})

/** How many rows of a file are shown before its columns are mapped. */
export const previewRows = 3

export const previewImport = operation({
  id: 'own',
  name: 'previewImport',
  area: 'identity',
  method: 'GET',
  path: '/identity/import/{id}/preview',
  summary: 'Reads the first rows of a file whose columns are not mapped yet: one value per column, in order.',
  params: byId,
  answer: z.object({ result: z.literal('success'), data: z.array(z.array(z.string())) }),
  errors: ['conflict'],
  access: operatorOnly,
  object,
})

export const checkImport = operation({
  id: 'own',
  name: 'checkImport',
  area: 'identity',
  method: 'PUT',
  path: '/identity/import/{id}/mapping',
  summary: 'Sets the mapping of the columns and starts the dry run, which changes no person.',
  params: byId,
  body: z.strictObject({ mapping: importMapping }),
  answer: doneWith(importRow),
  errors: ['invalid', 'conflict'],
  access: operatorOnly,
  object,
})

export const activateImport = operation({
  id: 'own',
  name: 'activateImport',
  area: 'identity',
  method: 'POST',
  path: '/identity/import/{id}/activation',
  summary: 'Imports the checked rows into the identity data, except those of people who opted out.',
  params: byId,
  body: z.strictObject({}),
  answer: doneWith(importRow),
  errors: ['conflict'],
  access: operatorOnly,
  object,
})
