import type { QueryClient } from '@tanstack/react-query'
import { listSendgridLists } from '#contract/integrations/connections.ts'
import {
  listCrmTags,
  listFunnelTags,
  listKartraChoices,
  listMailboxGroups,
} from '#contract/integrations/service-choices.ts'
import type { Choice, ChoiceKind, ServiceSlug } from '#contract/integrations/services.ts'
import { call } from '../../../api/call.ts'

type Ask = (company: string, signal: AbortSignal) => Promise<Choice[]>

/** Where each service's choices are read: the documents name a call of its own for each. Some have none. */
export const choiceCalls: Readonly<Partial<Record<ServiceSlug, Partial<Record<ChoiceKind, Ask>>>>> = {
  highlevel: {
    tags: async (company, signal) => (await call(listCrmTags, { params: { company, campaign: 'all' }, signal })).data,
  },
  sendgrid: { lists: async (company, signal) => (await call(listSendgridLists, { params: { company }, signal })).data },
  kartra: {
    lists: async (company, signal) => (await call(listKartraChoices, { params: { company }, signal })).data.lists,
    tags: async (company, signal) => (await call(listKartraChoices, { params: { company }, signal })).data.tags,
  },
  clickfunnels: { tags: async (company, signal) => (await call(listFunnelTags, { params: { company }, signal })).data },
  mailboxpower: {
    groups: async (company, signal) => (await call(listMailboxGroups, { params: { company }, signal })).data,
  },
}

/** Where the browser keeps what was read. */
export const choicesKey = 'choices'

/** Another account has lists and tags of its own: what was read of the one before must not be offered. */
export const forgetChoices = (client: QueryClient): void => void client.resetQueries({ queryKey: [choicesKey] })
