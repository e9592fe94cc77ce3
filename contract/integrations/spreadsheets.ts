import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith, flag, instant } from '../core/wire.ts'
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
  summary: 'Revokes and removes the access to the Google account. A GET that changes something, as documented (OQ-44).',
  params: companyParams,
  answer: doneAnswer,
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
  summary: 'Reads whether a company has connected a Google account, and whether Google still grants access.',
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
    'Checks a campaign’s sheet: whether it exists, whether it can be written, and how many leads it contains (R238).',
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
  summary: 'Lists what was written to a campaign’s sheet, newest first, up to 100 entries (R238).',
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
  summary: 'Resets a campaign’s sheet, in a new file if the old one is gone, and writes all of its leads again (R238).',
  body: campaignBody,
  answer: doneWith(
    z.object({ leads: z.int().meta({ description: 'Number of leads being written, counted up to 100,000.' }) }),
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
  summary: 'Sends the link of a campaign’s sheet to its report recipients again.',
  body: campaignBody,
  answer: doneWith(z.object({ recipients: z.int() })),
  errors: ['conflict'],
  access: connecting,
  object: inBody,
  limits: [{ count: 6, perSeconds: 3600, by: 'user' }],
})
