import { isIP } from 'node:net'
import { z } from 'zod'
import { plantedFaultProblems } from './planted-fault.ts'
import { productionProblems } from './production-problems.ts'
import { clearTexts } from './transport-security.ts'
import { loopbackAddress } from './loopback.ts'

const url = z.url().optional()
const port = z.coerce.number().int().min(0).max(65_535)

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(8080),
  /** Interface to listen on; outside of production only this machine, because the demo's passwords are public. */
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: url,
  IDENTITY_DATABASE_URL: url,
  ROLES: z
    .string()
    .default('web,collect,work')
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['web', 'collect', 'work'])).min(1)),
  /** Whether a new database gets the demo data; never in production. */
  DEMO: z.enum(['on', 'off']).optional(),
  /** How many days of past visits a new demo has. */
  DEMO_DAYS: z.coerce.number().int().min(0).max(60).default(30),
  /** 32 bytes in base64: encrypts secrets at rest. Generated and stored under DATA_DIR if absent. */
  MASTER_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
    .optional(),
  /** How many proxies in front are trusted about the caller's address. Required in production. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  /** Public port of pages and pixels, if it differs from that of the request's host. */
  PUBLIC_PORT: port.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp:// or smtps://' }).optional(),
  /** What may cross the network unencrypted in production, by name. */
  CLEAR_TEXT: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
    .pipe(z.array(z.enum(clearTexts))),
  /** Connections of this process: for calls and batches, for background work, and for identity data. */
  APP_CONNECTIONS: z.coerce.number().int().min(3).max(500).default(15),
  OWNER_CONNECTIONS: z.coerce.number().int().min(10).max(500).default(14),
  IDENTITY_CONNECTIONS: z.coerce.number().int().min(1).max(500).default(6),
  /** The name server for looking up custom domains, as `address` or `address:port`; the machine's own if absent. */
  DNS_SERVER: z
    .string()
    .refine(
      (text) => isIP(text) !== 0 || /^(?:[0-9.]+|\[[0-9a-f:]+\]):[0-9]{1,5}$/i.test(text),
      'must be an IP address, or one with a port',
    )
    .optional(),
  /** Bot protection of public forms: a proof-of-work task, reCAPTCHA, or nothing. Off in tests unless set. */
  CAPTCHA: z.enum(['altcha', 'recaptcha', 'off']).optional(),
  /** Keys of reCAPTCHA v3, both or none; if set, it replaces the proof-of-work task unless CAPTCHA says otherwise. */
  RECAPTCHA_SITE_KEY: z.string().min(1).max(200).optional(),
  RECAPTCHA_SECRET: z.string().min(1).max(200).optional(),
  RECAPTCHA_VERIFY_URL: z.url().default('https://www.google.com/recaptcha/api/siteverify'),
  RECAPTCHA_SCRIPT_URL: z.url().default('https://www.google.com/recaptcha/api.js'),
  /** Minimum score, from 0 (a bot) to 1 (a person): lower ones are refused. */
  RECAPTCHA_SCORE: z.coerce.number().min(0).max(1).default(0.5),
  /** A file of breached passwords as published by Have I Been Pwned (SHA-1, by hash); extends the built-in list. */
  BREACHED_PASSWORDS: z.string().min(1).optional(),
  /** `host:port` entries that outgoing requests may reach although private or plain HTTP. Not in production. */
  OUTGOING_ALLOW: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean)),
  /** Stripe: a restricted or secret key of the platform's account, publishable key and webhook signing secrets. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_[A-Za-z0-9]{8,}$/, 'must be a Stripe secret or restricted key')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_[A-Za-z0-9]{8,}$/, 'must be a Stripe publishable key')
    .optional(),
  /** One per endpoint, the platform's and the connected accounts', separated by a comma. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/=]{8,}(,whsec_[A-Za-z0-9+/=]{8,})*$/, 'must be webhook signing secrets')
    .optional(),
  /** Version of Stripe's API for connecting new accounts; existing accounts keep theirs. */
  STRIPE_CONNECT_VERSION: z.enum(['v1', 'v2']).default('v1'),
  /** Another server that implements Stripe's API. Not allowed in production. */
  STRIPE_BASE_URL: url,
  /** The built-in gateway that moves no money, and the URL of its card form; set by the demo. If absent: invoices. */
  SANDBOX_PAYMENTS_URL: url,
  SANDBOX_PAYMENTS_FORM_URL: url,
  SANDBOX_PAYMENTS_KEY: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/**
 * The settings of services that leads can be sent to. Each service's folder adds its own (`declare module`), so a new
 * one needs no change here.
 * @public
 */
export interface ServiceSettings {}

export interface Config extends Omit<z.output<typeof environment>, 'DEMO' | 'CAPTCHA' | 'HOST'>, ServiceSettings {
  HOST: string
  CAPTCHA: 'altcha' | 'recaptcha' | 'off'
  demo: boolean
  production: boolean
}

const everywhere = '0.0.0.0'
const thisMachine = loopbackAddress

/** For tests that reach no service. */
const noServices = z.object({}) as unknown as z.ZodType<ServiceSettings>

type Env = Readonly<Record<string, string | undefined>>

/**
 * The variables that are set. Deployments pass what is not set as empty, which would otherwise count as the number 0: any port, or
 * no least score.
 */
export const setOnly = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))

/**
 * Reads the whole environment. Throws one error with all problems, so that a restart reveals no further ones.
 */
export function readConfig(passed: Env, serviceSettings = noServices): Config {
  const env = setOnly(passed)
  const parsed = environment.and(serviceSettings).safeParse(env)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const production = env['NODE_ENV'] === 'production'
  if (production) problems.push(...productionProblems(env))
  const keys = ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'].filter((name) => env[name])
  if (keys.length === 1) problems.push(`${keys[0]}: set both RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET`)
  if (env['CAPTCHA'] === 'recaptcha' && keys.length < 2) problems.push('CAPTCHA: recaptcha requires both keys')
  const stripe = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']
  const given = stripe.filter((name) => env[name])
  if (given.length > 0 && given.length < stripe.length)
    problems.push(`${given.join(', ')}: needs all of ${stripe.join(', ')}`)
  problems.push(...plantedFaultProblems(env))
  if (problems.length > 0 || !parsed.success) throw new ConfigProblems(problems)
  const usual = keys.length === 2 ? 'recaptcha' : parsed.data.NODE_ENV === 'test' ? 'off' : 'altcha'
  const { DEMO, CAPTCHA = usual, ...rest } = parsed.data
  // Whoever reaches the port past the proxies chooses the address that limits count.
  const isOpen = production && rest.TRUSTED_PROXIES === 0
  const HOST = parsed.data.HOST ?? (isOpen ? everywhere : thisMachine)
  return {
    ...rest,
    CAPTCHA,
    HOST,
    production,
    demo: DEMO === undefined ? rest.NODE_ENV === 'development' : DEMO === 'on',
  }
}

export class ConfigProblems extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The environment has ${problems.length} problem(s):\n${problems.map((text) => `  ${text}`).join('\n')}`)
    this.problems = problems
  }
}
