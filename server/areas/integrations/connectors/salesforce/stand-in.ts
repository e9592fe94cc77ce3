import { z } from 'zod'
import { startStandIn, type DemoStandIn, type ReceivedRequest, type StandIn, type StubResponse } from '../stand-in.ts'
import { createStandInOauth, type GrantedAccess } from '../stand-in-oauth.ts'

interface SalesforceLead {
  Id: string
  values: Record<string, unknown>
}

export interface SalesforceStandIn extends StandIn, GrantedAccess {
  /** By external id. */
  leads: Map<string, SalesforceLead>
  /** The fields of a lead, by name. */
  fields: Map<string, { label: string; length: number; externalId: boolean }>
  /** The host that token answers name. */
  sendTo(instanceUrl: string): void
  /** The email addresses of the leads in it. */
  emails(): string[]
}

const app = { id: 'salesforce-app', secret: 'salesforce-secret' }

/** The environment variables that point a program to this stand-in. */
export const salesforceEnv = (url: string) => ({
  SALESFORCE_LOGIN_URL: url,
  SALESFORCE_CLIENT_ID: app.id,
  SALESFORCE_CLIENT_SECRET: app.secret,
})

const key = 'Lead_Key__c'
/** The fields of a lead, by how long their values may be. */
const namesOfLength: Readonly<Record<number, readonly string[]>> = {
  20: ['PostalCode'],
  40: ['FirstName', 'Phone', 'City'],
  80: ['LastName', 'Email', 'State'],
  255: ['Street', 'Company', 'Website', 'LeadSource', 'Campaign_Note__c'],
}

const collection = z.strictObject({
  allOrNone: z.literal(false),
  records: z
    .array(z.looseObject({ attributes: z.strictObject({ type: z.literal('Lead') }), [key]: z.string() }))
    .min(1)
    .max(200),
})

const problem = (status: number, errorCode: string): StubResponse => ({
  status,
  body: [{ message: errorCode, errorCode, fields: [] }],
})

const base = '/services/data/v67.0'

/** Salesforce: consent with PKCE, tokens without an end, leads upserted in collections by external id, a daily limit. */
export async function startSalesforce(now: () => number, options: { port?: number } = {}): Promise<SalesforceStandIn> {
  const leads = new Map<string, SalesforceLead>()
  const fields: SalesforceStandIn['fields'] = new Map(
    Object.entries(namesOfLength).flatMap(([length, names]) =>
      names.map((name) => [name, { label: name, length: Number(length), externalId: false }] as const),
    ),
  )
  fields.set(key, { label: 'Lead Key', length: 40, externalId: true })
  const oauth = createStandInOauth({ now, clientId: app.id, life_s: null, needsChallenge: true })
  let instanceUrl = ''
  const standIn = await startStandIn((request) => {
    const path = `${request.method} ${request.url.pathname}`
    if (path === 'GET /services/oauth2/authorize') return oauth.consent(request)
    if (path === 'POST /services/oauth2/token') {
      const form = new URLSearchParams(request.text)
      if (form.get('client_id') !== app.id || form.get('client_secret') !== app.secret)
        return { status: 400, body: { error: 'invalid_client', error_description: 'invalid client credentials' } }
      return oauth.grant(form, { instance_url: instanceUrl, id: 'x', issued_at: '0', scope: 'api refresh_token' })
    }
    if (!oauth.accepts(request)) return problem(401, 'INVALID_SESSION_ID')
    const answer = route({ leads, fields }, request, path)
    return { ...answer, headers: { 'sforce-limit-info': 'api-usage=18/5000' } }
  }, options)
  instanceUrl = standIn.url
  return Object.assign(standIn, oauth, {
    leads,
    fields,
    sendTo: (url: string) => void (instanceUrl = url),
    emails: () => [...leads.values()].map(({ values }) => String(values['Email'])),
  })
}

type State = Pick<SalesforceStandIn, 'leads' | 'fields'>

function route({ leads, fields }: State, { url, json }: ReceivedRequest, path: string): StubResponse {
  if (path === `GET ${base}/sobjects/Lead/describe`)
    return {
      status: 200,
      body: {
        fields: [...fields].map(([name, { label, length, externalId }]) => ({
          name,
          label,
          length,
          externalId,
          type: 'string',
          createable: true,
          updateable: true,
          nillable: true,
          defaultedOnCreate: false,
          picklistValues: [],
        })),
      },
    }
  if (path === `PATCH ${base}/composite/sobjects/Lead/${key}`) {
    if (!fields.get(key)?.externalId) return problem(404, 'NOT_FOUND')
    const body = collection.safeParse(json)
    if (!body.success) return problem(400, 'JSON_PARSER_ERROR')
    return { status: 200, body: body.data.records.map((one) => upsert({ leads, fields }, one)) }
  }
  const external = new RegExp(`^GET ${base}/sobjects/Lead/${key}/([0-9a-f]{40})$`).exec(path)?.[1]
  if (external !== undefined && url.searchParams.get('fields') === 'Id') {
    const lead = leads.get(external)
    return lead ? { status: 200, body: { attributes: { type: 'Lead' }, Id: lead.Id } } : problem(404, 'NOT_FOUND')
  }
  const id = new RegExp(`^DELETE ${base}/sobjects/Lead/(\\w+)$`).exec(path)?.[1]
  const [match] = [...leads].find(([, lead]) => lead.Id === id) ?? []
  if (match === undefined) return problem(404, 'NOT_FOUND')
  leads.delete(match)
  return { status: 204 }
}

const failWith = (statusCode: string): object => ({
  success: false,
  errors: [{ statusCode, message: statusCode, fields: [] }],
})

function upsert({ leads, fields }: State, sent: Record<string, unknown>): object {
  const { attributes: _attributes, [key]: external, ...values } = sent
  for (const [name, value] of Object.entries(values)) {
    const field = fields.get(name)
    if (!field) return failWith('INVALID_FIELD')
    if (typeof value !== 'string' || value.length > field.length) return failWith('STRING_TOO_LONG')
  }
  if (!/^[^@\s]+@[^@\s]+$/.test(String(values['Email']))) return failWith('INVALID_EMAIL_ADDRESS')
  const before = leads.get(String(external))
  if (!before && !(values['LastName'] && values['Company'])) return failWith('REQUIRED_FIELD_MISSING')
  const lead = before ?? { Id: `00Q${String(leads.size + 1).padStart(15, '0')}`, values: {} }
  Object.assign(lead.values, values)
  leads.set(String(external), lead)
  return { id: lead.Id, success: true, created: !before, errors: [] }
}

declare module '../stand-in.ts' {
  interface StandIns {
    salesforce: SalesforceStandIn
  }
}

export async function startDemo(now: () => number): Promise<DemoStandIn<SalesforceStandIn>> {
  const standIn = await startSalesforce(now)
  return { standIn, settings: salesforceEnv(standIn.url), paste: {}, held: standIn.emails }
}
