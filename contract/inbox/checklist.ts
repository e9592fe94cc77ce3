import { z } from 'zod'
import { signedInEverywhere } from '../core/access.ts'
import { operation } from '../core/operation.ts'
import { isSystem, mayUse, paysByCard, type Rights } from '../guards/access-context.ts'

/** First steps, in the order in which they are taken. */
const checklistSteps = [
  'people',
  'brand',
  'domain',
  'mail_server',
  'account',
  'card',
  'agency',
  'client',
  'campaign',
  'pixel',
  'lead',
  'delivery',
  'second_factor',
] as const
export type ChecklistStep = (typeof checklistSteps)[number]

const isOfAgency = ({ kind }: Rights): boolean => kind === 'agencyOwner' || kind === 'administrator'
const isStaff = (rights: Rights): boolean => isSystem(rights) || isOfAgency(rights)
const seesLeads = (rights: Rights): boolean => !isSystem(rights) && mayUse(rights, 'leads.enable')

/** Who can take each step. */
const rules: Readonly<Record<ChecklistStep, (rights: Rights) => boolean>> = {
  people: (rights) => isSystem(rights) && mayUse(rights, 'settings.update'),
  brand: (rights) => isStaff(rights) && mayUse(rights, 'settings.update'),
  domain: ({ kind }) => kind === 'agencyOwner',
  mail_server: ({ kind }) => kind === 'rootSystem',
  account: (rights) => rights.kind === 'agencyOwner' && paysByCard(rights),
  card: (rights) => (rights.kind === 'agencyOwner' || rights.kind === 'client') && paysByCard(rights),
  agency: (rights) => isSystem(rights) && mayUse(rights, 'settings.create'),
  client: (rights) => isOfAgency(rights) && mayUse(rights, 'settings.create'),
  campaign: (rights) => !isSystem(rights) && mayUse(rights, 'campaign.create'),
  pixel: seesLeads,
  lead: seesLeads,
  delivery: seesLeads,
  second_factor: () => true,
}

/** The first steps of a user who has these rights. Sales staff have an account page that guides them instead. */
export const checklistOf = (rights: Rights): ChecklistStep[] =>
  rights.kind === 'salesRep' || rights.kind === 'accountExecutive'
    ? []
    : checklistSteps.filter((step) => rules[step](rights))

export const readChecklist = operation({
  id: 'own',
  name: 'readChecklist',
  area: 'inbox',
  method: 'GET',
  path: '/user/checklist',
  summary: 'Reads the caller’s first steps, and which of them are done.',
  answer: z.object({
    data: z.object({
      steps: z.array(z.object({ step: z.enum(checklistSteps), done: z.boolean() })).meta({
        description: 'Only those that the caller can take, in the order in which they are taken.',
      }),
    }),
  }),
  access: signedInEverywhere,
})
