import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConfigProblems, readConfig } from './config.ts'
import { hasFault } from './planted-fault.ts'

const masterKey = Buffer.alloc(32).toString('base64')

describe('planted faults', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it('are off unless a test names them', () => {
    expect(hasFault('acknowledge-before-commit')).toBe(false)
    vi.stubEnv('PLANTED_FAULT', 'acknowledge-before-commit')
    expect(hasFault('acknowledge-before-commit')).toBe(true)
  })

  it('stay off outside tests, whatever the environment says', () => {
    vi.stubEnv('PLANTED_FAULT', 'acknowledge-before-commit')
    for (const mode of ['production', 'development', '']) {
      vi.stubEnv('NODE_ENV', mode)
      expect(hasFault('acknowledge-before-commit')).toBe(false)
    }
  })

  it('are rejected by the configuration in production and development', () => {
    for (const mode of ['production', 'development']) {
      const env = { NODE_ENV: mode, MASTER_KEY: masterKey, PLANTED_FAULT: 'acknowledge-before-commit' }
      expect(() => readConfig(env)).toThrow(/PLANTED_FAULT: is for tests only/)
    }
    expect(readConfig({ NODE_ENV: 'test', PLANTED_FAULT: 'acknowledge-before-commit' }).NODE_ENV).toBe('test')
  })

  it('must have a known name', () => {
    expect(() => readConfig({ NODE_ENV: 'test', PLANTED_FAULT: 'no-such' })).toThrow(ConfigProblems)
  })
})
