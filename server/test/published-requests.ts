import { z } from 'zod'

/**
 * Requests from the firms' published OpenAPI documents (HighLevel and SendGrid): the body, the form or else the query,
 * without fields that we never send. Unknown keys are rejected, because the firms silently ignore a misspelled field;
 * and so are requests that are not listed. SendGrid documents a contact's `phone_number` in its answers only.
 */
const text = (maxLength?: number) => ({ type: 'string', ...(maxLength !== undefined && { maxLength }) })
const strict = (properties: Record<string, object>, requiredKeys: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: [...requiredKeys],
  additionalProperties: false,
})
const texts = (names: readonly string[], maxLength?: number) =>
  Object.fromEntries(names.map((name) => [name, text(maxLength)]))

const highlevelContact = {
  ...texts(['firstName', 'lastName', 'name', 'email', 'gender', 'phone', 'address1', 'city', 'state', 'postalCode']),
  ...texts(['website', 'timezone', 'source', 'country', 'assignedTo']),
  dnd: { type: 'boolean' },
  tags: { type: 'array', items: text() },
  customFields: { type: 'array', items: strict(texts(['id', 'key', 'field_value']), ['id']) },
}
const tags = strict({ tags: { type: 'array', items: text() } }, ['tags'])
const sendgridContact = strict(
  {
    ...texts(['address_line_1', 'address_line_2'], 100),
    ...texts(['country', 'first_name', 'last_name', 'state_province_region'], 50),
    city: text(60),
    email: text(254),
    ...texts(['postal_code', 'phone_number']),
    custom_fields: { type: 'object' },
  },
  ['email'],
)

const none = strict({})
const oauthTexts = ['client_id', 'client_secret', 'code', 'refresh_token', 'redirect_uri']
const grants = ['authorization_code', 'refresh_token']

const publishedCalls: readonly [method: string, path: RegExp, schema: object][] = [
  [
    'POST',
    /^\/contacts\/upsert$/,
    strict({ ...highlevelContact, locationId: text(), companyName: text() }, ['locationId']),
  ],
  ['POST', /^\/contacts\/[^/]+\/tags$/, tags],
  ['DELETE', /^\/contacts\/[^/]+\/tags$/, tags],
  ['PUT', /^\/contacts\/[^/]+$/, strict(highlevelContact)],
  [
    'PUT',
    /^\/v3\/marketing\/contacts$/,
    strict(
      {
        list_ids: { type: 'array', items: { type: 'string', format: 'uuid' } },
        contacts: { type: 'array', minItems: 1, maxItems: 30_000, items: sendgridContact },
      },
      ['contacts'],
    ),
  ],
  [
    'POST',
    /^\/v3\/marketing\/contacts\/search\/emails$/,
    strict({ emails: { type: 'array', items: text(100) } }, ['emails']),
  ],
  [
    'POST',
    /^\/oauth\/token$/,
    strict({ ...texts(oauthTexts), grant_type: { enum: grants }, user_type: { enum: ['Company', 'Location'] } }, [
      'client_id',
      'client_secret',
      'grant_type',
    ]),
  ],
  ['GET', /^\/contacts\/search\/duplicate$/, strict(texts(['locationId', 'number', 'email']), ['locationId'])],
  ['GET', /^\/locations\/[^/]+\/tags$/, none],
  ['GET', /^\/locations\/[^/]+\/customFields$/, none],
  [
    'GET',
    /^\/v3\/marketing\/lists$/,
    strict({ page_size: { type: 'string', pattern: '^(?:1000|[1-9]\\d{0,2})$' }, page_token: text() }),
  ],
  ['DELETE', /^\/v3\/marketing\/lists\/[^/]+\/contacts$/, strict(texts(['contact_ids']), ['contact_ids'])],
  ['GET', /^\/v3\/marketing\/contacts\/imports\/[^/]+$/, none],
  ['GET', /^\/v3\/marketing\/field_definitions$/, none],
]
/** A page that people open in their browser. */
const consent = '/v2/oauth/chooselocation'

interface Sent {
  method: string
  url: URL
  text: string
  json: unknown
}

const partsOf = ({ url, text: body, json }: Sent): unknown =>
  json ?? Object.fromEntries(body === '' ? url.searchParams : new URLSearchParams(body))

/** Violations of a firm's own schemas in the requests it got, and which kinds of requests were checked. */
export function checkPublished(requests: readonly Sent[]): { checked: string[]; wrong: string[] } {
  const calls = new Set<string>()
  const problems: string[] = []
  for (const request of requests) {
    const { method, url } = request
    if (url.pathname === consent) continue
    const publishedCall = publishedCalls.find(([verb, path]) => verb === method && path.test(url.pathname))
    if (!publishedCall) {
      problems.push(`${method} ${url.pathname} is not published`)
      continue
    }
    calls.add(`${method} ${publishedCall[1].source}`)
    const reading = z
      .fromJSONSchema(publishedCall[2] as Parameters<typeof z.fromJSONSchema>[0])
      .safeParse(partsOf(request))
    if (!reading.success) problems.push(`${method} ${url.pathname}: ${z.prettifyError(reading.error)}`)
  }
  return { checked: [...calls], wrong: problems }
}
