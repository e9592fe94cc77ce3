import { z } from 'zod'
import type { Choice } from '#contract/integrations/services.ts'
import { failWith, type Answer } from '../connector.ts'
import { mappedFields, ownFields, previewOf, type FieldNames } from '../map-fields.ts'
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
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone_number',
  company_name: 'organization',
}
const placeNames: FieldNames = { street: 'address1', city: 'city', state: 'region', zip: 'zip' }

const scopes = 'accounts:read lists:read lists:write profiles:read profiles:write'
/** Each lives two years. */
const revision = '2026-07-15'
const mediaType = 'application/vnd.api+json'

const accounts = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        attributes: z
          .object({ contact_information: z.object({ organization_name: z.string() }).optional() })
          .optional(),
      }),
    )
    .min(1),
})
const listPage = z.object({
  data: z.array(z.object({ id: z.string(), attributes: z.object({ name: z.string() }) })),
  links: z.object({ next: z.string().nullish() }).optional(),
})
const profile = z.object({ data: z.object({ id: z.string() }) })
const profiles = z.object({ data: z.array(z.object({ id: z.string() })) })
const problems = z.object({
  errors: z.array(
    z.object({ code: z.string().optional(), source: z.object({ pointer: z.string().optional() }).optional() }),
  ),
})

/** Ten lists a page. */
const maxPages = 50

const urlOf = ({ config }: Session, path: string): string => `${config.KLAVIYO_URL}${path}`

function ask(session: Session, form: Readonly<Record<string, string>>): Promise<Credential> {
  const { KLAVIYO_CLIENT_ID = '', KLAVIYO_CLIENT_SECRET = '' } = session.config
  const app = Buffer.from(`${KLAVIYO_CLIENT_ID}:${KLAVIYO_CLIENT_SECRET}`).toString('base64')
  const request = { url: urlOf(session, '/oauth/token'), form, headers: { authorization: `Basic ${app}` } }
  return readTokens(session, request).then(({ credential }) => credential)
}

/** Klaviyo's profiles and lists. On a list without a subscription a person gets no campaigns; nobody is subscribed. */
export const definition: Service = {
  headersOf: (credential) => ({
    authorization: `Bearer ${credential['access_token']}`,
    accept: mediaType,
    'content-type': mediaType,
    revision,
  }),
  // Of the calls that are made for a lead, adding to a list has the lowest limit: 150 a minute.
  pace: { count: 20, perSeconds: 10, of: 'connection' },
  overwrites: true,
  ownIds: 'lists',
  batch: 1,
  readFailure,
  oauth: {
    isConfigured: ({ KLAVIYO_CLIENT_ID, KLAVIYO_CLIENT_SECRET }) =>
      KLAVIYO_CLIENT_ID !== undefined && KLAVIYO_CLIENT_SECRET !== undefined,
    authorizeUrl: (config, { redirectUri, state, challenge }) =>
      withQuery(config.KLAVIYO_AUTHORIZE_URL, {
        response_type: 'code',
        client_id: config.KLAVIYO_CLIENT_ID ?? '',
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),
    exchange: (session, { code, redirectUri, verifier }) =>
      ask(session, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }),
    refresh: async (session, credential) => ({
      ...credential,
      ...(await ask(session, { grant_type: 'refresh_token', refresh_token: credential['refresh_token'] ?? '' })),
    }),
  },
  async findAccount(session) {
    const answer = await session.request({ method: 'GET', url: urlOf(session, '/api/accounts') })
    const { id, attributes } = readJson(accounts, answer).data[0]!
    return { account: `${attributes?.contact_information?.organization_name ?? 'Klaviyo'} (${id})` }
  },
  async lists(session) {
    const all: Choice[] = []
    let cursor = ''
    for (let page = 0; page < maxPages; page++) {
      const query = new URLSearchParams(cursor === '' ? {} : { 'page[cursor]': cursor })
      const answer = await session.request({ method: 'GET', url: urlOf(session, `/api/lists?${query}`) })
      const { data, links } = readJson(listPage, answer)
      all.push(...data.map(({ id, attributes }) => ({ id, name: attributes.name })))
      // Only the cursor: a response must not choose where we send requests.
      cursor = URL.parse(links?.next ?? '', 'https://klaviyo.invalid')?.searchParams.get('page[cursor]') ?? ''
      if (cursor === '') break
    }
    return all
  },
  preview: (lead, details) => previewOf(lead, details, { ...names, ...placeNames }),
  async send(session, leads, { details }) {
    const answers: Answer[] = []
    for (const { lead } of leads) {
      if (lead.email === '') answers.push(refusedLead('lead_incomplete'))
      else answers.push(await sendOne(session, lead, details))
    }
    return answers
  },
  async takeBack(session, { email }, { details }) {
    const filter = `equals(email,${JSON.stringify(email)})`
    const query = new URLSearchParams({ filter, 'fields[profile]': 'email' })
    const answer = await session.request({ method: 'GET', url: urlOf(session, `/api/profiles?${query}`) })
    const id = readJson(profiles, answer).data[0]?.id
    if (id === undefined) return 'done'
    for (const list of details.lists ?? []) await changeList(session, 'DELETE', list, id, [404])
    // The service's deletion is of all profiles that match, for ever: only the account's owner may do that.
    return details.lists?.length ? 'done' : 'manual'
  },
}

/** Both steps can be repeated: a retry after the first one updates the same profile, and reaches the second. */
async function sendOne(session: Session, lead: SentLead, details: Target['details']): Promise<Answer> {
  const id = await importProfile(session, attributesOf(lead, details))
  for (const list of details.lists ?? []) await changeList(session, 'POST', list, id)
  return success
}

function attributesOf(lead: SentLead, details: Target['details']): Record<string, unknown> {
  const location = ownFields(lead, placeNames)
  const properties = mappedFields(lead, details).map(({ target, value }) => [target, value])
  return {
    ...ownFields(lead, names),
    ...(Object.keys(location).length > 0 && { location }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  }
}

/** A phone number that is another profile's, or not valid, must not keep a lead away: it is sent without. */
async function importProfile(session: Session, attributes: Record<string, unknown>): Promise<string> {
  const post = (values: object, accepted: readonly number[]): Promise<ServiceAnswer> =>
    session.request(
      {
        method: 'POST',
        url: urlOf(session, '/api/profile-import'),
        json: { data: { type: 'profile', attributes: values } },
      },
      accepted,
    )
  const { phone_number, ...others } = attributes
  const answer = await post(attributes, phone_number === undefined ? [] : [400, 409])
  if (answer.status < 300) return readJson(profile, answer).data.id
  const [first] = problems.safeParse(answer.json).data?.errors ?? []
  const isOfPhone = answer.status === 409 || (first?.source?.pointer ?? '').endsWith('/phone_number')
  if (!isOfPhone) throw new ServiceFailed(readFailure(answer, session.now_ms()))
  return readJson(profile, await post(others, [])).data.id
}

const changeList = (
  session: Session,
  method: 'POST' | 'DELETE',
  list: string,
  id: string,
  accepted: readonly number[] = [],
): Promise<ServiceAnswer> =>
  session.request(
    {
      method,
      url: urlOf(session, `/api/lists/${encodeURIComponent(list)}/relationships/profiles`),
      json: { data: [{ type: 'profile', id }] },
    },
    accepted,
  )

/** A revision that has ended is for a new version of this program, not for the account's owner. */
function readFailure(answer: ServiceAnswer, now_ms: number): Answer {
  if (answer.status === 410) return { ...failWith('service_error'), httpStatus: 410 }
  return readStatus(answer, now_ms)
}
