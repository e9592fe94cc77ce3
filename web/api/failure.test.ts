import { describe, expect, it } from 'vitest'
import { namesNothing } from './failure.ts'

describe('an address that names nothing', () => {
  it('is one whose id cannot be an id, or is nobody’s', () => {
    expect(namesNothing({ code: 'not_found', field: undefined })).toBe(true)
    expect(namesNothing({ code: 'invalid', field: 'id' })).toBe(true)
    expect(namesNothing({ code: 'malformed', field: 'id' })).toBe(true)
  })

  it('is none where the server failed or refused something else', () => {
    expect(namesNothing({ code: 'internal', field: undefined })).toBe(false)
    expect(namesNothing({ code: 'network', field: undefined })).toBe(false)
    expect(namesNothing({ code: 'invalid', field: 'Page' })).toBe(false)
    expect(namesNothing({ code: 'forbidden', field: undefined })).toBe(false)
  })
})
