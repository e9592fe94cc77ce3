import { isIP } from 'node:net'
import { z } from 'zod'
import { plantedFaultProblems } from './planted-fault.ts'
import { productionProblems } from './production-problems.ts'
import { clearTexts } from './transport-security.ts'
import { loopbackAddress } from './loopback.ts'

const url = z.url().optional()
const port = z.coerce.number().int().min(0).max(65_535)

/**
 * Every setting that the program reads from its environment, apart from those of services (`ServiceSettings`). The
 * descriptions make `docs/settings.md` (`npm run settings`).
 */
export const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('`production` for an installation that people use: no demo, and a start that asks for what it needs.'),
  PORT: port.default(8080).describe('The port to listen on.'),
  HOST: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The interface to listen on: `127.0.0.1`, since everybody knows the demo’s passwords; in production without proxies `0.0.0.0`.',
    ),
  METRICS_PORT: port
    .optional()
    .describe(
      'A port of its own for `/healthz`, `/readyz` and `/metrics`: the only one of a process without `web` and `collect` ([how](../deploy/monitoring/README.md)).',
    ),
  METRICS_HOST: z
    .string()
    .min(1)
    .default(loopbackAddress)
    .describe('The interface of that port; on others than this machine’s, `/metrics` requires `METRICS_TOKEN`.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .max(200)
    .optional()
    .describe('Who sends it as a bearer token may read `/metrics` from elsewhere than this machine.'),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .default(0)
    .describe(
      'How long a process that is told to stop still answers while `/readyz` says that it is not ready: as long as the proxy needs to notice ([how](runbooks/upgrade.md)).',
    ),
  DATA_DIR: z.string().min(1).default('.data').describe('The folder of the embedded database and of files.'),
  S3_URL: z
    .url({ protocol: /^https?$/, error: 'must be https://' })
    .optional()
    .describe(
      'An S3-compatible store with its bucket, such as `https://s3.example.com/leadloom`, for files in place of a folder: machines then share nothing but the database ([how](runbooks/second-machine.md)).',
    ),
  S3_REGION: z.string().min(1).default('auto').describe('Its region, if it has any.'),
  S3_ACCESS_KEY: z.string().min(1).max(200).optional().describe('The id of its key.'),
  S3_SECRET_KEY: z.string().min(1).max(400).optional().describe('The secret of that key.'),
  DATABASE_URL: url.describe(
    'Your own PostgreSQL, as its owner, in place of the embedded one; on another machine with TLS ([how](runbooks/connections.md), also roles and poolers).',
  ),
  IDENTITY_DATABASE_URL: url.describe(
    'A separate database for the identity data, as its owner; a start creates its tables.',
  ),
  ROLES: z
    .string()
    .default('web,collect,work')
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['web', 'collect', 'work'])).min(1))
    .describe('What this process does. Run as many processes as you like.'),
  DEMO: z.enum(['on', 'off']).optional().describe('`off`: no demo world in a new database. Production never has one.'),
  DEMO_WORLD: z
    .enum(['wide', 'small'])
    .optional()
    .describe('How many companies a new demo has: 8 agencies and 40 clients, or 2 and 6. Tests use the small one.'),
  DEMO_DAYS: z.coerce.number().int().min(0).max(90).default(90).describe('How many days of past a new demo has.'),
  MASTER_KEY: z
    .string()
    .refine(
      (text) => text.split(',').every((key) => Buffer.from(key, 'base64').length === 32),
      'must be 32 bytes in base64, or several such keys separated by commas',
    )
    .optional()
    .describe(
      '32 random bytes in base64 that encrypt secrets at rest; **required in production**, elsewhere generated and kept under `DATA_DIR`. While it is being replaced: the new key, a comma, the old one ([how](runbooks/keys.md)).',
    ),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The folder of backups, or an S3-compatible store with its bucket, such as `https://s3.example.com/backups` ([how](runbooks/backup.md)). The latest opt-outs are kept there, too, and applied by each start.',
    ),
  BACKUP_REGION: z.string().min(1).default('auto').describe('The region of the store of backups, if it has any.'),
  BACKUP_ACCESS_KEY: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The id of the key of the store of backups; better not the one of `S3_URL`.'),
  BACKUP_SECRET_KEY: z.string().min(1).max(400).optional().describe('The secret of that key.'),
  BACKUP_KEY: z
    .string()
    .regex(/^(age1|AGE-SECRET-KEY-1|.{16})/, 'must be a key of age, or a passphrase of at least 16 characters')
    .optional()
    .describe(
      'What encrypts backups: a public key of [age](https://age-encryption.org) (`age1…`), with which this machine can write but not open them, its secret key (`AGE-SECRET-KEY-1…`), or a passphrase.',
    ),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 03:15')
    .optional()
    .describe('The time of day (UTC) at which a process with the role `work` takes a backup, such as `03:15`.'),
  BACKUP_KEEP: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(7)
    .describe('How many backups are kept; older ones are removed after a newer one is complete.'),
  TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(5)
    .default(0)
    .describe(
      'How many proxies in front are trusted for the caller’s address; **required in production**, `0` for none.',
    ),
  PUBLIC_PORT: port.optional().describe('The public port of pages and pixels, if it differs from that of the request.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be smtp:// or smtps://' })
    .optional()
    .describe(
      'The platform’s mail server, which also sends sign-in codes; **required in production** ([options](runbooks/connections.md)). Agencies may set their own.',
    ),
  BOUNCE_ADDRESS: z
    .string()
    .regex(/^[a-z0-9._-]{1,11}@[a-z0-9.-]+$/i, 'must be an address with at most 11 characters before the @')
    .optional()
    .describe(
      'Where mail of that server comes back to if it cannot be delivered, such as `bounces@mail.example.com`: your mail server hands it to `npm run bounce` ([how](runbooks/bounces.md)).',
    ),
  CLEAR_TEXT: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
    .pipe(z.array(z.enum(clearTexts)))
    .describe('`mail`, `database`: what may be unencrypted in production although it is on another machine.'),
  DATABASE_DRIVER: z
    .enum(['tuned', 'plain'])
    .default('tuned')
    .describe(
      '`plain`: only what the PostgreSQL client documents, which is slower; for a version of it that breaks the tuned way.',
    ),
  APP_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(3)
    .max(500)
    .default(15)
    .describe('Database connections of this process for calls and batches ([how many](runbooks/connections.md)).'),
  OWNER_CONNECTIONS: z.coerce.number().int().min(10).max(500).default(14).describe('The same for background work.'),
  IDENTITY_CONNECTIONS: z.coerce.number().int().min(1).max(500).default(6).describe('The same for identity data.'),
  DNS_SERVER: z
    .string()
    .refine(
      (text) => isIP(text) !== 0 || /^(?:[0-9.]+|\[[0-9a-f:]+\]):[0-9]{1,5}$/i.test(text),
      'must be an IP address, or one with a port',
    )
    .optional()
    .describe(
      'The name server for checking agencies’ own domains, as `address` or `address:port`; otherwise the machine’s own.',
    ),
  CAPTCHA: z
    .enum(['altcha', 'recaptcha', 'off'])
    .optional()
    .describe(
      'Bot protection of public forms: a task for the browser, or `recaptcha` with its keys, which is usual once they are set; `off` is rejected in production.',
    ),
  RECAPTCHA_SITE_KEY: z.string().min(1).max(200).optional().describe('The site key of reCAPTCHA v3.'),
  RECAPTCHA_SECRET: z.string().min(1).max(200).optional().describe('Its secret; both or none.'),
  RECAPTCHA_VERIFY_URL: z.url().default('https://www.google.com/recaptcha/api/siteverify'),
  RECAPTCHA_SCRIPT_URL: z.url().default('https://www.google.com/recaptcha/api.js'),
  RECAPTCHA_SCORE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('From 0, surely a bot, to 1, surely a person: lower scores are rejected.'),
  BREACHED_PASSWORDS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A file of breached passwords as Have I Been Pwned publishes them (SHA-1, by hash), checked in addition to the bundled list.',
    ),
  DELETE_ACT_KEY: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'The API key of your account as a data broker at California’s platform for deletion requests: they are carried out every month.',
    ),
  DELETE_ACT_URL: z.url().default('https://api.drop.privacy.ca.gov'),
  OUTGOING_ALLOW: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .describe('`host:port,…` that outgoing calls may reach although private or not encrypted; rejected in production.'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_[A-Za-z0-9]{8,}$/, 'must be a Stripe secret or restricted key')
    .optional()
    .describe(
      'A secret or restricted key of your Stripe account: cards are charged there ([how](runbooks/stripe.md)).',
    ),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_[A-Za-z0-9]{8,}$/, 'must be a Stripe publishable key')
    .optional()
    .describe('Its publishable key.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/=]{8,}(,whsec_[A-Za-z0-9+/=]{8,})*$/, 'must be webhook signing secrets')
    .optional()
    .describe('The signing secret of its webhook; one per endpoint, separated by a comma.'),
  STRIPE_CONNECT_VERSION: z
    .enum(['v1', 'v2'])
    .default('v1')
    .describe('The version of Stripe’s API for connecting new accounts; connected ones keep theirs.'),
  STRIPE_BASE_URL: url.describe('Another server that implements Stripe’s API; rejected in production.'),
  SANDBOX_PAYMENTS_URL: url.describe(
    'A sandbox gateway that moves no money, which the demo sets; without any gateway no card is required. Rejected in production.',
  ),
  SANDBOX_PAYMENTS_FORM_URL: url.describe('Its card form.'),
  SANDBOX_PAYMENTS_KEY: z.string().min(1).optional().describe('Its key.'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('What the log takes.'),
})

/**
 * The settings of services that leads can be sent to. Each service's folder adds its own (`declare module`), so a new
 * one needs no change here.
 * @public
 */
export interface ServiceSettings {}

export interface Config
  extends Omit<z.output<typeof environment>, 'DEMO' | 'DEMO_WORLD' | 'CAPTCHA' | 'HOST'>, ServiceSettings {
  HOST: string
  CAPTCHA: 'altcha' | 'recaptcha' | 'off'
  demo: boolean
  DEMO_WORLD: 'wide' | 'small'
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
  const parsing = environment.and(serviceSettings).safeParse(env)
  const problems = parsing.success
    ? []
    : parsing.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const production = env['NODE_ENV'] === 'production'
  if (production) problems.push(...productionProblems(env))
  const keys = ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'].filter((name) => env[name])
  if (keys.length === 1) problems.push(`${keys[0]}: set both RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET`)
  if (env['CAPTCHA'] === 'recaptcha' && keys.length < 2) problems.push('CAPTCHA: recaptcha requires both keys')
  const stripe = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']
  const settings = stripe.filter((name) => env[name])
  if (settings.length > 0 && settings.length < stripe.length)
    problems.push(`${settings.join(', ')}: needs all of ${stripe.join(', ')}`)
  const store = ['S3_URL', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']
  const storeSettings = store.filter((name) => env[name])
  if (storeSettings.length > 0 && storeSettings.length < store.length)
    problems.push(`${storeSettings.join(', ')}: needs all of ${store.join(', ')}`)
  if (production && env['S3_URL']?.startsWith('http:')) problems.push('S3_URL: must be https:// in production')
  if (env['BACKUP_AT'] && (!env['BACKUP_DIR'] || !env['BACKUP_KEY']))
    problems.push('BACKUP_AT: needs BACKUP_DIR and BACKUP_KEY')
  const backupStore = env['BACKUP_DIR']?.match(/^https?:/)?.[0]
  if (backupStore && !(env['BACKUP_ACCESS_KEY'] && env['BACKUP_SECRET_KEY']))
    problems.push('BACKUP_DIR: a store needs BACKUP_ACCESS_KEY and BACKUP_SECRET_KEY')
  if (production && backupStore === 'http:') problems.push('BACKUP_DIR: must be https:// in production')
  problems.push(...plantedFaultProblems(env))
  if (problems.length > 0 || !parsing.success) throw new ConfigProblems(problems)
  const isTest = parsing.data.NODE_ENV === 'test'
  const usual = keys.length === 2 ? 'recaptcha' : isTest ? 'off' : 'altcha'
  const { DEMO, DEMO_WORLD = isTest ? 'small' : 'wide', CAPTCHA = usual, ...rest } = parsing.data
  // Whoever reaches the port past the proxies chooses the address that limits count.
  const isOpen = production && rest.TRUSTED_PROXIES === 0
  const HOST = parsing.data.HOST ?? (isOpen ? everywhere : thisMachine)
  return {
    ...rest,
    CAPTCHA,
    DEMO_WORLD,
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
