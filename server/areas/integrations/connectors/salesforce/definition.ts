import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Cause } from '#contract/integrations/causes.ts'
import { failWith, type Answer } from '../connector.ts'
import { mappedFields, ownFields, previewOf, type FieldNames } from '../map-fields.ts'
import { namedHost } from '../named-host.ts'
import { readJson, readStatus } from '../read-status.ts'
import { readTokens } from '../request-tokens.ts'
import {
  refusedLead,
  ServiceFailed,
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
  first_name: 'FirstName',
  last_name: 'LastName',
  email: 'Email',
  phone: 'Phone',
  street: 'Street',
  city: 'City',
  state: 'State',
  zip: 'PostalCode',
  company_name: 'Company',
  company_domain: 'Website',
}
/** Salesforce rejects the whole record if a value is longer. */
const longest: Readonly<Record<string, number>> = {
  FirstName: 40,
  LastName: 80,
  Email: 80,
  Phone: 40,
  Street: 255,
  City: 40,
  State: 80,
  PostalCode: 20,
  Company: 255,
  Website: 255,
}
const ownNames: ReadonlySet<string | undefined> = new Set(Object.values(names))

/** The external id that the account's administrator adds to Lead: what a person's later leads are recognized by. */
const keyField = 'Lead_Key__c'
const version = 'v67.0'
/** Where accounts live. */
const hosts = ['.salesforce.com', '.force.com', '.cloudforce.com']
const texts = new Set(['string', 'email', 'phone', 'textarea', 'url', 'picklist', 'date', 'datetime'])

const instance = z.object({ instance_url: z.string() })
const field = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  createable: z.boolean(),
  updateable: z.boolean(),
  externalId: z.boolean(),
})
const describedLead = z.object({ fields: z.array(field) })
const outcomes = z.array(
  z.object({
    id: z.string().nullish(),
    success: z.boolean(),
    errors: z.array(z.object({ statusCode: z.string() })).default([]),
  }),
)
const problems = z.array(z.object({ errorCode: z.string() }))
const record = z.object({ Id: z.string() })

/** A description of all fields of a lead. */
const maxDescribed_bytes = 8 * 1024 * 1024
/** The limit is over a day, and its answer names no wait. */
const limitPause_ms = 15 * 60_000

const causes: Readonly<Record<string, Cause>> = {
  INVALID_SESSION_ID: 'token_expired',
  REQUEST_LIMIT_EXCEEDED: 'too_many',
  API_DISABLED_FOR_ORG: 'no_permission',
  INSUFFICIENT_ACCESS: 'no_permission',
  INSUFFICIENT_ACCESS_OR_READONLY: 'no_permission',
  INVALID_FIELD: 'schema_changed',
  INVALID_FIELD_FOR_INSERT_UPDATE: 'schema_changed',
  NOT_FOUND: 'schema_changed',
  INVALID_TYPE: 'schema_changed',
  UNABLE_TO_LOCK_ROW: 'service_error',
  STORAGE_LIMIT_EXCEEDED: 'quota',
}

/** Any other code is about the record: a required field, a duplicate rule, a validation or a flow of the account. */
function failureOf(code: string | undefined, httpStatus: number): Answer {
  const cause = causes[code ?? ''] ?? 'rejected'
  if (cause === 'rejected') return { ...refusedLead(cause), httpStatus }
  return { ...failWith(cause), httpStatus, ...(cause === 'too_many' && { retryAfter_ms: limitPause_ms }) }
}

const urlOf = ({ credential }: Session, path: string): string =>
  `${credential['api_url']}/services/data/${version}${path}`

async function ask(session: Session, form: Readonly<Record<string, string>>): Promise<Credential> {
  const { config } = session
  const { SALESFORCE_CLIENT_ID = '', SALESFORCE_CLIENT_SECRET = '' } = config
  const { credential, answer } = await readTokens(session, {
    url: `${config.SALESFORCE_LOGIN_URL}/services/oauth2/token`,
    form: { client_id: SALESFORCE_CLIENT_ID, client_secret: SALESFORCE_CLIENT_SECRET, ...form },
  })
  const { origin } = namedHost(config, readJson(instance, answer).instance_url, hosts, 'service_error')
  return { ...credential, api_url: origin }
}

/** Salesforce's leads, upserted by an external id of their person, through the REST API. */
export const definition: Service = {
  headersOf: (credential) => ({ authorization: `Bearer ${credential['access_token']}` }),
  pace: { count: 50, perSeconds: 10, of: 'connection' },
  overwrites: true,
  batch: 16,
  readFailure,
  oauth: {
    isConfigured: ({ SALESFORCE_CLIENT_ID, SALESFORCE_CLIENT_SECRET }) =>
      SALESFORCE_CLIENT_ID !== undefined && SALESFORCE_CLIENT_SECRET !== undefined,
    authorizeUrl: (config, { redirectUri, state, challenge }) =>
      withQuery(`${config.SALESFORCE_LOGIN_URL}/services/oauth2/authorize`, {
        response_type: 'code',
        client_id: config.SALESFORCE_CLIENT_ID ?? '',
        redirect_uri: redirectUri,
        scope: 'api refresh_token',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),
    exchange: (session, { code, redirectUri, verifier }) =>
      ask(session, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    // The response has no end of its own: a rejected request tells.
    refresh: async (session, credential) => ({
      ...credential,
      ...(await ask(session, { grant_type: 'refresh_token', refresh_token: credential['refresh_token'] ?? '' })),
    }),
  },
  async findAccount(session) {
    const isThere = (await describeLead(session)).some(({ name, externalId }) => name === keyField && externalId)
    if (!isThere) throw new ServiceFailed(failWith('key_field_missing'))
    return { account: new URL(session.credential['api_url'] ?? '').hostname }
  },
  async fields(session) {
    return (await describeLead(session))
      .filter(({ createable, updateable, type }) => createable && updateable && texts.has(type))
      .filter(({ name }) => name !== keyField)
      .map(({ name, label }) => ({ id: name, name: label, custom: !ownNames.has(name) }))
  },
  preview: (lead, details) => previewOf(lead, details, names),
  async send(session, leads, { details }) {
    const sendable = leads.filter(({ lead }) => lead.email !== '' && !isOvertaken(lead))
    const answers = await upsert(
      session,
      sendable.map(({ lead }) => recordOf(lead, details)),
    )
    return leads.map((one) => {
      if (one.lead.email === '') return refusedLead('lead_incomplete')
      // A later lead of the person made the record, and there is nothing to add to it.
      return isOvertaken(one.lead) ? success : answers[sendable.indexOf(one)]!
    })
  },
  async takeBack(session, { email }) {
    const url = urlOf(session, `/sobjects/Lead/${keyField}/${keyOf(email)}?fields=Id`)
    const answer = await session.request({ method: 'GET', url }, [404])
    if (answer.status === 404) return 'done'
    const { Id } = readJson(record, answer)
    // Into the recycle bin, from which the account's owner can restore it for 15 days.
    const lead = urlOf(session, `/sobjects/Lead/${encodeURIComponent(Id)}`)
    await session.request({ method: 'DELETE', url: lead }, [404])
    return 'done'
  },
}

/** A digest, so that no address is in a URL, and one that ends like a file's name does no harm. */
const keyOf = (email: string): string =>
  createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 40)

/** Sent with nothing but the person, because a later lead of theirs arrived first. */
const isOvertaken = ({ id }: SentLead): boolean => id === ''

async function describeLead(session: Session): Promise<z.output<typeof field>[]> {
  const url = urlOf(session, '/sobjects/Lead/describe')
  return readJson(describedLead, await session.request({ method: 'GET', url, maxBytes: maxDescribed_bytes })).fields
}

const cut = (name: string, value: string): string =>
  value.slice(0, longest[name] ?? value.length).replace(/[\uD800-\uDBFF]$/, '')

/** A last name and a company are required. */
function recordOf(lead: SentLead, details: Target['details']): Record<string, unknown> {
  const standardValues = Object.entries(ownFields(lead, names)).map(([name, value]) => [name, cut(name, value)])
  const values: Record<string, string> = {
    LastName: '–',
    Company: `${lead.first_name} ${lead.last_name}`.trim() || '–',
    ...Object.fromEntries(standardValues),
    ...Object.fromEntries(mappedFields(lead, details).map(({ target, value }) => [target, value])),
  }
  return { attributes: { type: 'Lead' }, [keyField]: keyOf(lead.email), ...values }
}

/** One answer for each record, in their order: the response is a success even if all of them failed. */
async function upsert(session: Session, records: readonly object[]): Promise<Answer[]> {
  if (records.length === 0) return []
  const answer = await session.request({
    method: 'PATCH',
    url: urlOf(session, `/composite/sobjects/Lead/${keyField}`),
    // Rules that only warn about duplicates let it pass; those that block do not.
    headers: {
      'sforce-duplicate-rule-header': 'allowSave=true; includeRecordDetails=false; runAsCurrentUser=true',
    },
    json: { allOrNone: false, records },
  })
  const parts = readJson(outcomes, answer)
  return records.map((_record, at) => {
    const part = parts[at]
    if (!part) return { ...failWith('service_error'), httpStatus: answer.status }
    if (part.success) return { ...success, recordId: part.id ?? undefined }
    return failureOf(part.errors[0]?.statusCode, answer.status)
  })
}

/** Errors are a list of codes; one of them also tells a used-up limit by 403. */
function readFailure(answer: ServiceAnswer, now_ms: number): Answer | null {
  const code = problems.safeParse(answer.json).data?.[0]?.errorCode
  return code === undefined ? readStatus(answer, now_ms) : failureOf(code, answer.status)
}
