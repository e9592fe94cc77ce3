import { describe, expect, it } from 'vitest'
import { byModule } from '#contract/campaigns/modules.ts'
import { framedPlace } from './framed-place.ts'
import { publicPages } from './public-pages.ts'

const modules = { ...byModule((module) => ({ name: module, url: `of-${module}` })) }

describe('what is told of an address before any code is there', () => {
  it('is that no frame comes around the pages for visitors that everybody sees', () => {
    for (const { path, forEverybody } of publicPages) {
      const address = `/${path.replace(/\$\w+\??/, 'x')}`
      expect([address, framedPlace(address, modules) === null]).toEqual([address, forEverybody === true])
    }
  })

  it('is whose module’s dashboard it is', () => {
    expect(framedPlace('/of-local/dashboard', modules)).toEqual({ module: 'local', isDashboard: true })
    expect(framedPlace('/of-local/leads', modules)).toEqual({ module: 'local', isDashboard: false })
    for (const path of ['/', '/dashboard', '/of-nothing/dashboard', '/configuration/agency-list'])
      expect(framedPlace(path, modules)).toEqual({ module: undefined, isDashboard: false })
    expect(framedPlace('/of-local/dashboard/more', modules)).toEqual({ module: 'local', isDashboard: false })
  })
})
