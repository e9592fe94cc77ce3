import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Cause } from '#contract/integrations/causes.ts'
import type { Choice, IntegrationDetails } from '#contract/integrations/services.ts'
import { failWith, type Answer } from '../connector.ts'
import { mappedFields, ownFields, previewText, type FieldNames } from '../map-fields.ts'
import { readJson, readStatus } from '../read-status.ts'
import {
  refusedLead,
  ServiceFailed,
  success,
  type SentLead,
  type Service,
  type ServiceAnswer,
  type ServiceField,
  type Session,
} from '../service.ts'

const names: FieldNames = { first_name: 'FNAME', last_name: 'LNAME', phone: 'PHONE' }
const ownTags: ReadonlySet<string> = new Set([...Object.values(names).map(String), 'ADDRESS'])

const account = z.object({ account_id: z.string(), account_name: z.string() })
const listPage = z.object({ lists: z.array(z.object({ id: z.string(), name: z.string() })), total_items: z.number() })
const mergeFields = z.object({
  merge_fields: z.array(z.object({ tag: z.string(), name: z.string(), type: z.string() })),
})
const problem = z.object({ title: z.string(), status: z.number() })

/** By their titles: the same status means several things. */
const causes: Readonly<Record<string, Cause>> = {
  'API Key Invalid': 'token_expired',
  'API Key Missing': 'token_expired',
  'User Disabled': 'no_permission',
  Forbidden: 'no_permission',
  'Resource Not Found': 'list_deleted',
  'Too Many Requests': 'too_many',
}

const pageSize = 1_000
const maxPages = 5
/** Fields are each audience's own; those of the first ones are offered. */
const listsWithFields = 10
/** Neither a rejection for being too busy nor the one in its place names a wait. */
const busyPause_ms = 30_000
/** Fields that are one text. */
const texts = new Set(['text', 'number', 'phone', 'date', 'url', 'zip', 'dropdown', 'radio'])

const dataCenter = /-([a-z]{2,3}\d{1,3})$/

function baseOf({ config, credential }: Session): string {
  const [, dc] = dataCenter.exec(credential['api_key'] ?? '') ?? []
  // The key names the host: only the name of a data center is taken from it.
  if (dc === undefined) throw new ServiceFailed(failWith('token_expired'))
  return config.MAILCHIMP_URL.replace('{dc}', dc)
}

const hashOf = (email: string): string => createHash('md5').update(email.trim().toLowerCase()).digest('hex')
const memberUrl = (session: Session, list: string, email: string): string =>
  `${baseOf(session)}/lists/${encodeURIComponent(list)}/members/${hashOf(email)}`

/** Mailchimp's audiences. Nobody is subscribed, and nobody who unsubscribed comes back: new members get no campaigns. */
export const definition: Service = {
  headersOf: (credential) => ({ authorization: `Bearer ${credential['api_key']}` }),
  // Ten at once for all apps of a user.
  pace: { count: 30, perSeconds: 10, of: 'connection', atOnce: 4 },
  overwrites: true,
  ownIds: 'lists',
  batch: 1,
  readFailure,
  async findAccount(session) {
    const answer = await session.request({ method: 'GET', url: `${baseOf(session)}/?fields=account_id,account_name` })
    const { account_id, account_name } = readJson(account, answer)
    return { account: `${account_name} (${account_id})` }
  },
  lists,
  fields,
  preview: (lead, details) => [
    ...Object.entries({ email_address: lead.email, ...mergeFieldsOf(lead, details) }).map(([target, value]) => ({
      target,
      value: previewText(value),
    })),
    ...(details.tags ?? []).map((tag) => ({ target: 'tags', value: tag })),
  ],
  async send(session, leads, { details }) {
    const answers: Answer[] = []
    for (const { lead } of leads) answers.push(await sendOne(session, lead, details))
    return answers
  },
  async takeBack(session, { email }, { details }) {
    // Archived: a permanent deletion would keep the person from ever being added again.
    for (const list of details.lists ?? [])
      await session.request({ method: 'DELETE', url: memberUrl(session, list, email) }, [404, 405])
    return 'done'
  },
}

/** Each step can be repeated: a retry after the first one updates the same member, and reaches the second. */
async function sendOne(
  session: Session,
  lead: SentLead,
  { lists: chosenLists = [], tags = [], fields: map }: IntegrationDetails,
): Promise<Answer> {
  if (lead.email === '') return refusedLead('lead_incomplete')
  if (chosenLists.length === 0) return failWith('nothing_chosen')
  for (const list of chosenLists) {
    const url = memberUrl(session, list, lead.email)
    // No `status`, which would subscribe people who have left.
    const merge_fields = mergeFieldsOf(lead, map ? { fields: map } : {})
    const json = { email_address: lead.email.trim(), status_if_new: 'transactional', merge_fields }
    await session.request({ method: 'PUT', url: `${url}?skip_merge_validation=true`, json })
    if (tags.length === 0) continue
    const active = tags.map((name) => ({ name, status: 'active' }))
    await session.request({ method: 'POST', url: `${url}/tags`, json: { tags: active } })
  }
  return success
}

/** An address is rejected unless it has all parts. */
function mergeFieldsOf(lead: SentLead, details: IntegrationDetails): Record<string, unknown> {
  const { street, city, state, zip } = lead
  const isWhole = [street, city, state, zip].every((part) => part !== '')
  return {
    ...ownFields(lead, names),
    ...(isWhole && { ADDRESS: { addr1: street, city, state, zip } }),
    ...Object.fromEntries(mappedFields(lead, details).map(({ target, value }) => [target, value])),
  }
}

async function lists(session: Session): Promise<Choice[]> {
  const all: Choice[] = []
  for (let page = 0; page < maxPages; page++) {
    const query = `count=${pageSize}&offset=${all.length}&fields=lists.id,lists.name,total_items`
    const answer = await session.request({ method: 'GET', url: `${baseOf(session)}/lists?${query}` })
    const { lists: some, total_items } = readJson(listPage, answer)
    all.push(...some.map(({ id, name }) => ({ id, name })))
    if (some.length === 0 || all.length >= total_items) break
  }
  return all
}

async function fields(session: Session): Promise<ServiceField[]> {
  const byTag = new Map<string, ServiceField>()
  for (const { id } of (await lists(session)).slice(0, listsWithFields)) {
    const url = `${baseOf(session)}/lists/${encodeURIComponent(id)}/merge-fields?count=100`
    const { merge_fields } = readJson(mergeFields, await session.request({ method: 'GET', url }))
    for (const { tag, name, type } of merge_fields)
      if (texts.has(type)) byTag.set(tag, { id: tag, name, custom: !ownTags.has(tag) })
  }
  return [...byTag.values()]
}

/** A bare 403 is Mailchimp's load balancer, and no permission that is missing. */
function readFailure(answer: ServiceAnswer, now_ms: number): Answer {
  const usual = readStatus(answer, now_ms)
  const { title } = problem.safeParse(answer.json).data ?? {}
  const isBusy = answer.status === 429 || (answer.status === 403 && title === undefined)
  if (isBusy) return { ...usual, cause: 'too_many', retryAfter_ms: Math.max(usual.retryAfter_ms ?? 0, busyPause_ms) }
  const cause = causes[title ?? '']
  return cause ? { ...usual, cause, final: false } : usual
}
