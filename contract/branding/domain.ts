import { z } from 'zod'
import { byModule, modules as moduleKeys } from '../campaigns/modules.ts'
import { open } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { flag } from '../core/wire.ts'
import { choice } from '../companies/selections.ts'
import { lookKeys, type LookKey } from './colors.ts'
import { moduleName } from './modules.ts'
import { sentences } from '../core/sentences.ts'
import type { Plain } from '../core/wire-names.ts'

const modules = z.object(byModule(() => moduleName))

type LookShape = Record<LookKey, z.ZodNullable<z.ZodString>>

/** A brand as screens show it. The HTML of every page carries its host's, before anything else is asked. */
export const bootBrand = z.object({
  company_id: id,
  root_id: id,
  rootcomp: flag,
  name: z.string(),
  legal_name: z.string(),
  logo_svg: z.string().nullable(),
  brand_color: z.string(),
  /** In force at this host: the parent's sidebar and text where is_whitelabeling is F (R157). */
  looks: z.object(Object.fromEntries(lookKeys.map((key) => [key, z.string().nullable()])) as LookShape),
  font: z.string(),
  icon_svg: z.string().nullable(),
  support_url: z.string().nullable(),
  modules,
})
export type BootBrand = Plain<z.output<typeof bootBrand>>

const boot = z.object({ brand: bootBrand, host: z.string() })
export type Boot = Plain<z.output<typeof boot>>

/** D1 §3.3. Everybody may ask, so it holds what the company shows to its visitors and nothing of people's accounts. */
const domainInformation = z.object({
  idsys: id,
  masteridsys: id,
  companyrootname: z.string(),
  companyrootlegalname: z.string(),
  companyrootnameshort: z.string(),
  companyrootaddress: z.string(),
  companyrootcity: z.string(),
  companyrootzip: z.string(),
  companyrootstatecode: z.string(),
  companyrootstatename: z.string(),
  companyrootphone: z.string(),
  /** Whom visitors may write to: the company's contact, not somebody's login. */
  userrootname: z.string(),
  userrootemail: z.string(),
  userrootaddress: z.string(),
  domain: z.string(),
  subdomain: z.string(),
  rootcomp: flag,
  agencyplatformroot: flag,
  is_whitelabeling: flag,
  brand_color: z.string(),
  box_bgcolor: z.string().nullable(),
  text_color: z.string().nullable(),
  link_color: z.string().nullable(),
  template_bgcolor: z.string().nullable(),
  sidebar_bgcolor: z.string().nullable(),
  font_theme: z.string(),
  logo_svg: z.string().nullable(),
  icon_svg: z.string().nullable(),
  support_url: z.string().nullable(),
  modules,
  /** The modules' entries of the side menu, in their order. */
  sidemenus: z.array(z.object({ module: z.enum(moduleKeys), name: z.string(), url: z.string() })),
  agencysidebar: z.object(byModule(() => flag)),
  paymenttermlist: z.array(choice),
  /** Of the check against robots, where the operator has set up one that has a key. */
  recaptcha_key: z.string().nullable(),
  /** Null: the gateway's own card form, a frame of its origin, brings its key. */
  payment_public_key: z.string().nullable(),
  /** How the company stands with its payment provider: told to its own people; a stranger hears nothing of it (decision 24). */
  charges_enabled: z.literal([0, 1]),
  payouts_enabled: z.literal([0, 1]),
  account_requirements: z.array(z.string()),
})

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
      .regex(/^[a-z0-9.-]+$/, sentences.hostName),
  }),
  answer: z.object({
    result: z.literal('success'),
    data: domainInformation,
  }),
  access: open,
  limits: [{ count: 60, perSeconds: 60, by: 'address' }],
})
