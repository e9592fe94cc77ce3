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

  it('is where the server serves it from', async () => {
    const { script } = await buildPixel()
    expect(await readFile('dist/pixel/px.js', 'utf8')).toBe(script)
  })

  it('runs in browsers of 2017 and has no dependencies', async () => {
    const { script } = await buildPixel()
    const [es2017, latest] = await Promise.all(['es2017', 'esnext'].map((target) => transform(script, { target })))
    expect(es2017!.code).toBe(latest!.code)
    expect(script).not.toMatch(/\bimport\b|\brequire\(/)
  })

  it('does nothing where it cannot run', async () => {
    const { script } = await buildPixel()
    expect(() => new Script(script).runInNewContext({})).not.toThrow()
  })
})
