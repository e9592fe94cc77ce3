import { describe, expect, it } from 'vitest'
import { byModule } from '#contract/campaigns/modules.ts'
import { parseFramedPath } from './parse-framed-path.ts'
import { publicPages } from '../app/public-pages.ts'

const modules = { ...byModule((module) => ({ name: module, url: `of-${module}` })) }

describe('what is known about a path before any code has loaded', () => {
  it('is that pages visible to everyone have no frame', () => {
    for (const { path, forEverybody } of publicPages) {
      const address = `/${path.replace(/\$\w+\??/, 'x')}`
      expect([address, parseFramedPath(address, modules) === null]).toEqual([address, forEverybody === true])
    }
  })

  it('is which module’s dashboard it is', () => {
    expect(parseFramedPath('/of-local/dashboard', modules)).toEqual({ module: 'local', isDashboard: true })
    expect(parseFramedPath('/of-local/leads', modules)).toEqual({ module: 'local', isDashboard: false })
    for (const path of ['/', '/dashboard', '/of-nothing/dashboard', '/configuration/agency-list'])
      expect(parseFramedPath(path, modules)).toEqual({ module: undefined, isDashboard: false })
    expect(parseFramedPath('/of-local/dashboard/more', modules)).toEqual({ module: 'local', isDashboard: false })
  })
})
