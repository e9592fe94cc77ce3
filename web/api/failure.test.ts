import { describe, expect, it } from 'vitest'
import { isMissingTarget } from './failure.ts'

describe('a URL of something that does not exist', () => {
  it('has an id that is invalid or unknown', () => {
    expect(isMissingTarget({ code: 'not_found', field: undefined })).toBe(true)
    expect(isMissingTarget({ code: 'invalid', field: 'id' })).toBe(true)
    expect(isMissingTarget({ code: 'malformed', field: 'id' })).toBe(true)
  })

  it('is not one where the server failed or rejected something else', () => {
    expect(isMissingTarget({ code: 'internal', field: undefined })).toBe(false)
    expect(isMissingTarget({ code: 'network', field: undefined })).toBe(false)
    expect(isMissingTarget({ code: 'invalid', field: 'Page' })).toBe(false)
    expect(isMissingTarget({ code: 'forbidden', field: undefined })).toBe(false)
  })
})
