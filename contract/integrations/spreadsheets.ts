import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { done, doneWith, flag, instant } from '../core/wire.ts'
import { cause } from './causes.ts'
import { connecting } from './connections.ts'

const ofCompany = { kind: 'company', in: 'params', key: 'company' } as const
const inBody = { kind: 'campaign', in: 'body', key: 'leadspeek_api_id' } as const
const companyParams = z.strictObject({ company: id })
const campaignBody = z.strictObject({ leadspeek_api_id: id })

export const revokeSpreadsheet = operation({
  id: 'C170',
  name: 'revokeSpreadsheet',
  area: 'integrations',
  method: 'GET',
  path: '/leadspeek/googlespreadsheet/revoke/{company}',
  summary:
    'Gives access to the Google account back and forgets it. A GET that changes something, as documented (OQ-44).',
  params: companyParams,
  answer: done,
  access: connecting,
  object: ofCompany,
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
})

export const checkSpreadsheetConnection = operation({
  id: 'C171',
  name: 'checkSpreadsheetConnection',
  area: 'integrations',
  method: 'GET',
  path: '/leadspeek/googlespreadsheet/check-connect/{company}',
  summary: 'Whether a company has connected a Google account, and whether Google still lets us in.',
  params: companyParams,
  answer: z.object({ data: z.object({ connected: flag, account: z.string(), cause: cause.nullable() }) }),
  access: connecting,
  object: ofCompany,
  limits: [{ count: 60, perSeconds: 600, by: 'user' }],
})

export const checkSpreadsheet = operation({
  id: 'C172',
  name: 'checkSpreadsheet',
  area: 'integrations',
  method: 'PUT',
  path: '/leadspeek/spreadsheet/check',
  summary:
    "Looks at a campaign's sheet: whether it is there, whether we may write to it, and how many leads it holds (R238).",
  body: campaignBody,
  answer: z.object({
    data: z.object({
      status: z.enum(['none', 'ok', 'problem']),
      url: z.string().nullable(),
      rows: z.int(),
      cause: cause.nullable(),
    }),
  }),
  access: connecting,
  object: inBody,
  limits: [{ count: 60, perSeconds: 600, by: 'user' }],
  logged: false,
})

export const getSpreadsheetHistory = operation({
  id: 'C173',
  name: 'getSpreadsheetHistory',
  area: 'integrations',
  method: 'GET',
  path: '/leadspeek/spreadsheet/history/{campaign}',
  summary: 'What was written to the sheet of a campaign, newest first, at most a hundred (R238).',
  params: z.strictObject({ campaign: id }),
  answer: z.object({
    data: z.array(
      z.object({ at: instant, lead_id: id, outcome: z.enum(['delivered', 'failed']), cause: cause.nullable() }),
    ),
  }),
  access: connecting,
  object: { kind: 'campaign', in: 'params', key: 'campaign' },
})

export const resetSpreadsheet = operation({
  id: 'C174',
  name: 'resetSpreadsheet',
  area: 'integrations',
  method: 'PUT',
  path: '/leadspeek/spreadsheet/reset',
  summary:
    "Begins a campaign's sheet anew, in a new file where the old one is gone, and writes all leads of the campaign to it (R238).",
  body: campaignBody,
  answer: doneWith(
    z.object({ leads: z.int().meta({ description: 'How many are on their way, counted up to 100,000.' }) }),
  ),
  errors: ['conflict'],
  access: connecting,
  object: inBody,
  limits: [{ count: 6, perSeconds: 3600, by: 'user' }],
})

export const resendGoogleLink = operation({
  id: 'C088',
  name: 'resendGoogleLink',
  area: 'integrations',
  method: 'POST',
  path: '/leadspeek/client/resendgooglelink',
  summary: 'Mails the link of a campaign’s sheet to its report recipients once more.',
  body: campaignBody,
  answer: doneWith(z.object({ recipients: z.int() })),
  errors: ['conflict'],
  access: connecting,
  object: inBody,
  limits: [{ count: 6, perSeconds: 3600, by: 'user' }],
})
