import { z } from 'zod'
import type { Cause } from '#contract/integrations/causes.ts'
import type { Answer } from '../connector.ts'
import { mappedFields, ownFields, previewOf, type FieldNames } from '../map-fields.ts'
import { readJson } from '../read-status.ts'
import {
  success,
  refusedLead,
  ServiceFailed,
  type SentLead,
  type Service,
  type Session,
  type Target,
} from '../service.ts'

const names: FieldNames = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone',
  street: 'address',
  city: 'city',
  state: 'state',
  zip: 'zip',
  page_url: 'website',
  company_name: 'company',
}

const type = z.union([z.string(), z.number()]).transform(String)
const outcome = z.object({ status: z.string(), type: type.optional(), message: z.string().optional() })
const reply = outcome.extend({
  actions: z.array(z.union([outcome, z.record(z.string(), outcome)])).optional(),
  account_lists: z.array(z.string()).optional(),
  account_tags: z.array(z.string()).optional(),
  custom_fields: z.array(z.object({ field_identifier: z.string() })).optional(),
})
type Reply = z.output<typeof reply>

const exists = '244'
const unknownLead = new Set(['234', '243'])

/** Kartra returns every error as 200 with a code; the messages may change. */
const causes: Readonly<Record<string, Cause>> = {
  ...Object.fromEntries(['202', '203', '204', '233'].map((one) => [one, 'token_expired' as const])),
  ...Object.fromEntries(['238', '239', '240', '242', '262'].map((one) => [one, 'no_permission' as const])),
  ...Object.fromEntries(['207', '211', '212', '231'].map((one) => [one, 'list_deleted' as const])),
  '206': 'lead_incomplete',
}

const failureOf = (code: string | undefined): Answer => {
  const cause = causes[code ?? ''] ?? 'rejected'
  return { delivered: false, cause, httpStatus: 200, final: cause === 'rejected' || cause === 'lead_incomplete' }
}

/** The codes of all failed parts of a response: each action in a request has its own status. */
function failuresIn({ status, type: code, actions = [] }: Reply): string[] {
  const isFine = (one: string): boolean => one.toLowerCase() === 'success'
  const parts = actions.flatMap((action) =>
    'status' in action ? [action as z.output<typeof outcome>] : Object.values(action),
  )
  const failures = parts.filter((part) => !isFine(part.status)).map((part) => part.type ?? '')
  return failures.length > 0 ? failures : isFine(status) ? [] : [code ?? '']
}

/** Sends actions as a PHP-style form, with the account's keys in the body. */
async function run(
  session: Session,
  actions: readonly Readonly<Record<string, string>>[],
  lead: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const form = new URLSearchParams({
    app_id: session.config.KARTRA_APP_ID ?? '',
    api_key: session.credential['api_key'] ?? '',
    api_password: session.credential['api_password'] ?? '',
  })
  for (const [name, value] of Object.entries(lead)) form.set(`lead${name}`, value)
  for (const [at, action] of actions.entries())
    for (const [name, value] of Object.entries(action)) form.set(`actions[${at}][${name}]`, value)
  return readJson(reply, await session.request({ method: 'POST', url: session.config.KARTRA_URL, form }))
}

async function retrieve(session: Session, cmd: string): Promise<Reply> {
  const got = await run(session, [{ cmd }])
  const [failure] = failuresIn(got)
  if (failure !== undefined) throw new ServiceFailed(failureOf(failure))
  return got
}

const fieldsOf = (lead: SentLead, details: Target['details']): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(ownFields(lead, names)).map(([name, value]) => [`[${name}]`, value])),
  ...Object.fromEntries(
    mappedFields(lead, details).flatMap(({ target, value }, at) => [
      [`[custom_fields][${at}][field_identifier]`, target],
      [`[custom_fields][${at}][field_value]`, value],
    ]),
  ),
})

const actionsOf = ({ lists = [], tags = [] }: Target['details']): Record<string, string>[] => [
  ...lists.map((list_name) => ({ cmd: 'subscribe_lead_to_list', list_name })),
  ...tags.map((tag_name) => ({ cmd: 'assign_tag', tag_name })),
]

/** Kartra has no upsert: create the lead with its lists and tags, or edit it if it exists. */
async function sendOne(session: Session, lead: SentLead, details: Target['details']): Promise<Answer> {
  if (lead.email === '') return refusedLead('lead_incomplete')
  const fields = fieldsOf(lead, details)
  const actions = actionsOf(details)
  const failures = failuresIn(await run(session, [{ cmd: 'create_lead' }, ...actions], fields))
  if (failures.length === 0) return success
  if (!failures.includes(exists)) return failureOf(failures[0])
  const editFailures = failuresIn(await run(session, [{ cmd: 'edit_lead' }, ...actions], fields))
  return editFailures.length === 0 ? success : failureOf(editFailures[0])
}

/** Kartra has a single endpoint, called with the operator's app id. */
export const definition: Service = {
  isConfigured: ({ KARTRA_APP_ID }) => KARTRA_APP_ID !== undefined,
  headersOf: () => ({}),
  // The limit is per app, which all companies of this installation share.
  pace: { count: 20, perSeconds: 1, of: 'service' },
  overwrites: true,
  batch: 1,
  async findAccount(session) {
    await retrieve(session, 'retrieve_account_lists')
    return { account: `•••• ${session.credential['api_key']!.slice(-4)}` }
  },
  lists: async (session) =>
    ((await retrieve(session, 'retrieve_account_lists')).account_lists ?? []).map((name) => ({ id: name, name })),
  tags: async (session) =>
    ((await retrieve(session, 'retrieve_account_tags')).account_tags ?? []).map((name) => ({ id: name, name })),
  fields: async (session) =>
    ((await retrieve(session, 'retrieve_custom_fields')).custom_fields ?? []).map(({ field_identifier: id }) => ({
      id,
      name: id,
      custom: true,
    })),
  preview: (lead, details) => [
    ...previewOf(lead, details, names),
    ...actionsOf(details).map(({ cmd, list_name, tag_name }) => ({
      target: cmd ?? '',
      value: list_name ?? tag_name ?? '',
    })),
  ],
  async send(session, leads, { details }) {
    const answers: Answer[] = []
    for (const { lead } of leads) answers.push(await sendOne(session, lead, details))
    return answers
  },
  async takeBack(session, { email }, { details }) {
    const actions = [
      ...(details.lists ?? []).map((list_name) => ({ cmd: 'unsubscribe_lead_from_list', list_name })),
      ...(details.tags ?? []).map((tag_name) => ({ cmd: 'unassign_tag', tag_name })),
    ]
    if (actions.length === 0) return 'manual'
    const failures = failuresIn(await run(session, actions, { '[email]': email }))
    if (failures.every((code) => unknownLead.has(code))) return 'done'
    throw new ServiceFailed(failureOf(failures[0]))
  },
}
