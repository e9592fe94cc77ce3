import { describe, expect, it } from 'vitest'
import { namesNothing } from './failure.ts'

describe('a URL of something that does not exist', () => {
  it('has an id that is invalid or unknown', () => {
    expect(namesNothing({ code: 'not_found', field: undefined })).toBe(true)
    expect(namesNothing({ code: 'invalid', field: 'id' })).toBe(true)
    expect(namesNothing({ code: 'malformed', field: 'id' })).toBe(true)
  })

  it('is not one where the server failed or rejected something else', () => {
    expect(namesNothing({ code: 'internal', field: undefined })).toBe(false)
    expect(namesNothing({ code: 'network', field: undefined })).toBe(false)
    expect(namesNothing({ code: 'invalid', field: 'Page' })).toBe(false)
    expect(namesNothing({ code: 'forbidden', field: undefined })).toBe(false)
  })
})
