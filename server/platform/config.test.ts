import { describe, expect, it } from 'vitest'
import { ConfigProblems, readConfig } from './config.ts'

describe('the configuration', () => {
  it('needs nothing for a first start, which makes the demo world', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ PORT: 8080, DATA_DIR: '.data', ROLES: ['web', 'collect', 'work'], demo: true })
  })

  it('lists every problem at once', () => {
    const read = (): unknown => readConfig({ PORT: 'eighty', ROLES: 'web,paint', SMTP_URL: 'not a url' })
    expect(read).toThrow(ConfigProblems)
    try {
      read()
    } catch (error) {
      const text = (error as ConfigProblems).problems.join('\n')
      expect(text).toMatch(/PORT/)
      expect(text).toMatch(/ROLES/)
      expect(text).toMatch(/SMTP_URL/)
    }
  })

  it('makes no demo world in production, asks for a key and allows no private address', () => {
    const env = { NODE_ENV: 'production', OUTGOING_ALLOW: '127.0.0.1', DEMO: 'on' }
    expect(() => readConfig(env)).toThrow(/OUTGOING_ALLOW[^]*DEMO[^]*MASTER_KEY/)
    const key = Buffer.alloc(32, 7).toString('base64')
    expect(readConfig({ NODE_ENV: 'production', MASTER_KEY: key }).demo).toBe(false)
  })

  it('refuses planted faults outside tests', () => {
    expect(() => readConfig({ PLANTED_FAULT: 'acknowledge-before-commit' })).toThrow(/PLANTED_FAULT/)
  })
})
