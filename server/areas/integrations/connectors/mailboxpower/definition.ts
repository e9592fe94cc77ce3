import { z } from 'zod'
import { sendableFields } from '#contract/integrations/services.ts'
import type { Answer } from '../connector.ts'
import { ownFields, valueOf, type FieldNames } from '../map-fields.ts'
import { readJson } from '../read-status.ts'
import { success, type LeadInBatch, type SentLead, type Service, type Session, type Target } from '../service.ts'

const id = z.union([z.string(), z.number()]).transform(String)
const group = z.object({ id, name: z.string() })
const groups = z.union([z.array(group), z.object({ data: z.array(group) }).transform(({ data }) => data)])

const urlOf = ({ config }: Session, path: string): string => `${config.MAILBOX_POWER_URL}${path}`

/** The service's names for contact fields, from the configuration: `first_name=FirstName,…`. */
function namesIn(session: Pick<Session, 'config'>): FieldNames {
  const pairs = session.config.MAILBOX_POWER_FIELDS.split(',').map((pair) => pair.split('='))
  const pairsToSend = pairs.filter(([field, name]) => name && sendableFields.includes(field!))
  return Object.fromEntries(pairsToSend) as FieldNames
}

const contactOf = (session: Session, lead: SentLead): Record<string, string> => ownFields(lead, namesIn(session))

/**
 * Adds a lead to each chosen group. The service can't detect repeats, so the groups that are done are stored until the
 * last one: an interrupted attempt resumes after them.
 */
async function addTo(session: Session, { deliveryId, lead }: LeadInBatch, target: Target): Promise<Answer> {
  const { config } = session
  const add = (more: Record<string, string>): Promise<unknown> => {
    const json = { ...contactOf(session, lead), ...more }
    return session.request({ method: 'POST', url: urlOf(session, config.MAILBOX_POWER_CONTACTS_PATH), json })
  }
  const { groups: groupIds = [] } = target.details
  if (groupIds.length === 0) await add({})
  const key = `in groups ${deliveryId}`
  const doneGroups = z.array(z.string()).catch([]).parse(target.state[key])
  const rest = groupIds.filter((one) => !doneGroups.includes(one))
  for (const [index, one] of rest.entries()) {
    await add({ [config.MAILBOX_POWER_GROUP_FIELD]: one })
    if (index < rest.length - 1) await target.saveState({ [key]: [...doneGroups, ...rest.slice(0, index + 1)] })
  }
  if (groupIds.length > 1) await target.saveState({ [key]: null })
  return success
}

/**
 * Mailbox Power. Its API is only known secondhand, so the operator configures its URL, paths, header and fields. The
 * service can't tell a repeat from a new contact.
 */
export const definition: Service = {
  headersOf: (credential) => ({ apikey: credential['api_key'] ?? '' }),
  pace: { count: 5, perSeconds: 1, of: 'connection' },
  batch: 1,
  async findAccount(session) {
    await session.request({ method: 'GET', url: urlOf(session, session.config.MAILBOX_POWER_GROUPS_PATH) })
    return { account: `•••• ${session.credential['api_key']!.slice(-4)}` }
  },
  groups: async (session) => {
    const url = urlOf(session, session.config.MAILBOX_POWER_GROUPS_PATH)
    return readJson(groups, await session.request({ method: 'GET', url }))
  },
  preview: (lead, details) => [
    ...sendableFields
      .map((field) => ({ target: field, value: valueOf(lead, field) }))
      .filter(({ value }) => value !== ''),
    ...(details.groups ?? []).map((one) => ({ target: 'group', value: one })),
  ],
  async send(session, leads, target) {
    const answers: Answer[] = []
    for (const lead of leads) answers.push(await addTo(session, lead, target))
    return answers
  },
  // No API for this is known.
  takeBack: async () => 'manual',
}
