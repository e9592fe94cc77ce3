import { readFile } from 'node:fs/promises'
import { Script } from 'node:vm'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { buildPixel } from './build.ts'

describe('the built pixel', () => {
  it('is under 2,000 bytes as a browser downloads it', async () => {
    const { gzipBytes } = await buildPixel()
    expect(gzipBytes).toBeLessThan(2000)
  })

  it('lies where the server serves it from', async () => {
    const { script } = await buildPixel()
    expect(await readFile('dist/pixel/px.js', 'utf8')).toBe(script)
  })

  it('is read by browsers of 2017 and depends on nothing', async () => {
    const { script } = await buildPixel()
    const [old, latest] = await Promise.all(['es2017', 'esnext'].map((target) => transform(script, { target })))
    expect(old!.code).toBe(latest!.code)
    expect(script).not.toMatch(/\bimport\b|\brequire\(/)
  })

  it('leaves a page in peace where it cannot run at all', async () => {
    const { script } = await buildPixel()
    expect(() => new Script(script).runInNewContext({})).not.toThrow()
  })
})
