import { z } from 'zod'
import { open } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { flag } from '../core/wire.ts'
import { moduleName } from './modules.ts'

const modules = z.object({ local: moduleName, locator: moduleName, enhance: moduleName, b2b: moduleName })

/** What the HTML of every page carries before anything else is asked (design 9, branding before sign-in). */
const bootBrand = z.object({
  company_id: id,
  root_id: id,
  rootcomp: flag,
  name: z.string(),
  legal_name: z.string(),
  logo_svg: z.string().nullable(),
  brand_color: z.string(),
  font: z.string(),
  support_url: z.string().nullable(),
  modules,
})
export type BootBrand = z.output<typeof bootBrand>

const boot = z.object({ brand: bootBrand, host: z.string() })
export type Boot = z.output<typeof boot>

export const readDomain = operation({
  id: 'C029',
  name: 'readDomain',
  area: 'branding',
  method: 'GET',
  path: '/domainsubdomain/{type}/{hostID}',
  summary: 'What a host shows its visitors before they sign in (R160).',
  params: z.strictObject({
    type: z.enum(['domain', 'subdomain']),
    hostID: z
      .string()
      .toLowerCase()
      .max(253)
      .regex(/^[a-z0-9.-]+$/, 'not a host name'),
  }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      idsys: id,
      masteridsys: id,
      companyrootname: z.string(),
      companyrootlegalname: z.string(),
      domain: z.string(),
      subdomain: z.string(),
      rootcomp: flag,
      brand_color: z.string(),
      font_theme: z.string(),
      logo_svg: z.string().nullable(),
      support_url: z.string().nullable(),
      modules,
    }),
  }),
  access: open,
  limits: [{ count: 60, perSeconds: 60, by: 'address' }],
})
