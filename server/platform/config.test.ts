import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ConfigProblems, readConfig } from './config.ts'

const goodKey = 'q3Jc0mXvVb1nF7wzU8yKp2LhT5sD9eGxR4aZ6oQiNjM='
/** The minimum environment of a production start. */
const production = {
  NODE_ENV: 'production',
  MASTER_KEY: goodKey,
  SMTP_URL: 'smtps://leads:secret@mail.example.com',
  TRUSTED_PROXIES: '1',
}

const problemsOf = (env: Record<string, string | undefined>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error
    return error.problems
  }
}

describe('the configuration', () => {
  it('needs nothing for a first start, which creates the demo world', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ PORT: 8080, DATA_DIR: '.data', ROLES: ['web', 'collect', 'work'], demo: true })
  })

  it('needs all Stripe keys or none, and never allows a replacement server in production', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'rk_live_1234567890',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1234567890',
      STRIPE_WEBHOOK_SECRET: 'whsec_1234567890,whsec_abcdefghij',
    }
    expect(problemsOf({ ...production, ...keys })).toEqual([])
    expect(problemsOf({ STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY }).join()).toMatch(/needs all of STRIPE_SECRET_KEY/)
    expect(problemsOf({ ...keys, STRIPE_PUBLISHABLE_KEY: keys.STRIPE_SECRET_KEY }).join()).toMatch(/publishable/)
    expect(problemsOf({ ...production, ...keys, STRIPE_CONNECT_VERSION: 'v2' })).toEqual([])
    expect(problemsOf({ ...keys, STRIPE_CONNECT_VERSION: '2' }).join()).toMatch(/STRIPE_CONNECT_VERSION/)
    expect(problemsOf({ ...production, ...keys, STRIPE_BASE_URL: 'https://stripe.example' }).join()).toMatch(
      /STRIPE_BASE_URL: is not allowed in production/,
    )
  })

  it('treats an empty value as missing', () => {
    const config = readConfig({ PORT: '', PUBLIC_PORT: '', RECAPTCHA_SCORE: ' ', STRIPE_SECRET_KEY: '', DEMO: '' })
    expect(config).toMatchObject({ PORT: 8080, RECAPTCHA_SCORE: 0.5, demo: true })
    expect([config.PUBLIC_PORT, config.STRIPE_SECRET_KEY]).toEqual([undefined, undefined])
  })

  it('treats whitespace as missing in every check, also in those of several variables together', () => {
    const spaces = { RECAPTCHA_SITE_KEY: ' ', RECAPTCHA_SECRET: '\t', STRIPE_SECRET_KEY: ' ' }
    expect(readConfig(spaces)).toMatchObject({ CAPTCHA: 'altcha' })
    expect(problemsOf({ ...production, ...spaces, OUTGOING_ALLOW: ' ', PLANTED_FAULT: ' ' })).toEqual([])
    expect(problemsOf({ ...spaces, CAPTCHA: 'recaptcha' })).toEqual(['CAPTCHA: recaptcha requires both keys'])
    // All roles run then, so that a production start needs what they need.
    const { SMTP_URL: _, ...withoutMail } = production
    expect(problemsOf({ ...withoutMail, ROLES: ' ' }).join()).toMatch(/SMTP_URL: is required/)
  })

  it('lists every problem at once', () => {
    const text = problemsOf({ PORT: 'eighty', ROLES: 'web,paint', SMTP_URL: 'https://mail.example.com' }).join('\n')
    expect(text).toMatch(/PORT/)
    expect(text).toMatch(/ROLES/)
    expect(text).toMatch(/SMTP_URL: must be smtp/)
  })

  it('listens only on this machine, except in production or if HOST is set', () => {
    expect(readConfig({}).HOST).toBe('127.0.0.1')
    expect(readConfig({ DEMO: 'off' }).HOST).toBe('127.0.0.1')
    expect(readConfig({ HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0')
    expect(readConfig({ ...production, TRUSTED_PROXIES: '0' }).HOST).toBe('0.0.0.0')
  })

  it('listens only on this machine behind proxies, whose place somebody else could take', () => {
    expect(readConfig(production).HOST).toBe('127.0.0.1')
    expect(readConfig({ ...production, HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0')
  })

  it('rejects planted faults outside tests', () => {
    expect(() => readConfig({ PLANTED_FAULT: 'acknowledge-before-commit' })).toThrow(/PLANTED_FAULT/)
  })
})

describe('the configuration in production', () => {
  it('does not create a demo world', () => {
    expect(readConfig(production)).toMatchObject({ demo: false, production: true, TRUSTED_PROXIES: 1 })
  })

  it('lists everything that is missing or left over from a trial at once', () => {
    const problems = problemsOf({
      NODE_ENV: 'production',
      OUTGOING_ALLOW: '127.0.0.1',
      DEMO: 'on',
      CAPTCHA: 'off',
      SANDBOX_PAYMENTS_URL: 'http://127.0.0.1:9000',
      SANDBOX_PAYMENTS_FORM_URL: 'http://127.0.0.1:9000/form',
      SANDBOX_PAYMENTS_KEY: 'sk',
      PORT: 'eighty',
    })
    expect(problems.map((text) => text.split(':')[0]).toSorted()).toEqual([
      'CAPTCHA',
      'DEMO',
      'MASTER_KEY',
      'OUTGOING_ALLOW',
      'PORT',
      'SANDBOX_PAYMENTS_FORM_URL',
      'SANDBOX_PAYMENTS_KEY',
      'SANDBOX_PAYMENTS_URL',
      'SMTP_URL',
      'TRUSTED_PROXIES',
    ])
  })

  it('requires the number of proxies in front, and treats an empty value as missing', () => {
    for (const answer of [undefined, '', ' '])
      expect(problemsOf({ ...production, TRUSTED_PROXIES: answer }).join()).toMatch(/^TRUSTED_PROXIES: is required/)
    expect(readConfig({ ...production, TRUSTED_PROXIES: '0' }).TRUSTED_PROXIES).toBe(0)
  })

  it('requires of a process only what its roles need', () => {
    const { SMTP_URL: _mail, ...withoutMail } = production
    const { TRUSTED_PROXIES: _proxies, ...withoutProxies } = production
    expect(problemsOf({ ...withoutMail, ROLES: 'collect' })).toEqual([])
    expect(problemsOf({ ...withoutProxies, ROLES: 'work' })).toEqual([])
    expect(problemsOf({ ...withoutMail, ROLES: 'collect,work' })).toHaveLength(1)
    expect(problemsOf({ ...withoutProxies, ROLES: 'collect' })).toHaveLength(1)
  })

  it.each([
    ['zeros', Buffer.alloc(32)],
    ['one repeated byte', Buffer.alloc(32, 7)],
    ['a few repeated bytes', Buffer.alloc(32, 'abc\u00ff')],
    ['counting', Buffer.from(Array.from({ length: 32 }, (_, n) => n))],
    ['counting down in steps', Buffer.from(Array.from({ length: 32 }, (_, n) => 255 - 3 * n))],
    ['a sentence', Buffer.from('change this before you go live!!')],
    ['hexadecimal digits', Buffer.from('9f86d081884c7d659a2feaa0c55ad015')],
  ])('rejects a master key of %s', (_what, bytes) => {
    const problems = problemsOf({ ...production, MASTER_KEY: bytes.toString('base64') })
    expect(problems.join()).toMatch(/^MASTER_KEY: .*openssl rand -base64 32$/)
    expect(problems.join()).not.toContain(bytes.toString('base64'))
  })

  it('accepts random master keys', () => {
    for (let n = 0; n < 5_000; n++)
      expect(problemsOf({ ...production, MASTER_KEY: randomBytes(32).toString('base64') })).toEqual([])
  })

  it.each([
    [{ SMTP_URL: 'smtp://mail.example.com?ignoreTLS=true' }, 'mail', /^SMTP_URL: ignoreTLS=true would let/],
    [{ SMTP_URL: 'smtp://mail.example.com?tls.rejectUnauthorized=false' }, 'mail', /^SMTP_URL: tls.reject/],
    [
      { DATABASE_URL: 'postgres://a:b@db.example.com/c' },
      'database',
      /^DATABASE_URL: would send .*sslmode=verify-full/,
    ],
    [{ DATABASE_URL: 'postgres://a:b@db.example.com/c?sslmode=disable' }, 'database', /^DATABASE_URL/],
    [{ DATABASE_URL: 'postgres://a:b@localhost/c?host=10.0.0.1' }, 'database', /^DATABASE_URL/],
    [{ IDENTITY_DATABASE_URL: 'postgres://a:b@10.0.0.1/c' }, 'database', /^IDENTITY_DATABASE_URL/],
  ])('sends nothing unencrypted to another machine: %j', (env, kind, problem) => {
    expect(problemsOf({ ...production, ...env })).toEqual([expect.stringMatching(problem)])
    expect(problemsOf({ ...production, ...env, CLEAR_TEXT: `other,${kind}` }).join()).toMatch(/CLEAR_TEXT/)
    expect(problemsOf({ ...production, ...env, CLEAR_TEXT: kind })).toEqual([])
    expect(problemsOf(env)).toEqual([])
  })

  it.each([
    'postgres://a:b@db.example.com/c?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    'postgres://a:b@db.example.com/c?sslmode=no-verify',
    'postgres://a:b@db.example.com/c?ssl=true',
    'postgres://a:b@127.0.0.1/c',
    'postgres://a@localhost/c?host=%2Frun%2Fpostgresql',
  ])('accepts the encrypted or local %s', (DATABASE_URL) => {
    expect(problemsOf({ ...production, DATABASE_URL })).toEqual([])
  })
})
