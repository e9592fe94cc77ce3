import { z } from 'zod'
import type { Choice } from '#contract/integrations/services.ts'
import { failWith, type Answer } from '../connector.ts'
import { mappedFields, ownFields, previewOf, type FieldNames } from '../map-fields.ts'
import { namedHost } from '../named-host.ts'
import { readJson, readStatus } from '../read-status.ts'
import {
  refusedLead,
  ServiceFailed,
  success,
  type SentLead,
  type Service,
  type ServiceAnswer,
  type Session,
  type Target,
} from '../service.ts'

const names: FieldNames = { first_name: 'firstName', last_name: 'lastName', email: 'email', phone: 'phone' }

/** Where accounts live. */
const hosts = ['.api-us1.com', '.activehosted.com']

const syncAnswer = z.object({ contact: z.object({ id: z.string() }) })
/** Some failures come as a success. */
const failedSync = z.object({ succeeded: z.literal([0, '0']) })
const contacts = z.object({ contacts: z.array(z.object({ id: z.string() })) })
const contactTags = z.object({ contactTags: z.array(z.object({ id: z.string(), tag: z.string() })) })
const meta = z.object({ total: z.string() }).optional()
const tagPage = z.object({ tags: z.array(z.object({ id: z.string(), tag: z.string(), tagType: z.string() })), meta })
const fieldPage = z.object({ fields: z.array(z.object({ id: z.string(), title: z.string() })), meta })

/** Twenty unless asked for more. */
const pageSize = 100
const maxPages = 20

const urlOf = ({ config, credential }: Session, path: string): string =>
  `${namedHost(config, credential['api_url'] ?? '', hosts, 'token_expired').origin}/api/3${path}`

/**
 * ActiveCampaign's contacts, by email address, with tags. Lists are left alone: to put a person on one is to subscribe
 * them.
 */
export const definition: Service = {
  headersOf: (credential) => ({ 'api-token': credential['api_key'] ?? '' }),
  // Five a second for all keys of an account together.
  pace: { count: 30, perSeconds: 10, of: 'connection' },
  overwrites: true,
  batch: 1,
  readFailure,
  async findAccount(session) {
    await session.request({ method: 'GET', url: urlOf(session, '/users/me') })
    return { account: new URL(session.credential['api_url'] ?? '').hostname }
  },
  async tags(session) {
    const all = await readPages(session, '/tags', (answer) => {
      const page = readJson(tagPage, answer)
      return { items: page.tags, total: page.meta?.total }
    })
    return all.filter(({ tagType }) => tagType === 'contact').map(({ id, tag }): Choice => ({ id, name: tag }))
  },
  async fields(session) {
    const all = await readPages(session, '/fields', (answer) => {
      const page = readJson(fieldPage, answer)
      return { items: page.fields, total: page.meta?.total }
    })
    return all.map(({ id, title }) => ({ id, name: title, custom: true }))
  },
  preview: (lead, details) => [
    ...previewOf(lead, details, names),
    ...(details.tags ?? []).map((tag) => ({ target: 'tags', value: tag })),
  ],
  async send(session, leads, { details }) {
    const answers: Answer[] = []
    for (const { lead } of leads)
      answers.push(lead.email === '' ? refusedLead('lead_incomplete') : await sendOne(session, lead, details))
    return answers
  },
  async takeBack(session, { email }, { details }) {
    const query = new URLSearchParams({ email })
    const answer = await session.request({ method: 'GET', url: urlOf(session, `/contacts?${query}`) })
    const id = readJson(contacts, answer).contacts[0]?.id
    if (id === undefined) return 'done'
    const tags = details.tags ?? []
    for (const one of await readTags(session, id))
      if (tags.includes(one.tag)) {
        const url = urlOf(session, `/contactTags/${encodeURIComponent(one.id)}`)
        await session.request({ method: 'DELETE', url }, [404])
      }
    // The contact may be older than our lead: its owner decides about the rest.
    return tags.length > 0 ? 'done' : 'manual'
  },
}

async function readPages<Item>(
  session: Session,
  path: string,
  read: (answer: ServiceAnswer) => { items: Item[]; total: string | undefined },
): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 0; page < maxPages; page++) {
    const url = urlOf(session, `${path}?limit=${pageSize}&offset=${all.length}`)
    const { items, total } = read(await session.request({ method: 'GET', url }))
    all.push(...items)
    if (items.length === 0 || all.length >= Number(total ?? 0)) break
  }
  return all
}

async function readTags(session: Session, contact: string): Promise<{ id: string; tag: string }[]> {
  const url = urlOf(session, `/contacts/${encodeURIComponent(contact)}/contactTags`)
  return readJson(contactTags, await session.request({ method: 'GET', url })).contactTags
}

/** Each step can be repeated: a retry after the first one updates the same contact, and adds the tags it lacks. */
async function sendOne(session: Session, lead: SentLead, details: Target['details']): Promise<Answer> {
  const fieldValues = mappedFields(lead, details).map(({ target, value }) => ({ field: target, value }))
  const contact = { ...ownFields(lead, names), ...(fieldValues.length > 0 && { fieldValues }) }
  const answer = await session.request({ method: 'POST', url: urlOf(session, '/contact/sync'), json: { contact } })
  if (failedSync.safeParse(answer.json).success) return { ...refusedLead('rejected'), httpStatus: answer.status }
  const { id } = readJson(syncAnswer, answer).contact
  const { tags = [] } = details
  if (tags.length === 0) return success
  const presentTags = new Set((await readTags(session, id)).map(({ tag }) => tag))
  for (const tag of tags.filter((one) => !presentTags.has(one))) {
    const json = { contactTag: { contact: id, tag } }
    const { status } = await session.request({ method: 'POST', url: urlOf(session, '/contactTags'), json }, [404, 422])
    // The contact is there, so the tag isn't.
    if (status >= 400) throw new ServiceFailed({ ...failWith('list_deleted'), httpStatus: status })
  }
  return success
}

/** A wrong key is forbidden instead of unauthorized. */
function readFailure(answer: ServiceAnswer, now_ms: number): Answer {
  const usual = readStatus(answer, now_ms)
  return answer.status === 403 ? { ...usual, cause: 'token_expired' } : usual
}
