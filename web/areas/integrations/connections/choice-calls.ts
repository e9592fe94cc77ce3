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

/** The calls that list each service's choices; the documents define one per service, and some have none. */
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

/** The query key prefix of cached choices. */
export const choicesKey = 'choices'

/** Another account has different lists and tags, so drop the cached ones of the previous account. */
export const forgetChoices = (client: QueryClient): void => void client.resetQueries({ queryKey: [choicesKey] })
