import { z } from 'zod'
import { definition } from '../audiences/definition.ts'
import { csvFormat } from '../core/csv.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith } from '../core/wire.ts'
import { leadAccess } from './leads.ts'

/** Smaller audiences are not shown. */
export const smallestShown = 10

/** Debounce time of typing before a size is requested. */
export const sizePause_ms = 500
/** The most requests per minute that this debounce allows: typing in one window never hits the limit. */
const maxSizes = 60_000 / sizePause_ms

/** about: rounded down to tens; least: there are more, counting stopped early; fewer: less than the number. */
const sizeKinds = ['about', 'least', 'fewer'] as const

export const estimateAudience = operation({
  id: 'own',
  name: 'estimateAudience',
  area: 'leads',
  method: 'POST',
  path: '/marketing/audience-size',
  summary: `Estimates the number of people in an audience. Fewer than ${smallestShown} are only reported as such; large audiences are estimated from a sample.`,
  body: z.strictObject({ companyID: id.meta({ description: 'The client.' }), definition }),
  answer: doneWith(z.object({ is: z.enum(sizeKinds), people: z.int().min(0) })),
  access: leadAccess,
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: [{ count: maxSizes, perSeconds: 60, by: 'user' }],
  logged: false,
})

export const exportAudience = operation({
  id: 'own',
  name: 'exportAudience',
  area: 'leads',
  method: 'GET',
  path: '/marketing/audience-export/{id}',
  summary: 'Downloads the people of an audience whom the client has paid for as leads, each once, as CSV.',
  params: z.strictObject({ id }),
  query: z.strictObject({ format: csvFormat }),
  answer: z.string(),
  access: leadAccess,
  object: { kind: 'audience', in: 'params', key: 'id' },
  limits: [{ count: 10, perSeconds: 3_600, by: 'user' }],
  transport: 'download',
})
