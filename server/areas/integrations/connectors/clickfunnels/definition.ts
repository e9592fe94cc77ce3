import { z } from 'zod'
import { rareFields, type Choice } from '#contract/integrations/services.ts'
import type { Answer } from '../connector.ts'
import { mappedFields, ownFields, previewOf, valueOf, type FieldNames } from '../map-fields.ts'
import { headerOf, readJson } from '../read-status.ts'
import { success, ServiceFailed, type SentLead, type Service, type Session, type Target } from '../service.ts'

const names: FieldNames = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email_address',
  phone: 'phone_number',
  page_url: 'website_url',
}
/** ClickFunnels has no fields for these: they go to custom attributes, which are created on first use. */
const attributes: readonly string[] = ['street', 'city', 'state', 'zip', 'note', ...rareFields]

const entity = z.object({ id: z.number() })
const workspaces = z.array(z.object({ id: z.number(), subdomain: z.string().nullish(), name: z.string().nullish() }))
const tagList = z.array(entity.extend({ name: z.string() }))
const appliedTags = z.array(
  z.object({ id: z.number(), tag_id: z.number().optional(), tag: entity.partial().optional() }),
)

const maxPages = 50

/** The account's own host: the workspace is its subdomain. */
const urlOf = ({ config, credential }: Session, path: string): string =>
  `${config.CLICKFUNNELS_URL.replace('{workspace}', credential['workspace'] ?? '')}${path}`
const workspaceOf = ({ credential }: Session): string => credential['workspace_id'] ?? ''

/** Reads all pages of a list: 20 items each, with the next page's cursor in a header. */
async function readPages<Item extends z.ZodType>(session: Session, path: string, schema: z.ZodArray<Item>) {
  const all: z.output<Item>[] = []
  let after = ''
  for (let page = 0; page < maxPages; page++) {
    const query = after === '' ? '' : `${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}`
    const answer = await session.request({ method: 'GET', url: urlOf(session, `${path}${query}`) })
    all.push(...readJson(schema, answer))
    after = headerOf(answer, 'pagination-next') ?? ''
    if (after === '') break
  }
  return all
}

const attributesOf = (lead: SentLead, details: Target['details']): Record<string, string> => ({
  ...Object.fromEntries(
    attributes.flatMap((field) => (valueOf(lead, field) === '' ? [] : [[field, valueOf(lead, field)]])),
  ),
  ...Object.fromEntries(mappedFields(lead, details).map(({ target, value }) => [target, value])),
})

async function upsert(session: Session, lead: SentLead, details: Target['details']): Promise<number> {
  const custom = attributesOf(lead, details)
  const answer = await session.request({
    method: 'POST',
    url: urlOf(session, `/workspaces/${workspaceOf(session)}/contacts/upsert`),
    json: {
      contact: { ...ownFields(lead, names), ...(Object.keys(custom).length > 0 && { custom_attributes: custom }) },
    },
  })
  return readJson(entity, answer).id
}

/** Ignores the error for a tag that the contact already has. Throws `list_deleted` for any other rejection. */
async function applyTag(session: Session, contact: number, tag: string): Promise<void> {
  const url = urlOf(session, `/contacts/${contact}/applied_tags`)
  const json = { contacts_applied_tag: { tag_id: Number(tag) } }
  const { status } = await session.request({ method: 'POST', url, json }, [409, 422])
  if (status < 300 || (await readApplied(session, contact)).some((one) => tagOf(one) === tag)) return
  throw new ServiceFailed({ delivered: false, cause: 'list_deleted', httpStatus: status })
}

const readApplied = (session: Session, contact: number) =>
  readPages(session, `/contacts/${contact}/applied_tags`, appliedTags)
const tagOf = ({ tag_id, tag }: z.output<typeof appliedTags>[number]): string => String(tag_id ?? tag?.id)

/** ClickFunnels 2.0: contacts of a workspace, tagged one by one, since setting a list of tags would remove others. */
export const definition: Service = {
  headersOf: (credential) => ({ authorization: `Bearer ${credential['api_key']}` }),
  pace: { count: 10, perSeconds: 1, of: 'connection' },
  overwrites: true,
  ownIds: 'tags',
  batch: 1,
  async findAccount(session) {
    const teams = await readPages(session, '/teams', z.array(entity))
    const workspace = session.credential['workspace']!.toLowerCase()
    for (const { id } of teams) {
      const match = (await readPages(session, `/teams/${id}/workspaces`, workspaces)).find(
        ({ subdomain }) => subdomain?.toLowerCase() === workspace,
      )
      if (!match) continue
      // Workspaces may share a name, but not the first part of their address.
      const account = match.name ? `${match.name} (${workspace})` : workspace
      return { account, formerName: match.name ?? workspace, credential: { workspace_id: String(match.id), workspace } }
    }
    // The key belongs to other workspaces.
    throw new ServiceFailed({ delivered: false, cause: 'no_permission' })
  },
  tags: async (session): Promise<Choice[]> =>
    (await readPages(session, `/workspaces/${workspaceOf(session)}/contacts/tags`, tagList)).map(({ id, name }) => ({
      id: String(id),
      name,
    })),
  async makeTag(session, name) {
    const url = urlOf(session, `/workspaces/${workspaceOf(session)}/contacts/tags`)
    const answer = await session.request({ method: 'POST', url, json: { contacts_tag: { name } } })
    return { id: String(readJson(entity, answer).id), name }
  },
  preview: (lead, details) => [
    ...previewOf(lead, { ...details, fields: [] }, names),
    ...Object.entries(attributesOf(lead, details)).map(([target, value]) => ({
      target: `custom_attributes.${target}`,
      value,
    })),
    ...(details.tags ?? []).map((tag) => ({ target: 'tag_id', value: tag })),
  ],
  async send(session, leads, { details }) {
    const answers: Answer[] = []
    for (const { lead } of leads) {
      const id = await upsert(session, lead, details)
      for (const tag of details.tags ?? []) await applyTag(session, id, tag)
      answers.push(success)
    }
    return answers
  },
  async takeBack(session, { email }, { details }) {
    if (!details.tags?.length) return 'manual'
    const filter = `filter[email_address]=${encodeURIComponent(email)}`
    const contacts = await readPages(session, `/workspaces/${workspaceOf(session)}/contacts?${filter}`, z.array(entity))
    for (const { id } of contacts) {
      for (const one of await readApplied(session, id)) {
        if (!details.tags.includes(tagOf(one))) continue
        await session.request({ method: 'DELETE', url: urlOf(session, `/contacts/applied_tags/${one.id}`) }, [404])
      }
    }
    return 'done'
  },
}
