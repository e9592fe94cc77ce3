import { z } from 'zod'
import { managers } from '../core/access.ts'
import { csvFormat } from '../core/csv.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { localDate } from '../core/wire.ts'

export const downloadJournal = operation({
  id: 'own',
  name: 'downloadJournal',
  area: 'billing',
  method: 'GET',
  path: '/billing/journal/{companyID}/{start}/{end}/csv',
  summary:
    'Downloads the ledger of some days as a journal for bookkeeping: of an agency from its own point of view, of the operator over all agencies. At most 366 days.',
  params: z.strictObject({ companyID: id, start: localDate, end: localDate }),
  query: z.strictObject({ format: csvFormat }),
  answer: z.string(),
  access: managers('settings.enable'),
  object: { kind: 'company', in: 'params', key: 'companyID' },
  transport: 'download',
  // It reads whole books.
  limits: [{ count: 20, perSeconds: 3600, by: 'user' }],
})
