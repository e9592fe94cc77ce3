import { z } from 'zod'
import type { Choice } from '#contract/integrations/services.ts'
import type { Answer } from '../connector.ts'
import { mappedFields, ownFields, previewOf, type FieldNames } from '../map-fields.ts'
import { readJson, readStatus } from '../read-status.ts'
import { readTokens } from '../request-tokens.ts'
import {
  refusedLead,
  success,
  type Credential,
  type SentLead,
  type Service,
  type ServiceAnswer,
  type Session,
  type Target,
} from '../service.ts'
import { withQuery } from '../with-query.ts'

const names: FieldNames = {
  first_name: 'firstname',
  last_name: 'lastname',
  email: 'email',
  phone: 'phone',
  street: 'address',
  city: 'city',
  state: 'state',
  zip: 'zip',
  company_name: 'company',
  company_domain: 'website',
}
const ownNames: ReadonlySet<string | undefined> = new Set(Object.values(names))

const scopes = [
  'oauth',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.lists.read',
  'crm.lists.write',
  'crm.schemas.contacts.read',
]

/** HubSpot's paths carry the version's date. */
const version = '2026-03'
const contacts = `/crm/objects/${version}/contacts`
const lists = `/crm/lists/${version}`

const hub = z.object({ hub_id: z.number() })
const problem = z.object({
  category: z.string().optional(),
  message: z.string().optional(),
  context: z.record(z.string(), z.array(z.string())).optional(),
  errors: z.array(z.object({ code: z.string().optional(), message: z.string() })).optional(),
})
type Problem = z.output<typeof problem>
const batch = z.object({
  results: z.array(z.object({ id: z.string(), properties: z.object({ email: z.string().nullish() }) })),
  errors: z.array(problem).optional(),
})
const listPage = z.object({
  lists: z.array(z.object({ listId: z.string(), name: z.string() })),
  hasMore: z.boolean(),
  offset: z.number(),
})
const property = z.object({
  name: z.string(),
  label: z.string(),
  hidden: z.boolean().optional(),
  calculated: z.boolean().optional(),
  modificationMetadata: z.object({ readOnlyValue: z.boolean() }).optional(),
})
const properties = z.object({ results: z.array(property) })

const maxPages = 20
const pageSize = 500
/** Accounts have hundreds of properties, each described at length. */
const maxProperties_bytes = 8 * 1024 * 1024

const urlOf = ({ config }: Session, path: string): string => `${config.HUBSPOT_URL}${path}`

async function ask(session: Session, form: Readonly<Record<string, string>>): Promise<Credential> {
  const { HUBSPOT_CLIENT_ID = '', HUBSPOT_CLIENT_SECRET = '' } = session.config
  const url = urlOf(session, `/oauth/${version}/token`)
  const app = { client_id: HUBSPOT_CLIENT_ID, client_secret: HUBSPOT_CLIENT_SECRET }
  const { credential, answer } = await readTokens(session, { url, form: { ...app, ...form } })
  return { ...credential, hub_id: String(readJson(hub, answer).hub_id) }
}

/** HubSpot's contacts, by email address, and its lists. Nothing here says that a person wants marketing. */
export const definition: Service = {
  headersOf: (credential) => ({ authorization: `Bearer ${credential['access_token']}` }),
  pace: { count: 80, perSeconds: 10, of: 'connection' },
  overwrites: true,
  ownIds: 'lists',
  batch: 16,
  readFailure,
  oauth: {
    isConfigured: ({ HUBSPOT_CLIENT_ID, HUBSPOT_CLIENT_SECRET }) =>
      HUBSPOT_CLIENT_ID !== undefined && HUBSPOT_CLIENT_SECRET !== undefined,
    authorizeUrl: (config, { redirectUri, state }) =>
      withQuery(config.HUBSPOT_AUTHORIZE_URL, {
        client_id: config.HUBSPOT_CLIENT_ID ?? '',
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
      }),
    exchange: (session, { code, redirectUri }) =>
      ask(session, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    refresh: async (session, credential) => ({
      ...credential,
      ...(await ask(session, { grant_type: 'refresh_token', refresh_token: credential['refresh_token'] ?? '' })),
    }),
  },
  async findAccount(session) {
    await readLists(session, 0, 1)
    return { account: `Hub ${session.credential['hub_id']}` }
  },
  async lists(session) {
    const all: Choice[] = []
    for (let page = 0, offset = 0; page < maxPages; page++) {
      const part = await readLists(session, offset, pageSize)
      all.push(...part.lists.map(({ listId, name }) => ({ id: listId, name })))
      if (!part.hasMore) break
      offset = part.offset
    }
    return all
  },
  async fields(session) {
    const url = urlOf(session, `/crm/properties/${version}/contacts`)
    const answer = await session.request({ method: 'GET', url, maxBytes: maxProperties_bytes })
    return readJson(properties, answer)
      .results.filter(({ hidden, calculated, modificationMetadata }) => {
        const isReadOnly = modificationMetadata?.readOnlyValue ?? false
        return !hidden && !calculated && !isReadOnly
      })
      .map(({ name, label }) => ({ id: name, name: label, custom: !ownNames.has(name) }))
  },
  preview: (lead, details) => previewOf(lead, details, names),
  async send(session, leads, { details }) {
    const sendable = leads.filter(({ lead }) => lead.email !== '')
    if (sendable.length === 0) return leads.map(() => refusedLead('lead_incomplete'))
    const { idOf, failure } = await upsert(
      session,
      sendable.map(({ lead }) => lead),
      details,
    )
    const ids = [...new Set(idOf.values())]
    // Both steps can be repeated: a retry after the first one updates the same contacts, and reaches the second.
    if (ids.length > 0) await changeLists(session, 'add', details.lists ?? [], ids)
    return leads.map(({ lead }) => {
      if (lead.email === '') return refusedLead('lead_incomplete')
      const recordId = idOf.get(keyOf(lead.email))
      return recordId === undefined ? failure(keyOf(lead.email)) : { ...success, recordId }
    })
  },
  async takeBack(session, { email }, { details }) {
    const answer = await session.request({
      method: 'POST',
      url: urlOf(session, `${contacts}/batch/read`),
      json: { idProperty: 'email', inputs: [{ id: email }], properties: ['email'] },
    })
    const id = readJson(batch, answer).results[0]?.id
    if (id === undefined) return 'done'
    await changeLists(session, 'remove', details.lists ?? [], [id], [404])
    // Deleting by the service's erasure call is for ever, and blocks the address: only the account's owner may do that.
    return details.lists?.length ? 'done' : 'manual'
  },
}

const keyOf = (email: string): string => email.trim().toLowerCase()

async function readLists(session: Session, offset: number, count: number): Promise<z.output<typeof listPage>> {
  // Lists with rules of their own take no one by hand.
  const json = { objectTypeId: '0-1', processingTypes: ['MANUAL', 'SNAPSHOT'], query: '', offset, count }
  return readJson(listPage, await session.request({ method: 'POST', url: urlOf(session, `${lists}/search`), json }))
}

async function changeLists(
  session: Session,
  change: 'add' | 'remove',
  listIds: readonly string[],
  ids: readonly string[],
  accepted: readonly number[] = [],
): Promise<void> {
  for (const list of listIds) {
    const url = urlOf(session, `${lists}/${encodeURIComponent(list)}/memberships/${change}`)
    await session.request({ method: 'PUT', url, json: ids }, accepted)
  }
}

const propertiesOf = (lead: SentLead, details: Target['details']): Record<string, string> => ({
  ...ownFields(lead, names),
  ...Object.fromEntries(mappedFields(lead, details).map(({ target, value }) => [target, value])),
  email: keyOf(lead.email),
})

interface Upserted {
  /** The contacts' ids by email address. */
  idOf: ReadonlyMap<string, string>
  /** Why another address has none. */
  failure: (email: string) => Answer
}

/** A response tells of parts that failed, in no order: by what they are about, if it says. */
async function upsert(session: Session, leads: readonly SentLead[], details: Target['details']): Promise<Upserted> {
  const byEmail = new Map(leads.map((lead) => [keyOf(lead.email), propertiesOf(lead, details)]))
  const inputs = [...byEmail].map(([id, values]) => ({ id, idProperty: 'email', properties: values }))
  const url = urlOf(session, `${contacts}/batch/upsert`)
  const { results, errors = [] } = readJson(batch, await session.request({ method: 'POST', url, json: { inputs } }))
  const isAbout = ({ context = {} }: Problem, email: string): boolean =>
    Object.values(context)
      .flat()
      .some((one) => keyOf(one) === email)
  // One that is sent alone needs no address in the response.
  const alone = byEmail.size === 1 ? [...byEmail.keys()][0] : undefined
  return {
    idOf: new Map(results.map(({ id, properties }) => [alone ?? keyOf(properties.email ?? ''), id])),
    // A part that nothing is said about is sent alone, too.
    failure: (email) => ({
      httpStatus: 207,
      ...failureOf(errors.find((one) => isAbout(one, email)) ?? errors[0] ?? {}),
    }),
  }
}

const unknownProperty = /PROPERTY_DOESNT_EXIST|READ_ONLY|does not exist/

/** A property that was removed or renamed is not the lead's fault. */
function failureOf({ message = '', errors = [] }: Problem): Answer {
  const isOfSchema = [message, ...errors.map(({ code, message }) => `${code} ${message}`)].some((text) =>
    unknownProperty.test(text),
  )
  return isOfSchema ? { delivered: false, cause: 'schema_changed' } : refusedLead('rejected')
}

function readFailure(answer: ServiceAnswer, now_ms: number): Answer | null {
  const usual = readStatus(answer, now_ms)
  if (answer.status === 400) return { ...usual, final: false, ...failureOf(problem.safeParse(answer.json).data ?? {}) }
  return usual
}
