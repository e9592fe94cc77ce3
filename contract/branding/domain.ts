import { z } from 'zod'
import { byModule, modules as moduleKeys } from '../campaigns/modules.ts'
import { open } from '../core/access.ts'
import { plainHost } from '../core/hosts.ts'
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

/** A brand as screens show it. The HTML of every page contains its host's brand, so that no request has to fetch it. */
export const bootBrand = z.object({
  company_id: id,
  rootcomp: flag,
  name: z.string(),
  logo_svg: z.string().nullable(),
  brand_color: z.string(),
  /** In effect on this host: the parent's sidebar and text colors if is_whitelabeling is F (R157). */
  looks: z.object(Object.fromEntries(lookKeys.map((key) => [key, z.string().nullable()])) as LookShape),
  font: z.string(),
  icon_svg: z.string().nullable(),
  support_url: z.string().nullable(),
  modules,
})
export type BootBrand = Plain<z.output<typeof bootBrand>>

const boot = z.object({ brand: bootBrand, host: z.string() })
export type Boot = Plain<z.output<typeof boot>>

/** D1 §3.3. Public, so it holds only what the company shows to visitors and nothing about people's accounts. */
const domainInformation = z.object({
  idsys: id,
  masteridsys: id,
  rootName: z.string(),
  rootLegalName: z.string(),
  rootShortName: z.string(),
  rootAddress: z.string(),
  rootCity: z.string(),
  rootZip: z.string(),
  rootStateCode: z.string(),
  rootStateName: z.string(),
  rootPhone: z.string(),
  /** Contact for visitors: the company's contact address, not someone's login. */
  rootContactName: z.string(),
  rootContactEmail: z.string(),
  rootContactAddress: z.string(),
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
  /** The modules' entries of the side menu, in display order. */
  sideMenus: z.array(z.object({ module: z.enum(moduleKeys), name: z.string(), url: z.string() })),
  agencyMenus: z.object(byModule(() => flag)),
  paymenttermlist: z.array(choice),
  /** Key of the CAPTCHA, if the operator has set up one that needs a key. */
  recaptcha_key: z.string().nullable(),
  /** Null: the gateway's card form, an iframe on its own origin, brings its key. */
  payment_public_key: z.string().nullable(),
  /** State of the company's payment account: shown to its own people only, never to strangers (decision 24). */
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
  summary: 'Reads what a host shows to visitors before they sign in (R160).',
  params: z.strictObject({
    type: z.enum(['domain', 'subdomain']),
    hostID: z
      .string()
      .max(253)
      .overwrite((text) => plainHost(text) ?? text)
      .regex(/^[a-z0-9.-]+$/, sentences.hostName),
  }),
  answer: z.object({
    result: z.literal('success'),
    data: domainInformation,
  }),
  access: open,
  limits: [{ count: 60, perSeconds: 60, by: 'address' }],
})
