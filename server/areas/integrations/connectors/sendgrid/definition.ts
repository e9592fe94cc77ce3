import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Choice, LeadField } from '#contract/integrations/services.ts'
import type { Answer } from '../connector.ts'
import { mappedFields, ownFields, previewOf } from '../map-fields.ts'
import { headerOf, readJson as read, readStatus } from '../read-status.ts'
import {
  success,
  refusedLead,
  ServiceFailed,
  type Service,
  type ServiceAnswer,
  type Session,
  type Target,
} from '../service.ts'
import { readImportJob, assertImported, importContacts, mayStillCome } from './imports.ts'

/** Names of a contact's standard fields. SendGrid identifies a contact by email address only. */
const names: Partial<Record<LeadField, string>> = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone_number',
  street: 'address_line_1',
  city: 'city',
  state: 'state_province_region',
  zip: 'postal_code',
}

/** SendGrid rejects the whole contact if a value is longer, so values are truncated. */
const longest: Readonly<Record<string, number>> = {
  first_name: 50,
  last_name: 50,
  address_line_1: 100,
  address_line_2: 100,
  city: 60,
  state_province_region: 50,
  postal_code: 60,
  country: 50,
}
/** Never splits a surrogate pair. */
const cutToLength = (name: string, value: string): string =>
  value.slice(0, longest[name] ?? value.length).replace(/[\uD800-\uDBFF]$/, '')

const listPage = z.object({
  result: z.array(z.object({ id: z.string(), name: z.string() })),
  _metadata: z.object({ next: z.string().optional() }).optional(),
})
const definitions = z.object({
  custom_fields: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  reserved_fields: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
})
const errors = z.object({ errors: z.array(z.object({ field: z.string().nullish(), message: z.string() })) })
const jobAnswer = z.object({ job_id: z.string() })
const searchAnswer = z.object({
  result: z.record(z.string(), z.object({ contact: z.object({ id: z.string() }).optional() })),
})

const maxPages = 20
const pageSize = 1_000

const urlOf = (session: Session, path: string): string => `${session.config.SENDGRID_URL}${path}`

/** Contacts and lists of the SendGrid Marketing Campaigns API, version 3. */
export const definition: Service = {
  headersOf: (credential) => ({ authorization: `Bearer ${credential['api_key']}` }),
  pace: { count: 60, perSeconds: 10, of: 'connection' },
  overwrites: true,
  ownIds: 'lists',
  batch: 16,
  readFailure,
  async findAccount(session) {
    await session.request({ method: 'GET', url: urlOf(session, '/marketing/lists?page_size=1') })
    return { account: `•••• ${session.credential['api_key']!.slice(-4)}` }
  },
  async lists(session) {
    const all: Choice[] = []
    let token = ''
    for (let page = 0; page < maxPages; page++) {
      const query = new URLSearchParams({ page_size: String(pageSize), ...(token && { page_token: token }) })
      const answer = await session.request({ method: 'GET', url: urlOf(session, `/marketing/lists?${query}`) })
      const { result, _metadata } = read(listPage, answer)
      all.push(...result.map(({ id, name }) => ({ id, name })))
      token = pageTokenIn(_metadata?.next ?? '')
      if (token === '') break
    }
    return all
  },
  async fields(session) {
    const answer = await session.request({ method: 'GET', url: urlOf(session, '/marketing/field_definitions') })
    const { custom_fields = [], reserved_fields = [] } = read(definitions, answer)
    return [
      ...reserved_fields.map(({ name }) => ({ id: name, name, custom: false })),
      ...custom_fields.map(({ id, name }) => ({ id, name, custom: true })),
    ]
  },
  preview: (lead, details) => previewOf(lead, details, names),
  async send(session, leads, target) {
    const { details } = target
    const sendable = leads.filter(({ lead }) => lead.email !== '')
    const contacts = onePerPerson(sendable.map(({ lead }) => contactOf(lead, details)))
    const ids = sendable.map(({ leadId }) => leadId)
    const outcome = contacts.length > 0 ? await upsertContacts(session, contacts, ids, target) : success
    return leads.map(({ lead }) => (lead.email === '' ? refusedLead('lead_incomplete') : outcome))
  },
  async takeBack(session, { leadId, email }, target) {
    const { lists = [] } = target.details
    await assertImported(session, target)
    const isThere = await removeFromLists(session, email, lists)
    if (mayStillCome(session, target, leadId)) return 'again'
    // Without a list the contact is only in the account, and only its owner may delete it there.
    return isThere && lists.length === 0 ? 'manual' : 'done'
  },
}

/**
 * Only the page token of the next page's URL: a response must not choose where we send requests. Empty if it has none.
 * Throws `service_error` if it is no URL.
 */
function pageTokenIn(next: string): string {
  if (next === '') return ''
  const url = URL.parse(next, 'https://sendgrid.invalid')
  if (!url) throw new ServiceFailed({ delivered: false, cause: 'service_error' })
  return url.searchParams.get('page_token') ?? ''
}

/** Removes a contact from lists; false if it doesn't exist. */
async function removeFromLists(session: Session, email: string, lists: readonly string[]): Promise<boolean> {
  const search = await session.request(
    { method: 'POST', url: urlOf(session, '/marketing/contacts/search/emails'), json: { emails: [email] } },
    [404],
  )
  const id = search.status === 404 ? undefined : Object.values(read(searchAnswer, search).result)[0]?.contact?.id
  if (id === undefined) return false
  for (const list of lists) {
    const path = `/marketing/lists/${encodeURIComponent(list)}/contacts?contact_ids=${encodeURIComponent(id)}`
    await session.request({ method: 'DELETE', url: urlOf(session, path) }, [404])
  }
  return true
}

interface Contact {
  email: string
  custom_fields?: Readonly<Record<string, string>>
}

/** A request contains each person once: the values of a later lead override those of an earlier one. */
function onePerPerson(contacts: readonly Contact[]): Contact[] {
  const all = new Map<string, Contact>()
  for (const one of contacts) {
    const key = one.email.toLowerCase()
    const before = all.get(key)
    const custom_fields = { ...before?.custom_fields, ...one.custom_fields }
    all.set(key, { ...before, ...one, ...(Object.keys(custom_fields).length > 0 && { custom_fields }) })
  }
  return [...all.values()]
}

function contactOf(lead: Parameters<Service['preview']>[0], details: Parameters<Service['preview']>[1]): Contact {
  const mappings = mappedFields(lead, details)
  const isReserved = (target: string): boolean => reservedNames.has(target)
  const custom = Object.fromEntries(
    mappings.filter(({ target }) => !isReserved(target)).map(({ target, value }) => [target, value]),
  )
  const reservedValues = Object.fromEntries(
    mappings.filter(({ target }) => isReserved(target)).map(({ target, value }) => [target, value]),
  )
  const reservedFields = Object.entries({ ...ownFields(lead, names), ...reservedValues })
  return {
    ...Object.fromEntries(reservedFields.map(([name, value]) => [name, cutToLength(name, value)])),
    email: lead.email,
    ...(Object.keys(custom).length > 0 && { custom_fields: custom }),
  }
}

/** Standard fields are identified by name; an account's custom fields by id. */
const reservedNames: ReadonlySet<string> = new Set([...Object.values(names), 'address_line_2', 'country'])

/** SendGrid accepts an upsert at once and processes it later: polls its job as long as time allows. */
function upsertContacts(
  session: Session,
  contacts: readonly Contact[],
  leads: readonly string[],
  target: Target,
): Promise<Answer> {
  const { lists = [] } = target.details
  let httpStatus = 0
  return importContacts(session, target, leads, {
    async put() {
      const answer = await session.request({
        method: 'PUT',
        url: urlOf(session, '/marketing/contacts'),
        json: { ...(lists.length > 0 && { list_ids: lists }), contacts },
      })
      httpStatus = answer.status
      return read(jobAnswer, answer).job_id
    },
    async follow(jobId) {
      const outcome = await waitForImport(session, jobId)
      return outcome
        ? { answer: { ...outcome, httpStatus }, isPending: false }
        : { answer: { delivered: true, cause: 'accepted', httpStatus }, isPending: true }
    },
  })
}

/** The result of an import; null if it isn't known in time. */
async function waitForImport(session: Session, jobId: string): Promise<Answer | null> {
  for (const pause_ms of [150, 400, 1_000, 2_000]) {
    if (session.left_ms() < pause_ms + 1_500) return null
    await sleep(pause_ms)
    const state = await readJob(session, jobId)
    if (state === null) return null
    if (state.status === 'completed' && !state.results?.errored_count) return success
    if (state.status !== 'pending') return refusedLead('rejected')
  }
  return null
}

/** An accepted import stays accepted even if polling fails. */
async function readJob(session: Session, id: string): ReturnType<typeof readImportJob> {
  try {
    return await readImportJob(session, id)
  } catch (error) {
    if (error instanceof ServiceFailed) return null
    throw error
  }
}

/** Reads invalid lists and fields, and the wait after a 429: SendGrid names a time, not a duration. */
function readFailure(answer: ServiceAnswer, now_ms: number): Answer | null {
  const usual = readStatus(answer, now_ms)
  if (answer.status === 429) {
    const reset_s = Number(headerOf(answer, 'x-ratelimit-reset'))
    const until_ms = Number.isFinite(reset_s) ? Math.max(0, reset_s * 1_000 - now_ms) : 0
    return { ...usual, retryAfter_ms: Math.max(usual.retryAfter_ms ?? 0, until_ms) }
  }
  if (answer.status !== 400) return null
  const messages =
    errors.safeParse(answer.json).data?.errors.map(({ field, message }) => `${field ?? ''} ${message}`) ?? []
  if (messages.some((text) => /list_ids|list id/i.test(text))) return { ...usual, cause: 'list_deleted', final: false }
  if (messages.some((text) => /custom_fields/i.test(text))) return { ...usual, cause: 'schema_changed', final: false }
  return usual
}
