import { z } from 'zod'
import { modules } from '../campaigns/modules.ts'
import { signedInEverywhere } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { accountNotices } from '../guards/notices.ts'

const notice = z.object({
  kind: z.enum(accountNotices),
  count: z.int().meta({ description: 'Number of payments or campaigns that it is about; 0 if not applicable.' }),
  leadspeek_api_id: id.nullable().meta({ description: 'The campaign, if it is about a single one.' }),
  campaignName: z.string().nullable(),
  leadspeek_type: z.enum(modules).nullable(),
  stops_on: localDate.nullable().meta({
    description: 'For declined payments: the local date of the last attempt, after which leads stop.',
  }),
})
export type StandingNotice = Plain<z.output<typeof notice>>

export const readStanding = operation({
  id: 'own',
  name: 'readStanding',
  area: 'inbox',
  method: 'GET',
  path: '/user/standing',
  summary: 'Reads what stops the caller or their company until it is settled, and where their campaigns are.',
  answer: z.object({
    data: z.object({
      notices: z.array(notice).meta({ description: 'Most urgent first.' }),
      campaign_modules: z.array(z.enum(modules)).meta({
        description: 'Modules in which the company has campaigns that are not archived.',
      }),
      read_only: z.boolean().meta({ description: 'Whether nothing can be changed right now.' }),
      checklist_open: z.boolean().meta({
        description: 'Whether the caller has neither completed nor hidden the list of first steps.',
      }),
      declined_of_clients: z.int().meta({
        description: 'For people of an agency: how many payments of its clients are declined.',
      }),
      owner: z.object({ name: z.string(), email: z.string() }).nullable().meta({
        description: 'For administrators of an agency: who settles what they can’t.',
      }),
    }),
  }),
  access: signedInEverywhere,
})
